import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { StoredRequest, StoreRequests } from './account-request-batch-store.ts'
import { createBatchedFlush } from './batched-flush.ts'

/** Requests in memory at most, those of a batch that Postgres has not confirmed included: about 1.5 MB. */
const maxRows = 5_000
/** Requests of one account between two flushes at most: a flood of one account leaves room for the others, and costs Postgres little. */
const maxRowsOfAccount = 1_000

export type AccountRequestsDeps = {
  add: StoreRequests
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
  const { add, metrics, logger, bounds = { maxRows, maxRowsOfAccount } } = deps
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
  /** Requests dropped since the last flush: added to the metric then, because a flood must cost little. */
  let droppedByBound = { account: 0, process: 0 }
  /** Whether requests were dropped before the last flush too: a lasting flood is logged once. */
  let isFloodLogged = false

  const { flush, tryFlush, countWaiting } = createBatchedFlush<StoredRequest>({
    takeRows() {
      const taken = rows
      rows = []
      rowsByAccount = new Map()
      return taken
    },
    add,
    onEnd(outcome) {
      flushes.inc({ outcome })
      reportDropped()
    },
    logger,
    name: 'the list of requests of accounts',
  })

  function reportDropped(): void {
    const { account, process } = droppedByBound
    droppedByBound = { account: 0, process: 0 }
    dropped.inc({ bound: 'account' }, account)
    dropped.inc({ bound: 'process' }, process)
    const requests = account + process
    if (requests > 0 && !isFloodLogged) {
      logger.warn({ requests }, 'requests are missing in the lists of their accounts: memory is bounded')
    }
    isFloodLogged = requests > 0
  }

  return {
    /** Whether a request of the account can be kept; counts it as dropped otherwise, so that a flood costs no more than this question. */
    hasRoomFor(accountId: string): boolean {
      if (rows.length + countWaiting() >= bounds.maxRows) {
        droppedByBound.process += 1
        return false
      }
      if ((rowsByAccount.get(accountId) ?? 0) >= bounds.maxRowsOfAccount) {
        droppedByBound.account += 1
        return false
      }
      return true
    },
    /** Keeps one request, for which there is room. Never throws, and never waits. */
    record(request: StoredRequest): void {
      rowsByAccount.set(request.accountId, (rowsByAccount.get(request.accountId) ?? 0) + 1)
      rows.push(request)
    },
    flush,
    tryFlush,
  }
}
export type AccountRequests = ReturnType<typeof createAccountRequests>
