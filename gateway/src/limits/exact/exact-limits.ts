import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { CalendarMonth, Counted, LimitSubject } from '../quota/quota.ts'
import { type Reading, verdicts } from '../quota/reading.ts'
import {
  createLimitBatches,
  defaultTimeoutMs,
  type LimitOutcome,
  type NoReadings,
  probeLimitScript,
} from './limit-batches.ts'
import { createLimitConnection } from './limit-connection.ts'
import { changeRequest, type TakeRequest, takeRequest } from './limit-request.ts'
import { createRestoreMonths, type RestoreMonth } from './month-restore.ts'

/** Longest time a stopping gateway waits for Redis, ms: the other gateways notice its end without this call too. */
const leaveTimeoutMs = 500
/** Tag under which the list of living gateways is stored. */
const gatewaysTag = 0
/** A connection is dropped after this many call time-outs without any answer. */
const maxSilentTimeouts = 4

export type ExactLimitsDeps = {
  target: RedisTarget
  restoreMonth: RestoreMonth
  monotonicMs: () => number
  realTimeMs: () => number
  /** Longest time a call of Redis may take before this process decides, ms; absent = a quarter of a second. */
  timeoutMs?: number | undefined
  /** Client addresses with a state in Redis at most; absent = fifty thousand in each span. */
  maxAddresses?: number | undefined
  logger: Logger
  /** Id of this gateway. */
  gatewayId: string
  /** Called with the ids of all living gateways. */
  onGateways: (ids: readonly string[]) => void
  /** Called when all keys become usable, and when some are no longer usable. */
  onChange: (isUp: boolean) => void
  /** Called after every failed call. */
  onFailure: (outcome: NoReadings['kind']) => void
  /** Called after each attempt to restore a month. */
  onRestored: (isRestored: boolean) => void
}

/** The limits that Redis decides on, exactly over all gateways. */
export function createExactLimits(deps: ExactLimitsDeps) {
  const { monotonicMs, realTimeMs, timeoutMs = defaultTimeoutMs, gatewayId, onGateways } = deps
  const connection = createLimitConnection({
    ...deps,
    maxSilenceMs: maxSilentTimeouts * timeoutMs,
    probe: (commands, tag) =>
      Promise.all([
        probeLimitScript(commands, realTimeMs(), tag),
        tag === gatewaysTag ? commands.reportLife(gatewayId).then(onGateways) : null,
      ]),
  })
  const batches = createLimitBatches({ ...deps, connection, monotonicMs, timeoutMs })
  const restoreOnce = createRestoreMonths({ ...deps, batches })

  return {
    /** Whether the keys of a tag can be reached. */
    isUp: (tag: number): boolean => connection.link(tag) !== null,
    /** Takes one request from all of its states or from none. Never rejects. */
    take: (request: TakeRequest): Promise<LimitOutcome> => batches.run(request),
    /** Takes as `take` does, after Redis reported that it has lost the month's count: the count is restored first, so that a hard cap holds. */
    async takeRestored(account: LimitSubject, month: CalendarMonth): Promise<LimitOutcome> {
      await restoreOnce(account, month)
      return batches.run(takeRequest(account, true))
    },
    /** Changes the requests of a month; `minuteRequests` were admitted without Redis in the last minute. Never rejects. */
    change: (owner: Counted, monthIndex: number, change: number, minuteRequests = 0): Promise<LimitOutcome> =>
      batches.run(changeRequest(owner, monthIndex, change, minuteRequests)),
    /** Restores the month of a reading without its stored count: otherwise it would never be flushed, and the account may not send another request. */
    async restore(owner: Counted, readings: readonly Reading[]): Promise<void> {
      const month = findUnrestoredMonth(readings)
      if (month !== null) await restoreOnce(owner, month)
    },
    /** Reports that this gateway lives. Also detects a Redis that hangs or refuses while no request comes. */
    reportLife(): void {
      const link = connection.link(gatewaysTag)
      if (link === null) return
      withTimeout(
        timeoutMs,
        link.run((commands) => commands.reportLife(gatewayId)),
      ).then(onGateways, (error: Error) => {
        if (error instanceof TimeoutError) link.noteLateCall()
        else link.fail(error.message)
      })
    },
    /** Never rejects; bounded in time. */
    async close(): Promise<void> {
      const left = connection.link(gatewaysTag)?.run((commands) => commands.leave(gatewayId))
      if (left !== undefined) await withTimeout(leaveTimeoutMs, left).catch(() => undefined)
      connection.close()
    },
  }
}
export type ExactLimits = ReturnType<typeof createExactLimits>

/** The month that must be restored before its requests are counted; null = none. */
export function findUnrestoredMonth([first]: readonly Reading[]): CalendarMonth | null {
  return first?.verdict === verdicts.unrestored ? first.month : null
}
