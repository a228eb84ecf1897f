import type { QueryParameterName } from '@hexawatt/shared/contract/operations'
import {
  defaultWindowHours,
  type Granularity,
  granularities,
  maxWindowDays,
  rawByDefaultDays,
} from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { invalidParameter, type QueryParameters, readInstant } from '@hexawatt/shared/http/query-parameters'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'

/** A requested span, `from` inclusive, `to` exclusive. */
export type AskedSpan = { from: Temporal.Instant; to: Temporal.Instant }

/** The requested window and the granularity in force. */
export type AskedWindow = AskedSpan & { granularity: Granularity }

/** Names of the parameters of a span. */
export type SpanNames = { from: QueryParameterName; to: QueryParameterName }
const windowNames: SpanNames = { from: 'from', to: 'to' }

/** Windows are measured in elapsed time. */
const dayMs = 24 * hourMs

/**
 * The window of a query.
 *
 * @param now to the second: what `to` is when it is not given
 * @throws AppError `invalid_parameter`, then `invalid_range`, then `window_too_large`
 */
export function readWindow(query: QueryParameters, now: Temporal.Instant): AskedWindow {
  const granularity = readGranularity(query)
  const span = readSpan(query, now, windowNames)
  return { ...span, granularity: granularity ?? (lengthMs(span) <= rawByDefaultDays * dayMs ? 'raw' : 'hourly') }
}

/**
 * The span that two parameters name.
 *
 * @param now to the second: the end when none is given
 * @throws AppError `invalid_parameter`, then `invalid_range`, then `window_too_large`
 */
export function readSpan(query: QueryParameters, now: Temporal.Instant, names: SpanNames): AskedSpan {
  const asked = { from: readInstant(query, names.from), to: readInstant(query, names.to) }
  const to = asked.to ?? now
  const span = { from: asked.from ?? to.subtract({ hours: defaultWindowHours }), to }
  refuseRange(span, now, names)
  if (lengthMs(span) > maxWindowDays * dayMs) throw tooLarge(span)
  return span
}

const lengthMs = ({ from, to }: AskedSpan): number => to.epochMilliseconds - from.epochMilliseconds

function readGranularity({ values }: QueryParameters): Granularity | null {
  const received = values.get('granularity')
  if (received === undefined) return null
  const known = granularities.find((granularity) => granularity === received)
  if (known === undefined) throw invalidParameter('granularity', received, granularities.join(' or '))
  return known
}

function refuseRange({ from, to }: AskedSpan, now: Temporal.Instant, names: SpanNames): void {
  const [start, end] = [isoSeconds(from), isoSeconds(to)]
  if (Temporal.Instant.compare(from, to) >= 0) {
    throw new AppError('invalid_range', {
      detail: `${names.from} (${start}) must be earlier than ${names.to} (${end}).`,
    })
  }
  if (Temporal.Instant.compare(from, now) > 0) {
    throw new AppError('invalid_range', {
      detail: `${names.from} (${start}) must not be in the future; it is now ${isoSeconds(now)}.`,
    })
  }
}

function tooLarge({ from, to }: AskedSpan): AppError {
  return new AppError('window_too_large', {
    detail: `From ${isoSeconds(from)} to ${isoSeconds(to)} is longer than ${maxWindowDays} days (${maxWindowDays * 24} hours), the longest window of one request.`,
  })
}
