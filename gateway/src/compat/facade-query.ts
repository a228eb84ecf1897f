import { maxPastRangeDays } from '@hexawatt/shared/contract/compat/electricity-maps'
import { exportedZone } from '@hexawatt/shared/contract/exports/export-bodies'
import { resolveTimes } from '@hexawatt/shared/contract/query/asked-time'
import type { pastRangeParameters } from '@hexawatt/shared/contract/query/facade-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { invalidParameter } from '@hexawatt/shared/http/parse-query'
import { hourStart, isoExact, isoSeconds, nextWhole, wholeSecond } from '@hexawatt/shared/time/instant'
import type * as v from 'valibot'

/** What a query of the façade holds by the types of the contract; no operation takes more. */
export type FacadeQuery = Partial<v.InferOutput<v.ObjectSchema<typeof pastRangeParameters, undefined>>>

/**
 * The zone that a query asks for. Without a zone and a place the gateway's own is meant, or that of the host that was asked. A zone that is not known
 * is refused, because data of another one would be taken for its own.
 *
 * @param zones those that are answered, the one meant by default first
 * @throws AppError `invalid_parameter`
 */
export function toZone({ zone, lat, lon }: FacadeQuery, zones: readonly [string, ...string[]]): string {
  const found = zone === undefined ? zones[0] : zones.find((known) => known === zone.toUpperCase())
  if (found === undefined) throw invalidParameter('zone', zone ?? '', zones.join(', '))
  if (found === exportedZone) return found
  for (const [name, degrees] of Object.entries({ lat, lon })) {
    if (degrees !== undefined) throw invalidParameter(name, String(degrees), 'the parameter zone instead of a place')
  }
  return found
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
  const end = asked.end ?? wholeSecond(now)
  const start = asked.start ?? end.subtract({ hours: 24 })
  if (Temporal.Instant.compare(start, end) >= 0) {
    throw new AppError('invalid_range', {
      detail: `start (${isoExact(start)}) must be earlier than end (${isoExact(end)}).`,
    })
  }
  if (Temporal.Instant.compare(start, now) > 0) {
    throw new AppError('invalid_range', {
      detail: `start (${isoExact(start)}) must not be in the future; it is now ${isoSeconds(now)}.`,
    })
  }
  if (Temporal.Instant.compare(end, start.add({ hours: 24 * maxPastRangeDays })) > 0) {
    throw new AppError('window_too_large', {
      detail: `From ${isoExact(start)} to ${isoExact(end)} is longer than ${maxPastRangeDays} days, the longest range of one request.`,
    })
  }
  return {
    startMs: hourStart(start).epochMilliseconds,
    endMs: nextWhole('hour', end).epochMilliseconds,
  }
}
