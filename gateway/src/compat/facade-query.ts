import { maxPastRangeDays, placeBounds } from '@hexawatt/shared/contract/compat/electricity-maps'
import { exportedZone } from '@hexawatt/shared/contract/exports/export-bodies'
import { AppError } from '@hexawatt/shared/errors/app-error'
import {
  invalidParameter,
  type QueryParameters,
  readInstant,
  refuseRepeated,
} from '@hexawatt/shared/http/query-parameters'
import { hourStart, isoExact, isoSeconds, nextWhole, wholeSecond } from '@hexawatt/shared/time/instant'

const plainNumber = /^-?\d{1,3}(?:\.\d{1,20})?$/

/**
 * The zone that a query asks for. Without a zone and a place the gateway's own is meant, or that of the host that was asked. Refuses a zone that no
 * cell holds, a place outside of France, and other emission factors: data of a zone, or of these factors, would be taken for those.
 *
 * @param zones those that are answered, the one meant by default first
 * @throws AppError `invalid_parameter`
 */
export function readZone(query: QueryParameters, zones: readonly [string, ...string[]]): string {
  refuseRepeated(query)
  const { values } = query
  const zone = values.get('zone')
  const found = zone === undefined ? zones[0] : zones.find((known) => known === zone.toUpperCase())
  if (found === undefined) throw invalidParameter('zone', zone ?? '', zones.join(', '))
  for (const name of ['lat', 'lon'] as const) {
    const received = values.get(name)
    if (zone !== undefined || received === undefined) continue
    if (found !== exportedZone) throw invalidParameter(name, received, 'the parameter zone instead of a place')
    const degrees = plainNumber.test(received) ? Number(received) : Number.NaN
    const [min, max] = placeBounds[name]
    if (!(degrees >= min && degrees <= max)) {
      throw invalidParameter(name, received, `a place in France, from ${min} to ${max} degrees`)
    }
  }
  const factors = values.get('emissionFactorType')
  if (factors !== undefined && factors !== 'lifecycle') {
    throw invalidParameter('emissionFactorType', factors, 'lifecycle')
  }
  return found
}

/** A range of whole hours, ms since the epoch: `[startMs, endMs)`. */
export type HourRange = { startMs: number; endMs: number }

/**
 * The range of a query, widened to whole hours; the last 24 hours by default.
 *
 * @throws AppError `invalid_parameter`, then `invalid_range`, then `window_too_large`
 */
export function readRange(query: QueryParameters, now: Temporal.Instant): HourRange {
  const asked = { start: readInstant(query, 'start', now), end: readInstant(query, 'end', now) }
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
