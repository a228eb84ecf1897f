import { buildLimitStateKey, computeLimitTag } from '@hexawatt/shared/redis/keys'
import { type Counted, getMonthTerms } from '../quota/quota.ts'

/** Pending months at most; further requests are not charged. Client addresses may use half of them. */
const maxPending = 100_000
const maxPendingOfAddresses = maxPending / 2

/** Requests that Redis has not counted yet: of a month (negative when more were given back than taken) and of the minute. */
export type PendingMonth = { owner: Counted; monthIndex: number; change: number; minuteRequests: number }

/**
 * Collects usage that Redis must count when it is back.
 * @param onChange called with the number of pending requests
 */
export function createPendingUsage(onChange: (requests: number) => void) {
  const pending = new Map<string, PendingMonth[]>()
  let size = 0
  let requests = 0

  function takePending(key: string, months: readonly PendingMonth[]): PendingMonth[] {
    pending.delete(key)
    size -= months.length
    requests -= months.reduce((sum, { change }) => sum + change, 0)
    onChange(requests)
    return months.filter(({ change, minuteRequests }) => change !== 0 || minuteRequests > 0)
  }

  return {
    /** Usage under other terms is collected apart: another plan may price it. */
    add({ owner: { kind, id, placedBy, month }, monthIndex, change, minuteRequests }: PendingMonth): void {
      const owner = { kind, id, placedBy, month }
      const months = pending.getOrInsertComputed(buildLimitStateKey(owner), () => [])
      const earlier = months.find(
        (each) => each.monthIndex === monthIndex && isPricedAlike(each.owner, owner, monthIndex),
      )
      if (earlier === undefined) {
        if (size >= (kind === 'account' ? maxPending : maxPendingOfAddresses)) return
        months.push({ owner, monthIndex, change, minuteRequests })
        size += 1
      } else {
        earlier.change += change
        earlier.minuteRequests += minuteRequests
      }
      requests += change
      onChange(requests)
    },
    isEmpty: (): boolean => pending.size === 0,
    /** Removes and returns the pending usage of one state. */
    takeOf: (key: string): PendingMonth[] => takePending(key, pending.get(key) ?? []),
    /** Removes and returns the pending usage of all reachable states. */
    takeAll: (isUp: (tag: number) => boolean = () => true): PendingMonth[] =>
      [...pending].flatMap(([key, months]) =>
        months.some(({ owner }) => isUp(computeLimitTag(owner))) ? takePending(key, months) : [],
      ),
  }
}
export type PendingUsage = ReturnType<typeof createPendingUsage>

/** Whether two usages of a month are priced by the same plan, beyond the same quota. */
function isPricedAlike(one: Counted, other: Counted, monthIndex: number): boolean {
  const [terms, others] = [one, other].map(({ month }) => month && getMonthTerms(month, monthIndex))
  if (terms?.overagePlanIndex !== others?.overagePlanIndex) return false
  return terms?.overagePlanIndex === undefined || terms.quota === others?.quota
}
