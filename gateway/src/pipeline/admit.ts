import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import { type Principal, principalOf } from '@hexawatt/shared/http/principal'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { hashApiKey, isApiKeyShaped } from '../auth/api-key.ts'
import type { ClientSubjects } from '../auth/client-subjects.ts'
import type { KeyCache } from '../auth/key-cache.ts'
import type { KeyHelp } from '../auth/key-help.ts'
import { KeyStoreBusyError } from '../auth/key-loads.ts'
import type { KeyRecord } from '../auth/key-store.ts'
import { challenged, keyRefusal, presentedKey } from '../auth/presented-key.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Limiter, LimitSubject, Quota } from '../limits/quota.ts'
import { quotaRefusal } from '../limits/quota-response.ts'
import type { RoutedOperation } from './match.ts'

export type AdmitDeps = {
  authenticate: Authenticate
  countRequest: CountRequest
  subjects: ClientSubjects
  planTable: PlanTable
  /** The public demo key; null when there is none. */
  demoKey: string | null
  keyHelp: KeyHelp
}

/** Makes the step that identifies the caller and counts the request. */
export function createAdmit({ authenticate, countRequest, subjects, planTable, demoKey, keyHelp }: AdmitDeps) {
  const demo = demoCaller(planTable)

  /** The caller who presents a key; a promise while the key is read. @throws AppError as `authenticate` does, before anything is counted */
  function identify(context: RequestContext, operation: RoutedOperation) {
    const key = presentedKey(operation, context.request.headers)
    return demoKey !== null && key === demoKey ? demo : authenticate(key)
  }

  function count(context: RequestContext, caller: KeyRecord | Caller): Caller | Promise<Caller> {
    return countRequest(context, 'subject' in caller ? caller.subject : subjects.demo(context), caller)
  }

  /** Failed authentication counts against the client address. */
  async function refuseStranger(context: RequestContext, operation: RoutedOperation, error: unknown): Promise<never> {
    if (!(error instanceof AppError) || error.status !== 401) throw error
    await countRequest(context, subjects.anonymous(context), publicCaller)
    const isKnown = error.code === 'revoked_api_key' || error.code === 'expired_api_key'
    throw challenged(operation, error, keyHelp(operation, context.request.url, isKnown))
  }

  /** @throws AppError of the limits, or as `authenticate` does; or rejects with it */
  return function admit(context: RequestContext, operation: RoutedOperation): Caller | Promise<Caller> {
    if (!operation.needsKey) {
      const countAddress = () => countRequest(context, subjects.anonymous(context), publicCaller)
      if (context.request.method !== 'HEAD') return countAddress()
      // HEAD on public operations is not rate limited unless a service is asked.
      context.countBeforeService = async () => void (await countAddress())
      return publicCaller
    }
    let caller: KeyRecord | Caller | Promise<KeyRecord>
    try {
      caller = identify(context, operation)
    } catch (error) {
      return refuseStranger(context, operation, error)
    }
    if (!(caller instanceof Promise)) return count(context, caller)
    return caller.then(
      (record) => count(context, record),
      (error: unknown) => refuseStranger(context, operation, error),
    )
  }
}
export type Admit = ReturnType<typeof createAdmit>

/** The caller, as far as a response depends on it. */
export type Caller = {
  /** Cache partition: equal `rights` share cached responses. */
  rights: string
  /** What services are told of it. */
  readonly principal: Principal
}

/** Rights of the public demo key. */
export const demoRights = 'demo'

/** Caller of operations without a key: services require a principal. */
export const publicCaller: Caller = callerOf('public', smallestPrincipal('public', defaultPlanTable))

/** Caller with the demo key: the rights of the smallest plan, always without custom weights and analytics. */
function demoCaller(table: PlanTable): Caller {
  const principal = smallestPrincipal('demo', table)
  const entitlements = { ...principal.entitlements, customWeights: false, analytics: false }
  return callerOf(demoRights, { ...principal, entitlements })
}

function smallestPrincipal(id: string, table: PlanTable): Principal {
  return principalOf({ accountId: id, keyId: id, plan: 'decouverte' }, table)
}

function callerOf(rights: string, principal: Principal): Caller {
  return { rights, principal }
}

export type CountRequestDeps = { limiter: Pick<Limiter, 'take'>; upgrades: Pick<Upgrades, 'ofLimit'> }

/** Makes the step that counts a request against limits. */
export function createCountRequest({ limiter, upgrades }: CountRequestDeps) {
  function record(context: RequestContext, subject: LimitSubject, quota: Quota): void {
    context.counted = { subject, quota }
    if (quota.refusedBy !== null) throw quotaRefusal(subject, quota, upgrades)
  }

  /**
   * Takes one request of the minute and one of the month, and records both in the context.
   *
   * @returns the caller, when the request may pass
   * @throws AppError `rate_limited`, `upgrade_required`, `overage_cap_exceeded` or `demo_limit_exceeded`, or rejects with it
   */
  return function countRequest(
    context: RequestContext,
    subject: LimitSubject,
    caller: Caller,
  ): Caller | Promise<Caller> {
    const taken = limiter.take(subject)
    if (taken instanceof Promise) {
      return taken.then((quota) => {
        record(context, subject, quota)
        return caller
      })
    }
    record(context, subject, taken)
    return caller
  }
}
type CountRequest = ReturnType<typeof createCountRequest>

/** Memoised hashes of keys: hashing is the most expensive step of a cached check. */
const maxMemoisedHashes = 10_000

/** `Retry-After` when keys cannot be checked, s. */
const retryAfterSeconds = 5

export type AuthenticateDeps = {
  cache: Pick<KeyCache, 'find'>
  /** Real time, ms since the epoch: keys expire by it, not by the data's clock. */
  realTimeMs: () => number
  logger: Logger
}

/**
 * Makes the check of a presented key. Only existing keys enter the memo of hashes, so that made-up keys evict none.
 */
export function createAuthenticate({ cache, realTimeMs, logger }: AuthenticateDeps) {
  const rareLog = createRareLog({ logger })
  const hashByKey = createBoundedMap<string>(maxMemoisedHashes)

  function refuseUnreadable(error: unknown): never {
    // Not logged: a flood of unknown keys must not flood the log.
    if (!(error instanceof KeyStoreBusyError)) rareLog.warn({ err: error }, 'key not checked: the store did not answer')
    throw new AppError('service_unavailable', {
      detail: 'The API key cannot be checked at the moment.',
      retryAfterSeconds,
      cause: error,
    })
  }

  /**
   * The record of the presented key, '' = none; not a promise when it is cached, since this is on the path of every request.
   *
   * @throws AppError `missing_api_key`, `invalid_api_key`, `revoked_api_key`, `expired_api_key`, or `service_unavailable`
   *   when the key is not cached and the store cannot be asked
   */
  return function authenticate(key: string): KeyRecord | Promise<KeyRecord> {
    if (key === '') throw keyRefusal('missing_api_key', 'The API key is missing.')
    const memoisedHash = hashByKey.get(key)
    if (memoisedHash === undefined && !isApiKeyShaped(key)) throw unknownKey()
    const sha256 = memoisedHash ?? hashApiKey(key)
    const found = cache.find(sha256)
    const admitted = (record: KeyRecord | null): KeyRecord => {
      if (record === null) throw unknownKey()
      if (memoisedHash === undefined) hashByKey.set(key, sha256)
      refuseUnusable(record, realTimeMs())
      return record
    }
    return found instanceof Promise ? found.catch(refuseUnreadable).then(admitted) : admitted(found)
  }
}
type Authenticate = ReturnType<typeof createAuthenticate>

function refuseUnusable(record: KeyRecord, nowMs: number): void {
  if (record.isRevoked) throw keyRefusal('revoked_api_key', 'This API key was revoked.')
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs) {
    throw keyRefusal('expired_api_key', 'The validity of this API key has run out.')
  }
}

function unknownKey(): AppError {
  return keyRefusal('invalid_api_key', 'The API key is not known.')
}
