import { coreBorderCountries } from '../../grid/borders.ts'
import { computeKnownMeansAt, type ValuesByHour } from '../hourly-means.ts'
import { findCountryOfSeries, isInflow } from '../net-imports.ts'

/** Net physical flow by country over an hour, MW, exports negative; null = unknown. A border of an unknown country stands under its area code. */
export type NetFlowMwByCountry = Readonly<Record<string, number | null>>

/** Countries whose border belongs to that of another: the mix of Germany is that of the common price zone. */
const countryOfBorder: Readonly<Record<string, string>> = { LU: 'DE' }

/**
 * Net physical flows of an hour, cables and both directions netted over the whole hour: the six borders that are always expected, and every border that was
 * seen in the last days. Commercial exchanges never stand in: they have the right sum and the wrong borders (docs/develop/decisions-data.md#flows-only).
 *
 * @param flows series `SENDER>RECEIVER` of the last days
 * @returns a border is null unless every expected series of it is known, with at least one in each direction
 */
export function computeBorderFlows(flows: ValuesByHour, startMs: number): NetFlowMwByCountry {
  const known = computeKnownMeansAt(flows, startMs)
  const seriesByCountry = Map.groupBy(new Set([...flows.expected, ...Object.keys(known)]), findCountryOfSeries)
  const netMwByCountry: Record<string, number | null> = {}
  for (const country of new Set([...coreBorderCountries, ...[...seriesByCountry.keys()].sort()])) {
    const border = countryOfBorder[country] ?? country
    const netMw = sumBorderMw(seriesByCountry.get(country) ?? [], known)
    const otherMw = netMwByCountry[border]
    netMwByCountry[border] = otherMw === undefined ? netMw : addKnown(otherMw, netMw)
  }
  return netMwByCountry
}

function sumBorderMw(series: readonly string[], known: Readonly<Record<string, number>>): number | null {
  const hasBothDirections = series.some(isInflow) && !series.every(isInflow)
  if (!hasBothDirections) return null
  return series.reduce<number | null>((sum, name) => {
    const powerMw = known[name]
    return addKnown(sum, powerMw === undefined ? null : isInflow(name) ? powerMw : -powerMw)
  }, 0)
}

const addKnown = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
