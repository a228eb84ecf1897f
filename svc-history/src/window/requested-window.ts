import { type Resolved, resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import type { windowParameters } from '@hexawatt/shared/contract/query/window-parameters'
import {
  defaultWindowHours,
  type Granularity,
  maxWindowDays,
  rawByDefaultDays,
} from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { floorToSecond, formatIsoExact, isoSeconds } from '@hexawatt/shared/time/instant'
import type * as v from 'valibot'

/** The part of a query that names a window of the past, by the types of the contract. */
export type WindowQuery = v.InferOutput<v.ObjectSchema<typeof windowParameters, undefined>>

/** A requested span, `from` inclusive, `to` exclusive. */
export type RequestedSpan = { from: Temporal.Instant; to: Temporal.Instant }

/** The requested window and the granularity in force. */
export type RequestedWindow = RequestedSpan & { granularity: Granularity }

/** The two bounds of a span as a query gives them. */
type GivenSpan = Pick<Resolved<WindowQuery>, 'from' | 'to'>

/** Names of the parameters of a span, for refusals. */
export type SpanNames = { from: string; to: string }
const windowNames: SpanNames = { from: 'from', to: 'to' }

/**
 * The window of a query.
 *
 * @param now its second is what `to` is when it is not given
 * @throws AppError `invalid_range`, then `window_too_large`
 */
export function toWindow(query: WindowQuery, now: Temporal.Instant): RequestedWindow {
  const { from, to, granularity } = resolveTimes(query, now)
  const span = toSpan({ from, to }, now, windowNames)
  return { ...span, granularity: granularity ?? (isLonger(span, rawByDefaultDays) ? 'hourly' : 'raw') }
}

/**
 * The span between two bounds. Its rules stand here, because they need the clock.
 *
 * @param now its second is the end when none is given
 * @throws AppError `invalid_range`, then `window_too_large`
 */
export function toSpan(given: GivenSpan, now: Temporal.Instant, names: SpanNames): RequestedSpan {
  const to = given.to ?? floorToSecond(now)
  const span = { from: given.from ?? to.subtract({ hours: defaultWindowHours }), to }
  refuseRange(span, now, names)
  if (isLonger(span, maxWindowDays)) throw createTooLargeError(span)
  return span
}

/** Windows are measured in elapsed time. */
function isLonger({ from, to }: RequestedSpan, days: number): boolean {
  return Temporal.Instant.compare(to, from.add({ hours: 24 * days })) > 0
}

function refuseRange({ from, to }: RequestedSpan, now: Temporal.Instant, names: SpanNames): void {
  const [start, end] = [formatIsoExact(from), formatIsoExact(to)]
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

function createTooLargeError({ from, to }: RequestedSpan): AppError {
  return new AppError('window_too_large', {
    detail: `From ${formatIsoExact(from)} to ${formatIsoExact(to)} is longer than ${maxWindowDays} days (${maxWindowDays * 24} hours), the longest window of one request.`,
  })
}
