import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { AnsweredRequest, StoredRequest, StoreRequests } from './account-request-batch-store.ts'
import { createBatchedFlush } from './batched-flush.ts'

/** Requests in memory at most, those of a batch that Postgres has not confirmed included: about 3 MB. */
const maxRows = 10_000
/** Requests of one account between two flushes at most: a flood of one account leaves room for the others, and costs Postgres little. */
const maxRowsOfAccount = 1_000

export type AccountRequestsDeps = {
  add: StoreRequests
  /** Real time, ms since the epoch. */
  realTimeMs: () => number
  metrics: Metrics
  logger: Logger
  /** Set by tests only. */
  bounds?: { maxRows: number; maxRowsOfAccount: number }
}

/**
 * Keeps the requests of accounts until they are stored in Postgres, a few seconds later. A request costs one look-up and one entry of a list. What exceeds
 * the bounds of memory is dropped: only the member's list of requests misses it, counts and bills do not.
 */
export function createAccountRequests(deps: AccountRequestsDeps) {
  const { add, realTimeMs, metrics, logger, bounds = { maxRows, maxRowsOfAccount } } = deps
  const flushes = metrics.counter(
    'gateway_account_request_flushes_total',
    'Flushes of the last requests of accounts to Postgres, by outcome',
    ['outcome'],
  )
  const dropped = metrics.counter(
    'gateway_account_requests_dropped_total',
    'Requests missing in the list of their account because memory is bounded: too many of one account, or of all',
    ['bound'],
  )
  let rows: StoredRequest[] = []
  let rowsByAccount = new Map<string, number>()
  /** Requests dropped since the last flush, and whether some were dropped before it too: a lasting flood is logged once. */
  let droppedNow = 0
  let isFloodLogged = false

  const { flush, tryFlush, countWaiting } = createBatchedFlush<StoredRequest>({
    takeRows() {
      const taken = rows
      rows = []
      rowsByAccount = new Map()
      logFlood()
      return taken
    },
    add,
    onEnd: (outcome) => flushes.inc({ outcome }),
    logger,
    name: 'the list of requests of accounts',
  })

  function logFlood(): void {
    if (droppedNow > 0 && !isFloodLogged) {
      logger.warn({ requests: droppedNow }, 'requests are missing in the lists of their accounts: memory is bounded')
    }
    isFloodLogged = droppedNow > 0
    droppedNow = 0
  }

  function drop(bound: 'account' | 'process'): void {
    droppedNow += 1
    dropped.inc({ bound })
  }

  return {
    /** Keeps one request. Never throws, and never waits. */
    record(request: AnsweredRequest): void {
      const ofAccount = rowsByAccount.get(request.accountId) ?? 0
      const isAccountFull = ofAccount >= bounds.maxRowsOfAccount
      if (isAccountFull || rows.length + countWaiting() >= bounds.maxRows) {
        drop(isAccountFull ? 'account' : 'process')
        return
      }
      rowsByAccount.set(request.accountId, ofAccount + 1)
      rows.push({ ...request, receivedAtMs: Math.round(realTimeMs() - request.durationMs) })
    },
    flush,
    tryFlush,
  }
}
export type AccountRequests = ReturnType<typeof createAccountRequests>
