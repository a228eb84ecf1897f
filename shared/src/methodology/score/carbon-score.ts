import { round1 } from '../../contract/numbers.ts'
import { hourMs } from '../../time/instant.ts'
import { parisTimeZone } from '../../time/paris.ts'
import { carbonAnchors, medianGCo2eqPerKwh } from './anchors.ts'
import type { HourlySeries } from './hourly-series.ts'
import { piecewiseLinear } from './piecewise-linear.ts'
import type { CarbonBasis, Rated } from './sub-scores.ts'

/** Span of the mean of the same hour, ms. */
const meanSpanMs = 7 * 24 * hourMs
/** Below this the mean is no better than the median of the calibration year. */
const minSamples = 48

/** Mean intensity of each Paris hour of the day (0–23), gCO2eq/kWh; null when fewer than 48 hours are known. */
export type SameHourMeans = ReadonlyMap<number, number> | null

/** Means over the hours of the last 7 days that have ended by `now`. */
export function sameHourMeans(realised: HourlySeries, now: Temporal.Instant): SameHourMeans {
  const nowMs = now.epochMilliseconds
  const samples = [...realised].filter(([startMs]) => startMs >= nowMs - meanSpanMs && startMs + hourMs <= nowMs)
  if (samples.length < minSamples) return null
  const byHour = Map.groupBy(samples, ([startMs]) => parisHourOfDay(startMs))
  return new Map([...byHour].map(([hour, ofHour]) => [hour, ofHour.reduce((sum, [, g]) => sum + g, 0) / ofHour.length]))
}

/**
 * Carbon sub-score of one hour.
 *
 * @param known the realised or projected intensity that stands for the hour; null when there is none
 */
export function rateCarbon(known: CarbonBasis | null, means: SameHourMeans, hourStartMs: number): Rated<CarbonBasis> {
  const basis = known ?? fallbackBasis(means, hourStartMs)
  return { value: round1(piecewiseLinear(carbonAnchors, basis.gCo2eqPerKwh)), basis }
}

function fallbackBasis(means: SameHourMeans, hourStartMs: number): CarbonBasis {
  const mean = means?.get(parisHourOfDay(hourStartMs))
  if (mean === undefined) return { kind: 'median', gCo2eqPerKwh: medianGCo2eqPerKwh }
  return { kind: 'same_hour_mean', gCo2eqPerKwh: mean }
}

function parisHourOfDay(startMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone).hour
}
