import { maxPastRangeDays } from '@hexawatt/shared/contract/formats/electricity-maps'
import { exportedZone } from '@hexawatt/shared/contract/formats/export-bodies'
import type {
  mixParameters,
  pastHourParameters,
  pastRangeParameters,
} from '@hexawatt/shared/contract/query/facade-parameters'
import { resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createInvalidParameterError } from '@hexawatt/shared/http/parse-query'
import { ceilTo, floorToSecond, formatIsoExact, hourMs, hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import type * as v from 'valibot'

/** The parsed parameters of a façade query. Every façade operation accepts a subset of them. */
export type FacadeQuery = Partial<v.InferOutput<v.ObjectSchema<AnyParameters, undefined>>>
type AnyParameters = typeof mixParameters & typeof pastHourParameters & typeof pastRangeParameters

/**
 * Refuses a query for any zone but the gateway's own: the client would take this zone's data for those of the other zone. A query without zone and place
 * means the gateway's zone.
 * @throws AppError `invalid_parameter`
 */
export function requireZone({ zone, countryCode, lat, lon, dataCenterRegion }: FacadeQuery, ownZone: string): void {
  for (const [name, value] of Object.entries({ zone, countryCode })) {
    if (value !== undefined && value.toUpperCase() !== ownZone) throw createInvalidParameterError(name, value, ownZone)
  }
  if (ownZone === exportedZone) return
  for (const [name, value] of Object.entries({ lat, lon, dataCenterRegion })) {
    if (value !== undefined)
      throw createInvalidParameterError(name, String(value), 'the parameter zone instead of a place')
  }
}

/** A range of whole hours, ms since the epoch: `[startMs, endMs)`. */
export type HourRange = { startMs: number; endMs: number }

/**
 * The range of a query, widened to whole hours; the last 24 hours by default.
 *
 * @throws AppError `invalid_range`, then `window_too_large`
 */
export function toRange(query: FacadeQuery, now: Temporal.Instant): HourRange {
  const asked = resolveTimes(query, now)
  const end = asked.end ?? floorToSecond(now)
  const start = asked.start ?? end.subtract({ hours: 24 })
  if (Temporal.Instant.compare(start, end) >= 0) {
    throw new AppError('invalid_range', {
      detail: `start (${formatIsoExact(start)}) must be earlier than end (${formatIsoExact(end)}).`,
    })
  }
  if (Temporal.Instant.compare(start, now) > 0) {
    throw new AppError('invalid_range', {
      detail: `start (${formatIsoExact(start)}) must not be in the future; it is now ${isoSeconds(now)}.`,
    })
  }
  if (Temporal.Instant.compare(end, start.add({ hours: 24 * maxPastRangeDays })) > 0) {
    throw new AppError('window_too_large', {
      detail: `From ${formatIsoExact(start)} to ${formatIsoExact(end)} is longer than ${maxPastRangeDays} days, the longest range of one request.`,
    })
  }
  return {
    startMs: hourStart(start).epochMilliseconds,
    endMs: ceilTo('hour', end).epochMilliseconds,
  }
}

/**
 * The hour that contains the `datetime` of a query; null without one.
 *
 * @throws AppError `invalid_range`
 */
export function toPastHour(query: FacadeQuery, now: Temporal.Instant): HourRange | null {
  const { datetime } = resolveTimes(query, now)
  if (datetime === undefined) return null
  if (Temporal.Instant.compare(datetime, now) > 0) {
    throw new AppError('invalid_range', {
      detail: `datetime (${formatIsoExact(datetime)}) must not be in the future; it is now ${isoSeconds(now)}.`,
    })
  }
  const startMs = hourStart(datetime).epochMilliseconds
  return { startMs, endMs: startMs + hourMs }
}
