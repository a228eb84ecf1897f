import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Reading } from './limit-operation.ts'
import { type LimitSubject, monthTerms, type Quota } from './quota.ts'

/** Kept refusals of accounts at most, and as many of client addresses; the one that was kept first makes room. */
const maxKept = 50_000
/** Longest a refusal by the month is kept, ms: what another gateway gives back ends it sooner. */
const maxMonthKeptMs = 1_000
/** Part of a span by which the clocks of Redis and of this process may differ at its end. */
const clockDrift = 0.001

type Kept = {
  quota: Quota
  requestsPerMinute: number
  cap: number | null
  /** Monotonic times, ms: when the second of Redis that the refusal counts from began, at the latest; and until when Redis would refuse too. */
  secondBeganAtMs: number
  untilMs: number
}

/**
 * Refusals that Redis would repeat: a full minute has no room before its first second has left the window, whatever is asked meanwhile. They
 * cost no call. Another limit or cap (a change of plan) is another question.
 */
export function createKeptRefusals(monotonicMs: () => number) {
  const ofAccounts = createBoundedMap<Kept>(maxKept)
  const ofAddresses = createBoundedMap<Kept>(maxKept)
  const keptOf = (kind: LimitSubject['kind']) => (kind === 'account' ? ofAccounts : ofAddresses)
  let isEmpty = true

  return {
    /** The refusal that Redis would give this state now; null when it must be asked. */
    find(subject: LimitSubject, key: string): Quota | null {
      // On the path of every request.
      if (isEmpty) return null
      const kept = keptOf(subject.kind).get(key)
      if (kept === undefined) return null
      const nowMs = monotonicMs()
      const isSame = kept.requestsPerMinute === subject.requestsPerMinute && kept.cap === capOf(subject, kept.quota)
      if (isSame && nowMs < kept.untilMs) return afterMs(kept.quota, nowMs - kept.secondBeganAtMs)
      keptOf(subject.kind).delete(key)
      return null
    },
    /** Keeps a refusal of Redis for as long as it is certain. */
    keep(
      subject: LimitSubject,
      key: string,
      quota: Quota,
      { atMs, freeSeconds, intoSecondMs, monthLeftSeconds }: Reading,
    ): void {
      if (quota.refusedBy === null) return
      // One millisecond less: the clock of Redis cuts the rest of its millisecond off.
      const certainMs =
        quota.refusedBy === 'minute'
          ? (freeSeconds * 1_000 - intoSecondMs - 1) * (1 - clockDrift)
          : Math.min(maxMonthKeptMs, (monthLeftSeconds - 1) * 1_000)
      const { requestsPerMinute } = subject
      isEmpty = false
      keptOf(subject.kind).set(key, {
        quota,
        requestsPerMinute,
        cap: capOf(subject, quota),
        secondBeganAtMs: monotonicMs() - intoSecondMs,
        untilMs: atMs + certainMs,
      })
    },
    /** A request of the month was given back here. */
    forget({ kind }: Pick<LimitSubject, 'kind'>, key: string): void {
      if (keptOf(kind).get(key)?.quota.refusedBy === 'month') keptOf(kind).delete(key)
    },
  }
}

function capOf({ month }: LimitSubject, quota: Quota): number | null {
  return month === null || quota.month === null ? null : monthTerms(month, quota.month.monthIndex).cap
}

/** The quota so long after its second began: its times have come nearer by whole seconds, as the clock of Redis counts them. */
function afterMs(quota: Quota, elapsedMs: number): Quota {
  const seconds = Math.floor(elapsedMs / 1_000)
  if (seconds === 0) return quota
  const nearer = <State extends { resetSeconds: number }>(state: State): State => ({
    ...state,
    resetSeconds: Math.max(1, state.resetSeconds - seconds),
  })
  return { ...quota, minute: nearer(quota.minute), month: quota.month && nearer(quota.month) }
}
