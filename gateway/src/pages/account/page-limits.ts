import { AppError } from '@hexawatt/shared/errors/app-error'
import type { ClientSubjects } from '../../auth/client-subjects.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { Limiter, LimitSubject } from '../../limits/quota.ts'
import type { Member } from '../../session/member.ts'

export type PageLimitsDeps = {
  limiter: Pick<Limiter, 'take'>
  subjects: Pick<ClientSubjects, 'accountPages' | 'member'>
}

/**
 * Makes the limits of account pages: per client address, before a session is looked up, and per member over all addresses. They are counted apart from
 * requests to the API, over all gateways together, and hold for every page, form and file under `/account`.
 */
export function createPageLimits({ limiter, subjects }: PageLimitsDeps) {
  /** @throws AppError `rate_limited` */
  async function take(subject: LimitSubject): Promise<void> {
    const { refusedBy, minute } = await limiter.take(subject)
    if (refusedBy === null) return
    throw new AppError('rate_limited', {
      detail: `At most ${minute.limit} requests a minute for account pages.`,
      retryAfterSeconds: Math.max(1, minute.resetSeconds),
    })
  }

  return {
    takeClient: (context: RequestContext): Promise<void> => take(subjects.accountPages(context)),
    takeMember: ({ memberId }: Member): Promise<void> => take(subjects.member(memberId)),
  }
}
export type PageLimits = ReturnType<typeof createPageLimits>
