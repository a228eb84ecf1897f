import { nationalScore } from './fast-rounding.ts'
import { wholeMean } from './hundredths.ts'
import type { PointValues } from './point-values.ts'
import { compareVersionSets } from './version-set.ts'

/** Hundredths of a value; null where a point has none. */
type HundredthsKey = 'carbonHundredths' | 'consumptionHundredths' | 'lowCarbonHundredths' | 'spotPriceHundredths'

/** The mean of raw points as one hourly point: for the hours that the edge of a window cuts, which no stored sum describes. */
export function hourMean(hourStartSeconds: number, points: readonly PointValues[]): PointValues {
  const samples = points.length
  const subScoreTenths = [0, 1, 2, 3].map((dimension) =>
    points.reduce((sum, point) => sum + (point.subScoreTenths[dimension] ?? 0), 0),
  ) as [number, number, number, number]
  const confidenceSum = points.reduce((sum, { confidence }) => sum + confidence, 0)
  return {
    epochSeconds: hourStartSeconds,
    samples,
    backfilledSamples: points.reduce((sum, { backfilledSamples }) => sum + backfilledSamples, 0),
    subScoreTenths,
    globalScore: nationalScore(subScoreTenths, samples),
    confidence: wholeMean(confidenceSum, samples) ?? 0,
    carbonSlotStartSeconds: newest(points.map(({ carbonSlotStartSeconds }) => carbonSlotStartSeconds)),
    carbonHundredths: meanOf(points, 'carbonHundredths'),
    consumptionHundredths: meanOf(points, 'consumptionHundredths'),
    lowCarbonHundredths: meanOf(points, 'lowCarbonHundredths'),
    spotPriceHundredths: meanOf(points, 'spotPriceHundredths'),
    versionSet: prevailingSet(points),
  }
}

function meanOf(points: readonly PointValues[], key: HundredthsKey): number | null {
  const known = points.map((point) => point[key]).filter((value) => value !== null)
  return wholeMean(
    known.reduce((sum, value) => sum + value, 0),
    known.length,
  )
}

function newest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** The combination of versions of most of the points; of two with as many, the newer. */
function prevailingSet(points: readonly PointValues[]): string {
  const bySet = Map.groupBy(points, ({ versionSet }) => versionSet)
  const [prevailing] = [...bySet].sort(
    ([oneSet, one], [otherSet, other]) => other.length - one.length || compareVersionSets(otherSet, oneSet),
  )
  return prevailing?.[0] ?? ''
}
