/**
 * What the documents say of a score whose sources are missing (never received), written out as rules of its own: everything else
 * was received in time, and the instant is a winter evening whose hour was auctioned, forecast and signalled.
 */

/** Weight of each feed in the confidence; together 100. */
const weightByFeed = {
  generation_by_type: 20,
  power_exchanges: 20,
  grid_signals: 12,
  consumption: 12,
  generation_forecast: 10,
  physical_flows: 6,
  generation_unavailabilities: 6,
  installed_capacities: 4,
  generation_mix_15min: 4,
  imbalance: 2,
  exchange_schedules: 2,
  consumption_weekly: 2,
}
export type MissableFeed = keyof typeof weightByFeed
export type MissableReference = 'emission_factors' | 'country_intensities'
export type Missable = MissableFeed | MissableReference

export const missableFeeds = Object.keys(weightByFeed) as MissableFeed[]
export const missable: Missable[] = [...missableFeeds, 'emission_factors', 'country_intensities']

/** How each sub-score says in its sentence what it rests on. */
const saying = {
  auctioned: /^Le prix de marché est /,
  medianPrice: /on retient 58,5\s€\/MWh, la valeur médiane/,
  realised: /^La production d’électricité émet /,
  projected: /^La production d’électricité devrait émettre /,
  sameHour: /la moyenne à la même heure sur les 7\sderniers jours/,
  medianCarbon: /on retient 22,5\sg d’équivalent CO₂ par kWh, la valeur médiane/,
  signal: /^(?:L’électricité|Le réseau) .* au niveau [0-3]\ssur 3/,
  adequacyForSignal: /^Le signal du réseau n’est pas disponible\s: la note des marges de production/,
  margin: /^Les moyens de production disponibles /,
  consumption: /^Les marges de production ne peuvent pas être calculées/,
  medianConsumption: /^La consommation attendue n’est pas connue\s: on retient 47,4\sGW/,
}
type Saying = keyof typeof saying

const estimates: ReadonlySet<Saying> = new Set([
  'medianPrice',
  'sameHour',
  'medianCarbon',
  'adequacyForSignal',
  'consumption',
  'medianConsumption',
])

/** Expected of an hour: its four sentences and its confidence. */
export type ExpectedHour = { details: RegExp[]; confidence: number }

/** @param leadHours 0 for the live score */
export function expectedHour(missing: ReadonlySet<Missable>, leadHours: number): ExpectedHour {
  const sayings: Saying[] = [
    missing.has('power_exchanges') ? 'medianPrice' : 'auctioned',
    carbonSaying(missing, leadHours > 0),
    missing.has('grid_signals') ? 'adequacyForSignal' : 'signal',
    adequacySaying(missing),
  ]
  const weight = missableFeeds.reduce((sum, feed) => sum + (isCountedOut(feed, missing) ? 0 : weightByFeed[feed]), 0)
  const kept = sayings.some((each) => estimates.has(each)) ? (weight * 85) / 100 : weight
  return {
    details: sayings.map((each) => saying[each]),
    confidence: Math.max(0, Math.floor(kept - leadHours / 2 + 0.5)),
  }
}

/** One of the two generation feeds is enough; without factors nothing can be said of any hour. */
function carbonSaying(missing: ReadonlySet<Missable>, isAhead: boolean): Saying {
  if (missing.has('emission_factors')) return 'medianCarbon'
  const hasGeneration = !(missing.has('generation_by_type') && missing.has('generation_mix_15min'))
  if (hasGeneration && !isAhead) return 'realised'
  if (isMixProjected(missing)) return 'projected'
  return missing.has('generation_by_type') ? 'medianCarbon' : 'sameHour'
}

/** The past of either generation feed is enough for the analog mix, which needs no forecast of wind and sun. */
export function isMixProjected(missing: ReadonlySet<Missable>): boolean {
  if (missing.has('emission_factors')) return false
  return !missing.has('generation_by_type') || !missing.has('generation_mix_15min')
}

function adequacySaying(missing: ReadonlySet<Missable>): Saying {
  if (missing.has('consumption')) return missing.has('consumption_weekly') ? 'medianConsumption' : 'consumption'
  const isPartMissing =
    missing.has('installed_capacities') ||
    missing.has('generation_unavailabilities') ||
    missing.has('generation_forecast') ||
    // Run-of-river stands in the assessed mix, which there is only with factors and with one of the generation feeds.
    missing.has('emission_factors') ||
    (missing.has('generation_by_type') && missing.has('generation_mix_15min'))
  return isPartMissing ? 'consumption' : 'margin'
}

/** Dimensions whose value cannot have moved, since nothing that they rest on is missing. */
export function untouchedDimensions(missing: ReadonlySet<Missable>): string[] {
  const hasNone = (...sources: Missable[]) => sources.every((source) => !missing.has(source))
  const isAdequacySame = hasNone(
    'consumption',
    'installed_capacities',
    'generation_unavailabilities',
    'generation_forecast',
    'generation_by_type',
    'emission_factors',
  )
  return [
    ...(hasNone('power_exchanges') ? ['price'] : []),
    ...(hasNone('generation_by_type', 'emission_factors') ? ['carbon'] : []),
    ...(hasNone('grid_signals', 'imbalance', 'power_exchanges') ? ['grid'] : []),
    ...(isAdequacySame ? ['adequacy'] : []),
  ]
}

/** Every source with whether it is there. */
export function expectedAvailability(missing: ReadonlySet<Missable>): Record<string, boolean> {
  return Object.fromEntries(missable.map((source) => [source, !isCountedOut(source, missing)]))
}

/** Of the two feeds that measure generation, the quarter-hourly one is enough for both. */
export function isCountedOut(source: Missable, missing: ReadonlySet<Missable>): boolean {
  if (source === 'generation_by_type' && !missing.has('generation_mix_15min')) return false
  return missing.has(source)
}

/** Every single source, every pair, and every three of the feeds that weigh most: only they can bring a score below 50. */
export function combinations(): Missable[][] {
  const pairs = missable.flatMap((one, index) => missable.slice(index + 1).map((other) => [one, other]))
  const heavy = missableFeeds.filter((feed) => weightByFeed[feed] >= 10)
  const triples = heavy.flatMap((first, i) =>
    heavy.slice(i + 1).flatMap((second, j) => heavy.slice(i + j + 2).map((third) => [first, second, third])),
  )
  return [...missable.map((source) => [source]), ...pairs, ...triples, missableFeeds, missable]
}
