import { ceilTo, hourMs, hourStart } from '@hexawatt/shared/time/instant'

/** A UTC day, `YYYY-MM-DD`, and how often its points have changed. */
export type DayRevision = { day: string; revision: string }

const daySeconds = (24 * hourMs) / 1_000

/** UTC day of an instant as days since the epoch. */
export function toDayNumber(epochSeconds: number): number {
  return Math.floor(epochSeconds / daySeconds)
}

/** UTC day of an instant, `YYYY-MM-DD`. */
export function toDay(epochSeconds: number): string {
  return new Date(epochSeconds * 1_000).toISOString().slice(0, 10)
}

/** First instant of a UTC day. */
export function toDayStart(day: string): Temporal.Instant {
  return Temporal.Instant.from(`${day}T00:00:00Z`)
}

/** The next UTC day; every UTC day has 24 hours. */
export function findNextDay(day: string): string {
  return toDay(toSeconds(toDayStart(day)) + daySeconds)
}

/** Whole seconds since the epoch. */
export function toSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1_000)
}

/** Points in `[from, end)`, both whole seconds. */
export type PointSpan = { from: Temporal.Instant; end: Temporal.Instant }

/** The span of the stored points in `[from, end)`: they lie on whole seconds, while the bounds may have fractions. */
export function toPointSpan(from: Temporal.Instant, end: Temporal.Instant): PointSpan {
  return { from: ceilTo('second', from), end: ceilTo('second', end) }
}

type HourSplit = { leading: PointSpan | null; whole: PointSpan | null; trailing: PointSpan | null }

/** The whole UTC hours of a span, and the partial hours at its edges. */
export function splitAtHours({ from, end }: PointSpan): HourSplit {
  const firstWhole = hourStart(from).equals(from) ? from : hourStart(from).add({ hours: 1 })
  const endOfWhole = hourStart(end)
  if (Temporal.Instant.compare(firstWhole, endOfWhole) > 0)
    return { leading: { from, end }, whole: null, trailing: null }
  return {
    leading: toSpanOrNull(from, firstWhole),
    whole: toSpanOrNull(firstWhole, endOfWhole),
    trailing: toSpanOrNull(endOfWhole, end),
  }
}

function toSpanOrNull(from: Temporal.Instant, end: Temporal.Instant): PointSpan | null {
  return from.equals(end) ? null : { from, end }
}
