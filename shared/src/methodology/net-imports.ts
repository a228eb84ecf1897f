import { coreBorderCountries, findCountryOfEicCode, franceEicCode, germanyAndBelgium } from '../grid/borders.ts'
import { computeKnownMeansAt, type ValuesByHour } from './hourly-means.ts'
import type { NetImportMwByCountry } from './intensity.ts'

/** Sources of net imports, the preferred source first: measured flows, or commercial exchanges until the flows are published. */
export const importBases = ['physical_flows', 'exchange_schedules'] as const
export type ImportBasis = (typeof importBases)[number]

/** Net imports of an hour; `netMwByCountry` null = unknown. */
export type NetImports = {
  basis: ImportBasis | null
  netMwByCountry: NetImportMwByCountry | null
  /** Countries whose border has no flow in the hour, sorted; a border of an unknown country is named by its area code. */
  missingBorders: string[]
}

/** Kinds of commercial exchanges in order of preference: the total agreed by the time of delivery, then the day-ahead schedules. */
const exchangeKinds = ['TOTAL/', 'DA/'] as const

/**
 * Net import per country over an hour: from physical flows when every border is known, else from commercial exchanges when those are known at every border.
 * Never from both: the two differ at each border, and only their sums agree.
 *
 * @param flows series `SENDER>RECEIVER`
 * @param exchanges series `KIND/SENDER>RECEIVER`; none while flows are known
 */
export function computeNetImports(flows: ValuesByHour, exchanges: ValuesByHour, startMs: number): NetImports {
  const known = computeKnownMeansAt(flows, startMs)
  const missingBorders = listMissing(flows.expected, known)
  if (missingBorders.length === 0) return { basis: 'physical_flows', netMwByCountry: sumNetMw(known), missingBorders }
  const exchanged = findExchanged(flows, exchanges, startMs)
  return {
    basis: exchanged && 'exchange_schedules',
    netMwByCountry: exchanged?.netMwByCountry ?? null,
    missingBorders,
  }
}

/** Countries without a value in the hour, of the fixed list and of every series that had a value in the last days. */
function listMissing(expected: ReadonlySet<string>, known: Readonly<Record<string, number>>): string[] {
  const knownCountries = new Set(Object.keys(known).map(findCountryOfSeries))
  const missing = [
    ...coreBorderCountries.filter((country) => !knownCountries.has(country)),
    ...[...expected].filter((series) => known[series] === undefined).map(findCountryOfSeries),
  ]
  return [...new Set(missing)].sort()
}

/** Inflow − outflow per country; cables of one country net together. */
function sumNetMw(meanBySeries: Readonly<Record<string, number>>): Record<string, number> {
  const netMwByCountry: Record<string, number> = {}
  for (const [series, powerMw] of Object.entries(meanBySeries)) {
    const country = findCountryOfSeries(series)
    netMwByCountry[country] = (netMwByCountry[country] ?? 0) + (isInflow(series) ? powerMw : -powerMw)
  }
  return netMwByCountry
}

/** Commercial exchanges of an hour, and how the joint exchange with Germany and Belgium was divided; null when there is none, or it is no import. */
export type Exchanged = {
  kind: (typeof exchangeKinds)[number]
  netMwByCountry: NetImportMwByCountry
  joint: JointExchange | null
}

/** The joint import from Germany and Belgium, MW, and Germany's share of it in the hour that begins at `shareHourMs`. */
export type JointExchange = { powerMw: number; germanShare: number; shareHourMs: number }

/**
 * Net imports of an hour by commercial exchanges: of the first kind that is known at every border; null when none is.
 *
 * @param flows physical flows of the last days, which divide a joint exchange
 */
export function findExchanged(flows: ValuesByHour, exchanges: ValuesByHour, startMs: number): Exchanged | null {
  for (const { kind, netMw } of listAgreed(exchanges, startMs)) {
    const complete = splitPair(netMw, flows, startMs)
    if (complete !== null && coreBorderCountries.every((country) => complete.netMwByCountry[country] !== undefined)) {
      return { kind, ...complete }
    }
  }
  return null
}

/** Commercial exchanges of an hour by kind, the preferred kind first, as net import by neighbour or joint neighbour, MW. */
function listAgreed(exchanges: ValuesByHour, startMs: number) {
  const known = Object.entries(computeKnownMeansAt(exchanges, startMs))
  return exchangeKinds.map((kind) => {
    const ofKind = known.filter(([series]) => series.startsWith(kind))
    return { kind, netMw: sumNetMw(Object.fromEntries(ofKind.map(([series, mw]) => [series.slice(kind.length), mw]))) }
  })
}

/** Net imports of an hour as they are shown, MW; null for a neighbour whose border is unknown. */
export type ShownExchanges = { basis: ImportBasis; netMwByNeighbour: Record<string, number | null> }

/**
 * Net imports of an hour to be shown: by {@link computeNetImports}' order of preference, but a joint exchange stays joint, and where neither basis is
 * complete the known flows are kept.
 *
 * @returns null when nothing is known of the hour
 */
export function listShownExchanges(
  flows: ValuesByHour,
  exchanges: ValuesByHour,
  startMs: number,
): ShownExchanges | null {
  const known = computeKnownMeansAt(flows, startMs)
  const missing = listMissing(flows.expected, known)
  const agreed =
    missing.length === 0 ? undefined : listAgreed(exchanges, startMs).find(({ netMw }) => isComplete(netMw))
  if (agreed !== undefined) {
    const { DE: _german, BE: _belgian, ...others } = agreed.netMw
    const isJoint = agreed.netMw[germanyAndBelgium] !== undefined
    return { basis: 'exchange_schedules', netMwByNeighbour: isJoint ? others : agreed.netMw }
  }
  if (Object.keys(known).length === 0) return null
  const unknown = Object.fromEntries(missing.map((country) => [country, null]))
  return { basis: 'physical_flows', netMwByNeighbour: { ...sumNetMw(known), ...unknown } }
}

/** Whether every border of the fixed list is known, Germany and Belgium possibly together. */
function isComplete(netMw: Readonly<Record<string, number>>): boolean {
  const joint = germanyAndBelgium.split('+')
  return coreBorderCountries.every(
    (country) => netMw[country] !== undefined || (joint.includes(country) && netMw[germanyAndBelgium] !== undefined),
  )
}

/**
 * Divides the joint exchange with Germany and Belgium by their shares in the newest known import from both countries: the intensity of the pair is then
 * their mean, weighted by these flows. Null when France imports from the pair and no import from either country is known in the last days.
 */
function splitPair(
  { [germanyAndBelgium]: pairMw, ...others }: Record<string, number>,
  flows: ValuesByHour,
  startMs: number,
): Pick<Exchanged, 'netMwByCountry' | 'joint'> | null {
  if (pairMw === undefined) return { netMwByCountry: others, joint: null }
  // An export does not change the intensity, so it needs no shares.
  if (pairMw <= 0) return { netMwByCountry: { ...others, DE: pairMw, BE: 0 }, joint: null }
  const newest = findNewestGermanShare(flows, startMs)
  if (newest === null) return null
  const { germanShare } = newest
  const netMwByCountry = { ...others, DE: pairMw * germanShare, BE: pairMw * (1 - germanShare) }
  return { netMwByCountry, joint: { powerMw: pairMw, ...newest } }
}

/** Germany's share of the import from Germany and Belgium, in the newest hour up to `startMs` with such an import; null when no hour has one. */
function findNewestGermanShare(flows: ValuesByHour, startMs: number): Omit<JointExchange, 'powerMw'> | null {
  const newest = [...flows.byHourMs.keys()].filter((hour) => hour <= startMs).sort((a, b) => b - a)
  for (const hour of newest) {
    const { DE: german, BE: belgian } = sumNetMw(computeKnownMeansAt(flows, hour))
    if (german === undefined || belgian === undefined) continue
    const [fromGermany, fromBelgium] = [Math.max(0, german), Math.max(0, belgian)]
    const bothMw = fromGermany + fromBelgium
    if (bothMw > 0) return { germanShare: fromGermany / bothMw, shareHourMs: hour }
  }
  return null
}

/** Whether a directional series of a border flows into France. */
export const isInflow = (series: string): boolean => series.endsWith(`>${franceEicCode}`)

/** Country on the other side of `SENDER>RECEIVER`; the area code of a border whose country is not known. */
export function findCountryOfSeries(series: string): string {
  const [sender = '', receiver = ''] = series.split('>')
  return findCountryOfEicCode(isInflow(series) ? sender : receiver)
}
