import { type Resolved, resolveTimes } from '@hexawatt/shared/contract/query/requested-time'
import type { windowParameters } from '@hexawatt/shared/contract/query/window-parameters'
import {
  defaultWindowHours,
  type Granularity,
  maxWindowDays,
  rawByDefaultDays,
} from '@hexawatt/shared/contract/score-history'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { isoExact, isoSeconds, wholeSecond } from '@hexawatt/shared/time/instant'
import type * as v from 'valibot'

/** The part of a query that names a window of the past, by the types of the contract. */
export type WindowQuery = v.InferOutput<v.ObjectSchema<typeof windowParameters, undefined>>

/** A requested span, `from` inclusive, `to` exclusive. */
export type AskedSpan = { from: Temporal.Instant; to: Temporal.Instant }

/** The requested window and the granularity in force. */
export type AskedWindow = AskedSpan & { granularity: Granularity }

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
export function toWindow(query: WindowQuery, now: Temporal.Instant): AskedWindow {
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
export function toSpan(given: GivenSpan, now: Temporal.Instant, names: SpanNames): AskedSpan {
  const to = given.to ?? wholeSecond(now)
  const span = { from: given.from ?? to.subtract({ hours: defaultWindowHours }), to }
  refuseRange(span, now, names)
  if (isLonger(span, maxWindowDays)) throw tooLarge(span)
  return span
}

/** Windows are measured in elapsed time. */
function isLonger({ from, to }: AskedSpan, days: number): boolean {
  return Temporal.Instant.compare(to, from.add({ hours: 24 * days })) > 0
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
