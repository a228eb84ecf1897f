import { roundHalfAwayFromZero } from '@hexawatt/shared/contract/numbers'
import type { ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import { methodologyBreakdown } from '../points/version-set.ts'
import { rankedHours } from './ranked-hours.ts'
import { meanComposite, servedMean } from './weight-units.ts'
import type { WindowAggregates } from './window-aggregates.ts'

/** What analytics says of the points themselves: everything but the window. */
export type AnalyticsOfPoints = Omit<ScoreAnalyticsResponse, keyof AnalyticsWindow>

/** What analytics says of the window, in the order of the contract. */
export type AnalyticsWindow = Pick<
  ScoreAnalyticsResponse,
  | 'from'
  | 'to'
  | 'effectiveFrom'
  | 'truncated'
  | 'maxHistoryDays'
  | 'granularity'
  | 'profileApplied'
  | 'seriesStart'
  | 'carbonSeriesStart'
  | 'consumptionSeriesStart'
  | 'timeZone'
>

/** The aggregates as they are served, in the order of the contract. */
export function analyticsOfPoints({ totals, counts, hoursOfDay, units }: WindowAggregates): AnalyticsOfPoints {
  return {
    sampleCount: counts.samples,
    carbonSampleCount: counts.carbonSamples,
    consumptionSampleCount: counts.consumptionSamples,
    avgGlobalScore: totals.samples === 0 ? null : servedMean(meanComposite(totals, units)),
    optimalPct: servedQuotient(100 * 100 * counts.optimalSamples, counts.samples),
    ...rankedHours(hoursOfDay, units),
    avgCarbonIntensityGco2Kwh: servedQuotient(totals.carbonHundredths, totals.carbonSamples),
    avgLowCarbonPct: servedQuotient(totals.lowCarbonHundredths, totals.carbonSamples),
    avgCarbonIntensityConsumptionGco2Kwh: servedQuotient(totals.consumptionHundredths, totals.consumptionSamples),
    avgConsumptionBoundaryDelta: servedQuotient(totals.deltaHundredths, totals.consumptionSamples),
    methodologyBreakdown: methodologyBreakdown(counts.samplesBySet),
  }
}

/** Hundredths over samples as a number of two decimals; null without samples. A quotient of whole numbers is a half only when it is one. */
function servedQuotient(hundredths: number, samples: number): number | null {
  return samples === 0 ? null : roundHalfAwayFromZero(hundredths / samples, 0) / 100
}
