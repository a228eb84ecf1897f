import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { hashApiKey, isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Metrics } from '@hexawatt/shared/telemetry/metrics'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { type KeyCache, KeyStoreBusyError } from '../auth/key-cache.ts'
import type { KeyRecord } from '../auth/key-store.ts'
import { refuseKey } from '../auth/presented-key.ts'

/** Memoised hashes of keys: hashing is the most expensive step of a cached check. */
const maxMemoisedHashes = 10_000

/** `Retry-After` when keys cannot be checked, s. */
const retryAfterSeconds = 5

export type AuthenticateDeps = {
  cache: Pick<KeyCache, 'find'>
  /** Real time, ms since the epoch: keys expire by it, not by the data's clock. */
  realTimeMs: () => number
  metrics: Metrics
  logger: Logger
}

/** Makes the check of a presented key. Only existing keys enter the memo of hashes, so that made-up keys evict none. */
export function createAuthenticate({ cache, realTimeMs, metrics, logger }: AuthenticateDeps) {
  const withoutPlan = metrics.counter(
    'gateway_unknown_plan_requests_total',
    'Requests refused because the plan table lacks the plan of their account',
  )
  const rareLog = createRareLog({ logger })
  const hashByKey = createBoundedMap<string>(maxMemoisedHashes)

  function refuseUnchecked(error: unknown): AppError {
    // Not logged: a flood of unknown keys must not flood the log.
    if (!(error instanceof KeyStoreBusyError)) rareLog.warn({ err: error }, 'key not checked: Postgres did not answer')
    return new AppError('service_unavailable', {
      detail: 'The API key cannot be checked at the moment.',
      retryAfterSeconds,
      cause: error,
    })
  }

  /** The operator's plan table and the account disagree: not the caller's fault, and another gateway may have the plan already. */
  function refuseUnknownPlan({ rights, subject }: KeyRecord): AppError {
    withoutPlan.inc()
    rareLog.warn({ plan: rights, accountId: subject.id }, 'key refused: the plan table lacks the plan of its account')
    return new AppError('service_unavailable', {
      detail: `The plan of this API key, ${rights}, is not among the plans that this gateway serves at the moment.`,
      retryAfterSeconds,
    })
  }

  /**
   * The record of the presented key, '' = none.
   * @throws AppError `missing_api_key`, `invalid_api_key`, `revoked_api_key`, `expired_api_key`, or `service_unavailable` when the key is not cached and the
   * store cannot be asked, or when the plan table lacks the plan of its account
   */
  return async function authenticate(key: string): Promise<KeyRecord> {
    if (key === '') throw refuseKey('missing_api_key', 'The API key is missing.')
    const memoisedHash = hashByKey.get(key)
    if (memoisedHash === undefined && !isApiKeyShaped(key)) throw refuseUnknownKey()
    const sha256 = memoisedHash ?? hashApiKey(key)
    let record: KeyRecord | null
    try {
      record = await cache.find(sha256)
    } catch (error) {
      throw refuseUnchecked(error)
    }
    if (record === null) throw refuseUnknownKey()
    if (memoisedHash === undefined) hashByKey.set(key, sha256)
    refuseUnusable(record, realTimeMs())
    if (!record.isPlanKnown) throw refuseUnknownPlan(record)
    return record
  }
}
export type Authenticate = ReturnType<typeof createAuthenticate>

function refuseUnusable(record: KeyRecord, nowMs: number): void {
  if (record.isRevoked) throw refuseKey('revoked_api_key', 'This API key was revoked.')
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs) {
    throw refuseKey('expired_api_key', 'This API key has expired.')
  }
}

function refuseUnknownKey(): AppError {
  return refuseKey('invalid_api_key', 'The API key is unknown.')
}
