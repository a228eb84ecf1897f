import type { AnyOperation } from '@hexawatt/shared/contract/operations'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Upgrades } from '@hexawatt/shared/errors/upgrades'
import { type Caller, makeDemoCaller, publicCaller } from '../auth/caller.ts'
import type { ClientSubjects } from '../auth/client-subjects.ts'
import type { KeyHelp } from '../auth/key-help.ts'
import type { KeyRecord } from '../auth/key-store.ts'
import { addChallenge, readPresentedKey } from '../auth/presented-key.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Limiter, LimitSubject } from '../limits/quota/quota.ts'
import { refuseByQuota } from '../limits/quota/quota-response.ts'
import type { Authenticate } from './authenticate.ts'

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
  const demo = makeDemoCaller(planTable)

  async function countAddress(context: RequestContext): Promise<void> {
    await countRequest(context, subjects.anonymous(context))
  }

  /** The record of the presented key. @throws AppError as `authenticate` does, after the request was counted against the client address */
  async function identify(context: RequestContext, operation: AnyOperation): Promise<KeyRecord | 'demo'> {
    try {
      const key = readPresentedKey(operation, context.request.headers)
      return demoKey !== null && key === demoKey ? 'demo' : await authenticate(key)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error
      await countAddress(context)
      const isKnown = error.code === 'revoked_api_key' || error.code === 'expired_api_key'
      throw addChallenge(operation, error, keyHelp(operation, context.request.url, isKnown))
    }
  }

  /** @throws AppError of the limits, or as `authenticate` does */
  return async function admit(context: RequestContext, operation: AnyOperation): Promise<Caller> {
    if (!operation.needsKey) {
      // HEAD of a public operation is counted only if a service is asked.
      if (context.request.method === 'HEAD') context.countBeforeService = () => countAddress(context)
      else await countAddress(context)
      return publicCaller
    }
    const record = await identify(context, operation)
    await countRequest(context, record === 'demo' ? subjects.demo(context) : record.subject)
    return record === 'demo' ? demo : record
  }
}
export type Admit = ReturnType<typeof createAdmit>

export type CountRequestDeps = { limiter: Pick<Limiter, 'take'>; upgrades: Pick<Upgrades, 'ofLimit'> }

/** Makes the step that counts a request against limits. */
export function createCountRequest({ limiter, upgrades }: CountRequestDeps) {
  /**
   * Takes one request of the minute and one of the month, and records both in the context.
   *
   * @throws AppError `rate_limited`, `upgrade_required`, `overage_cap_exceeded` or `demo_limit_exceeded`
   */
  return async function countRequest(context: RequestContext, subject: LimitSubject): Promise<void> {
    const quota = await limiter.take(subject)
    context.counted = { subject, quota }
    if (quota.refusedBy !== null) throw refuseByQuota(subject, quota, upgrades)
  }
}
export type CountRequest = ReturnType<typeof createCountRequest>
