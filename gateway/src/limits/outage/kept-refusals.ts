import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { LimitSubject, Quota } from '../quota/quota.ts'
import type { Reading } from '../quota/reading.ts'

/** Kept refusals of accounts at most, and as many of client addresses; the one that was kept first makes room. */
const maxKept = 50_000
/** Part of a span by which the clocks of Redis and of this process may differ at its end. */
const clockDrift = 0.001

type Kept = {
  quota: Quota
  requestsPerMinute: number
  /** Monotonic times, ms: when the second of Redis that the refusal counts from began, at the latest; and until when Redis would refuse too. */
  secondBeganAtMs: number
  untilMs: number
}

/**
 * Refusals that Redis would repeat: a full minute has no room before its first second has left the window, whatever is asked meanwhile. They
 * cost no call. Redis is asked again after a change of the limit. Refusals by the month are not kept, since they count against the minute.
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
      if (kept.requestsPerMinute === subject.requestsPerMinute && nowMs < kept.untilMs)
        return afterMs(kept.quota, nowMs - kept.secondBeganAtMs)
      keptOf(subject.kind).delete(key)
      return null
    },
    /** Keeps a refusal of Redis for as long as it is certain. */
    keep(subject: LimitSubject, key: string, quota: Quota, { atMs, freeSeconds, intoSecondMs }: Reading): void {
      if (quota.refusedBy !== 'minute') return
      // One millisecond less: the clock of Redis cuts the rest of its millisecond off.
      const certainMs = (freeSeconds * 1_000 - intoSecondMs - 1) * (1 - clockDrift)
      const { requestsPerMinute } = subject
      isEmpty = false
      keptOf(subject.kind).set(key, {
        quota,
        requestsPerMinute,
        secondBeganAtMs: monotonicMs() - intoSecondMs,
        untilMs: atMs + certainMs,
      })
    },
  }
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
