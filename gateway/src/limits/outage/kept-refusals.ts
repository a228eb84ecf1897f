import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { LimitSubject, Quota } from '../quota/quota.ts'
import type { Reading } from '../quota/reading.ts'

/** Kept refusals of accounts at most, and as many of client addresses; the oldest makes room. */
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
 * Refusals that Redis would repeat: a full minute has no room before its first second has left the window, whatever is requested meanwhile. They cost no
 * call. After a change of the limit Redis is asked again. Refusals by the month are not kept, because they count against the minute.
 */
export function createKeptRefusals(monotonicMs: () => number) {
  const ofAccounts = createBoundedMap<Kept>(maxKept)
  const ofAddresses = createBoundedMap<Kept>(maxKept)
  const getKept = (kind: LimitSubject['kind']) => (kind === 'account' ? ofAccounts : ofAddresses)
  let isEmpty = true

  return {
    /** The refusal that Redis would give this state now; null when it must be asked. */
    find(subject: LimitSubject, key: string): Quota | null {
      // Called for every request.
      if (isEmpty) return null
      const kept = getKept(subject.kind).get(key)
      if (kept === undefined) return null
      const nowMs = monotonicMs()
      if (kept.requestsPerMinute === subject.requestsPerMinute && nowMs < kept.untilMs)
        return advanceQuota(kept.quota, nowMs - kept.secondBeganAtMs)
      getKept(subject.kind).delete(key)
      return null
    },
    /** Keeps a refusal of Redis for as long as it is certain. */
    keep(subject: LimitSubject, key: string, quota: Quota, { atMs, freeSeconds, intoSecondMs }: Reading): void {
      if (quota.refusedBy !== 'minute') return
      // One millisecond less, because the clock of Redis truncates to milliseconds.
      const certainMs = (freeSeconds * 1_000 - intoSecondMs - 1) * (1 - clockDrift)
      const { requestsPerMinute } = subject
      isEmpty = false
      getKept(subject.kind).set(key, {
        quota,
        requestsPerMinute,
        secondBeganAtMs: monotonicMs() - intoSecondMs,
        untilMs: atMs + certainMs,
      })
    },
  }
}

/** The quota this long after its second began: its times are nearer by whole seconds, as the clock of Redis counts them. */
function advanceQuota(quota: Quota, elapsedMs: number): Quota {
  const seconds = Math.floor(elapsedMs / 1_000)
  if (seconds === 0) return quota
  const bringNearer = <State extends { resetSeconds: number }>(state: State): State => ({
    ...state,
    resetSeconds: Math.max(1, state.resetSeconds - seconds),
  })
  return { ...quota, minute: bringNearer(quota.minute), month: quota.month && bringNearer(quota.month) }
}
