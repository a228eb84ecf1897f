import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardSignalDay } from '@hexawatt/shared/contract/dashboard/colors-and-signals'
import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toDay, toParisDayStartMs } from '@hexawatt/shared/time/paris-clock'

/** Consecutive hours of one level of tension; it may cross midnight. */
export type TenseSpan = { startMs: number; endMs: number; isVery: boolean }

export const isTense = (status: GridSignalStatus | null): boolean => status === 'Tendu' || status === 'TresTendu'

/** Start of a day in Paris, ms. */
export const toDayStartMs = (date: string): number => toParisDayStartMs(toDay(date))

/** The tense hours of some days, in order; none of a day whose hours are not published. */
export function listTenseSpans(days: readonly DashboardSignalDay[]): TenseSpan[] {
  const hours = days.flatMap(({ date, hours }) => {
    const startMs = toDayStartMs(date)
    return (hours ?? []).map((status, hour) => ({ status, startMs: startMs + hour * hourMs }))
  })
  const spans: TenseSpan[] = []
  for (const { status, startMs } of hours) {
    if (!isTense(status)) continue
    const isVery = status === 'TresTendu'
    const last = spans.at(-1)
    if (last?.endMs === startMs && last.isVery === isVery) last.endMs = startMs + hourMs
    else spans.push({ startMs, endMs: startMs + hourMs, isVery })
  }
  return spans
}

/** The stretch of tense hours of any level around a span: who waits until its end has waited long enough. */
export function findTenseStretch({ startMs, endMs }: TenseSpan, spans: readonly TenseSpan[]): TenseSpan {
  const stretch = { startMs, endMs, isVery: true }
  for (const span of spans) if (span.startMs === stretch.endMs) stretch.endMs = span.endMs
  for (const span of spans.toReversed()) if (span.endMs === stretch.startMs) stretch.startMs = span.startMs
  return stretch
}

/** Whether the newest signal may not have been read: that no signal is known then does not mean that none is published. */
export function isSignalLate({ sources, stale }: Pick<DashboardResponse, 'sources' | 'stale'>): boolean {
  return stale || sources.some(({ id, availabilityPct }) => id === 'grid_signals' && (availabilityPct ?? 100) < 100)
}

/** The published day of a date; null when none is. */
export function findSignalDay(
  { signals }: Pick<DashboardResponse, 'signals'>,
  date: string,
): DashboardSignalDay | null {
  return signals.find((day) => day.date === date) ?? null
}
