import type { RequestContext } from '../http/request-context.ts'
import type { Limiter, LimitSubject } from '../limits/quota.ts'
import { quotaRefusal } from '../limits/refusals.ts'

export type CountRequestDeps = { limiter: Pick<Limiter, 'take'>; upgradeUrl: string }

/** Makes the step that counts a request against limits. */
export function createCountRequest({ limiter, upgradeUrl }: CountRequestDeps) {
  /**
   * Takes one request of the minute and of the month, and notes it in the context.
   *
   * @throws AppError `rate_limited`, `upgrade_required`, `overage_cap_exceeded` or `demo_limit_exceeded`
   */
  return async function countRequest(context: RequestContext, subject: LimitSubject): Promise<void> {
    const quota = await limiter.take(subject)
    context.counted = { subject, quota }
    if (quota.refusedBy !== null) throw quotaRefusal(subject, quota, { upgradeUrl })
  }
}
export type CountRequest = ReturnType<typeof createCountRequest>
