import { coreBorderCountries, type NeighbourCountry } from '@hexawatt/shared/grid/borders'
import type { DataMode, FeedId } from '@hexawatt/shared/grid/feeds'
import { neighbourMixIds, type PublisherId } from '@hexawatt/shared/grid/publishers'
import type { PolledId } from '../sources/definition/source.ts'

/** What a publisher gives of each past day, and how far back it is loaded. */
export type PastContent = {
  id: PolledId
  publisher: PublisherId
  /** Sources that have a day of this age, in the order in which they are asked. */
  sources: (ageDays: number) => readonly PolledId[]
  /** Age of the oldest day that is loaded, Paris days. */
  maxAgeDays: number
  /** A day is known when each of these has a value for every hour of it. */
  proofs: readonly PastProof[]
  /** The forecast is made without it too: it does not count in the progress that the status shows. */
  isOptional?: true
}

/** What proves that a day is stored: values of a feed, of any one series where none is named, or the mix of a neighbour. */
export type PastProof = { feed: FeedId; series: string | null } | { neighbour: NeighbourCountry }

/** The forecast looks back so many days: before they are loaded it is being prepared. */
export const forecastDays = 28
/** Age of the newest day that decides whether the forecast is prepared: a day that has just come of age, or a publisher's outage of some days, takes nothing back. */
export const preparedFromAgeDays = 7
/** Longest past that a regression of the forecast learns from, days. */
const regressionDays = 92
/** Days of the past that the status counts: a year. */
export const yearDays = 365
/** The scale of the colours needs the net load of 393 days. */
const netLoadDays = 396

/** Days before today after which the past is loaded: the polls and the gap repair bring the newest ones. */
export const newestAgeDays = 2

/** Age of the oldest day of that year. */
const yearAgeDays = newestAgeDays + yearDays - 1

/** Ages up to which every content is loaded before any older day: what needs the shortest past is complete first. */
export const stageDays: readonly number[] = [forecastDays, regressionDays, netLoadDays]

/** The real-time set of the operator's quarter-hours holds about two months; older days are in the consolidated one, which may lag behind. */
const realTimeDays = 59

/** Contents of the open publishers. Colours need none: the first poll brings the whole season. */
const openContents: readonly PastContent[] = [
  {
    id: 'odre_national',
    publisher: 'odre',
    sources: (ageDays) =>
      ageDays <= realTimeDays ? ['odre_national', 'odre_consolidated'] : ['odre_consolidated', 'odre_national'],
    maxAgeDays: netLoadDays,
    proofs: [
      { feed: 'generation_mix_15min', series: 'NUCLEAR' },
      { feed: 'consumption', series: 'REALISED' },
    ],
  },
  createContent('energy_charts_price', 'energy-charts', yearAgeDays, { feed: 'power_exchanges', series: 'PRICE' }),
  createContent('energy_charts_flows', 'energy-charts', yearAgeDays, { feed: 'physical_flows', series: null }),
]

/** Contents of the operator's API. The hourly generation is the mix of the past. */
const operatorContents: readonly PastContent[] = [
  createContent('generation_by_type', 'rte', netLoadDays, { feed: 'generation_by_type', series: 'NUCLEAR' }),
  createContent('consumption', 'rte', netLoadDays, { feed: 'consumption', series: 'REALISED' }),
  createContent('power_exchanges', 'rte', yearAgeDays, { feed: 'power_exchanges', series: 'PRICE' }),
  createContent('physical_flows', 'rte', yearAgeDays, { feed: 'physical_flows', series: null }),
  createContent('generation_forecast', 'rte', regressionDays, { feed: 'generation_forecast', series: 'D-1/SOLAR' }),
]

/** The mixes of the neighbours, whose yearly mean needs a year; installations of all modes have them from the same publisher. */
const neighbourContents: readonly PastContent[] = coreBorderCountries.map((country) => ({
  ...createContent(neighbourMixIds[country], 'energy-charts', yearAgeDays, { neighbour: country }),
  isOptional: true,
}))

function createContent(
  id: PolledId,
  publisher: PublisherId,
  maxAgeDays: number,
  proof: PastContent['proofs'][number],
): PastContent {
  return { id, publisher, sources: () => [id], maxAgeDays, proofs: [proof] }
}

/**
 * The past that an installation loads, the content that the forecast needs most first. A replay has none: the days before a recording are invented, and a
 * forecast of the real grid must not rest on them.
 *
 * @param isPolled whether an installation polls a source: it loads the past only of the neighbours that it polls
 */
export function listPastContents(mode: DataMode, isPolled: (id: PolledId) => boolean): readonly PastContent[] {
  if (mode === 'replay') return []
  return [...(mode === 'open' ? openContents : operatorContents), ...neighbourContents.filter(({ id }) => isPolled(id))]
}
