import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { createLocalLimits } from '../outage/local-limits.ts'
import { createPendingUsage } from '../outage/pending-usage.ts'
import { getMonthAt, type LimitSubject } from '../quota/quota.ts'
import { type Verdict, verdicts } from '../quota/reading.ts'

export const november = getMonthAt(Date.UTC(2026, 10, 5) / 1_000)

/** The share of one gateway among several. */
export function createGatewayShare(count: number, rank: number) {
  return { shareOf: (requests: number) => Math.floor(requests / count) + (rank < requests % count ? 1 : 0) }
}

export function createTestLocalLimits(gateways = createGatewayShare(1, 0)) {
  const time = { monotonicMs: 0, realTimeMs: november.startSeconds * 1_000 + 5_000_000 }
  const pending = createPendingUsage(() => undefined)
  const local = createLocalLimits({
    pending,
    gateways,
    monotonicMs: () => time.monotonicMs,
    realTimeMs: () => time.realTimeMs,
  })
  return { time, local, pending }
}

export const pro: LimitSubject = {
  kind: 'account',
  id: 'acc_1',
  requestsPerMinute: 60,
  month: { quota: 30_000, cap: 90_000 },
}

/** Tells the process the counts of Redis: of the minute, including the request that passed, and of the month. */
export function rememberCounts(
  { local, time }: ReturnType<typeof createTestLocalLimits>,
  subject: LimitSubject,
  { minuteRequests = 1, monthRequests = 1, verdict = verdicts.passed as Verdict },
): void {
  const reading = {
    atMs: time.monotonicMs,
    verdict,
    freeSeconds: 1,
    intoSecondMs: 1,
    minuteRequests,
    monthRequests,
    month: november,
    monthLeftSeconds: 9,
  }
  local.remember(subject, buildLimitStateKey(subject), reading)
}

export function countPassed(take: () => { refusedBy: string | null }, tries: number): number {
  return Array.from({ length: tries }, take).filter(({ refusedBy }) => refusedBy === null).length
}
