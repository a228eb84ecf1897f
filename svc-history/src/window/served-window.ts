import type { Principal } from '@hexawatt/shared/contract/principal'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { AskedWindow } from './asked-window.ts'

/** What of the asked window is served: points in `[effectiveFrom, end)`. */
export type ServedWindow = {
  effectiveFrom: Temporal.Instant
  /** `to`, or now when `to` lies in the future. */
  end: Temporal.Instant
  /** Whether it begins later than was asked for. */
  truncated: boolean
  /** Depth of the plan, days. */
  maxHistoryDays: number
}

export type ServedWindowInput = {
  asked: AskedWindow
  principal: Principal
  now: Temporal.Instant
  /** The oldest stored point. */
  seriesStart: Temporal.Instant | null
  hasPointBetween: (from: Temporal.Instant, to: Temporal.Instant) => Promise<boolean>
}

/**
 * Cuts the asked window to what the plan reaches and what is stored.
 *
 * @throws AppError `history_depth_exceeded`, only when the deepest plan would deliver a point that this one does not reach
 */
export async function servedWindow(input: ServedWindowInput): Promise<ServedWindow> {
  const { asked, principal, now, seriesStart } = input
  const { historyDays } = principal.entitlements
  const floor = depthFloor(now, historyDays)
  await refuseBelowFloor(input, floor)
  const start = later(later(asked.from, floor), seriesStart ?? floor)
  const effectiveFrom = earlier(start, asked.to)
  return {
    effectiveFrom,
    end: earlier(asked.to, now),
    truncated: Temporal.Instant.compare(effectiveFrom, asked.from) > 0,
    maxHistoryDays: historyDays,
  }
}

/** Where a plan's history begins: 00:00 UTC so many days before today. */
export function depthFloor(now: Temporal.Instant, historyDays: number): Temporal.Instant {
  return now.toZonedDateTimeISO('UTC').startOfDay().subtract({ days: historyDays }).toInstant()
}

async function refuseBelowFloor(input: ServedWindowInput, floor: Temporal.Instant): Promise<void> {
  const { asked, principal, now } = input
  const { historyDays, deepestHistoryDays } = principal.entitlements
  if (Temporal.Instant.compare(asked.from, floor) >= 0 || deepestHistoryDays <= historyDays) return
  const from = later(asked.from, depthFloor(now, deepestHistoryDays))
  const to = earlier(floor, asked.to)
  if (Temporal.Instant.compare(from, to) < 0 && (await input.hasPointBetween(from, to))) {
    throw tooDeep(asked.from, floor, principal)
  }
}

function tooDeep(from: Temporal.Instant, floor: Temporal.Instant, { plan, entitlements }: Principal): AppError {
  return new AppError('history_depth_exceeded', {
    detail: `from (${isoSeconds(from)}) lies before ${isoSeconds(floor)}, where the history of the plan ${plan} begins (${entitlements.historyDays} days); /api/plans lists deeper plans.`,
    extras: { maxHistoryDays: entitlements.historyDays, earliestFrom: isoSeconds(floor) },
  })
}

/** The later of two instants. */
export const later = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) >= 0 ? one : other

/** The earlier of two instants. */
export const earlier = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) <= 0 ? one : other
