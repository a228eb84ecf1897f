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
import { isoExact, isoSeconds, wholeSecond } from '@hexawatt/shared/time/instant'

/** A requested span, `from` inclusive, `to` exclusive. */
export type AskedSpan = { from: Temporal.Instant; to: Temporal.Instant }

/** The requested window and the granularity in force. */
export type AskedWindow = AskedSpan & { granularity: Granularity }

/** Names of the parameters of a span. */
export type SpanNames = { from: QueryParameterName; to: QueryParameterName }
const windowNames: SpanNames = { from: 'from', to: 'to' }

/**
 * The window of a query.
 *
 * @param now its second is what `to` is when it is not given
 * @throws AppError `invalid_parameter`, then `invalid_range`, then `window_too_large`
 */
export function readWindow(query: QueryParameters, now: Temporal.Instant): AskedWindow {
  const granularity = readGranularity(query)
  const span = readSpan(query, now, windowNames)
  return { ...span, granularity: granularity ?? (isLonger(span, rawByDefaultDays) ? 'hourly' : 'raw') }
}

/**
 * The span that two parameters name.
 *
 * @param now its second is the end when none is given
 * @throws AppError `invalid_parameter`, then `invalid_range`, then `window_too_large`
 */
export function readSpan(query: QueryParameters, now: Temporal.Instant, names: SpanNames): AskedSpan {
  const asked = { from: readInstant(query, names.from, now), to: readInstant(query, names.to, now) }
  const to = asked.to ?? wholeSecond(now)
  const span = { from: asked.from ?? to.subtract({ hours: defaultWindowHours }), to }
  refuseRange(span, now, names)
  if (isLonger(span, maxWindowDays)) throw tooLarge(span)
  return span
}

/** Windows are measured in elapsed time. */
function isLonger({ from, to }: AskedSpan, days: number): boolean {
  return Temporal.Instant.compare(to, from.add({ hours: 24 * days })) > 0
}

function readGranularity({ values }: QueryParameters): Granularity | null {
  const received = values.get('granularity')
  if (received === undefined) return null
  const known = granularities.find((granularity) => granularity === received)
  if (known === undefined) throw invalidParameter('granularity', received, granularities.join(' or '))
  return known
}

function refuseRange({ from, to }: AskedSpan, now: Temporal.Instant, names: SpanNames): void {
  const [start, end] = [isoExact(from), isoExact(to)]
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
    detail: `From ${isoExact(from)} to ${isoExact(to)} is longer than ${maxWindowDays} days (${maxWindowDays * 24} hours), the longest window of one request.`,
  })
}
