import { findPlan, listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { queueNames } from '@hexawatt/shared/queue/queue-names'
import { type AccountDeps, revokeKey } from '../../accounts/account-changes.ts'
import { isKeyId, isRequestId, parseKeySelector } from '../../accounts/account-inputs.ts'
import { searchKeys } from '../../accounts/account-search-store.ts'
import { type Actor, auditLog } from '../../accounts/audit-log-store.ts'
import { approveRequest, refuseRequest, setPlan } from '../../accounts/plan-changes.ts'
import { toAccountPath } from './account-views.ts'
import type { QueueDesk } from './queue-desk.ts'

/** Result of a form: the next page, and the text of the log line. */
export type PageChange = { action: string; seeOther: string; concerned?: Readonly<Record<string, string | number>> }

export type PageChangesDeps = { accounts: AccountDeps; queues: QueueDesk }

/** Longest id of a job, characters. */
const maxJobIdLength = 200

/** Makes the actions of the page's forms: the same functions as those of the JSON listener and the command line. */
export function createPageChanges({ accounts, queues }: PageChangesDeps) {
  async function changePlan(accountId: string, form: URLSearchParams, actor: Actor): Promise<PageChange> {
    const { plans } = accounts.planTable
    const plan = form.get('plan') ?? ''
    if (findPlan(plans, plan) === null) {
      throw new AppError('invalid_body', { detail: `plan takes one of ${listPlanIds(plans).join(', ')}.` })
    }
    await setPlan({ ...accounts, actor }, { account: { accountId }, plan })
    return { action: 'change plan', seeOther: `${toAccountPath(accountId)}?done=plan`, concerned: { accountId, plan } }
  }

  async function decide(requestId: string, decision: string, actor: Actor): Promise<PageChange> {
    if (!isRequestId(requestId)) throw refuseUnknownPage()
    const isApproved = decision === 'approve'
    const { accountId } = await (isApproved ? approveRequest : refuseRequest)({ ...accounts, actor }, requestId)
    const seeOther = `${toAccountPath(accountId)}?done=${isApproved ? 'approved' : 'refused'}`
    return { action: `${decision} plan request`, seeOther, concerned: { accountId } }
  }

  async function revoke(keyId: string, actor: Actor): Promise<PageChange> {
    if (!isKeyId(keyId)) throw refuseUnknownPage()
    const { accountId } = await revokeKey({ ...accounts, actor }, { keyId })
    return {
      action: 'revoke key',
      seeOther: `${toAccountPath(accountId)}?done=revoked`,
      concerned: { keyId, accountId },
    }
  }

  async function findKey(form: URLSearchParams): Promise<PageChange> {
    const selector = parseKeySelector((form.get('key') ?? '').trim())
    const [key] = selector === null ? [] : await searchKeys(accounts.sql, selector, 0)
    if (key === undefined) throw new AppError('not_found', { detail: 'This key does not exist.' })
    const { keyId, accountId } = key
    return { action: 'find key', seeOther: toAccountPath(accountId), concerned: { keyId, accountId } }
  }

  /** The entry comes first: an action that cannot be recorded is not done. A retry that fails afterwards leaves an entry of an attempt. */
  async function retry(queue: string, jobId: string | null, actor: Actor): Promise<PageChange> {
    if (!queueNames.includes(queue) || (jobId?.length ?? 0) > maxJobIdLength) throw refuseUnknownPage()
    const details = { queue, job: jobId ?? 'newest hundred' }
    await accounts.sql.begin((tx) => auditLog(tx, { actor, action: 'jobs.retried', accountId: null, details }))
    const retried = await queues.retry(queue, jobId)
    const query = new URLSearchParams({ queue, done: retried === 0 ? 'none' : 'retried' })
    return {
      action: 'retry jobs',
      seeOther: `/operator/queues?${query.toString()}`,
      concerned: { queue, jobs: retried },
    }
  }

  /** @throws AppError, KeyRefusedError, and what the stores throw */
  return async function change(pathname: string, form: URLSearchParams, actor: Actor): Promise<PageChange> {
    const [, part, id = '', action] = /^\/operator\/([a-z]+)\/([^/]+)(?:\/([a-z]+))?$/.exec(pathname) ?? []
    if (part === 'accounts' && action === 'plan') return changePlan(id, form, actor)
    if (part === 'requests' && (action === 'approve' || action === 'refuse')) return decide(id, action, actor)
    if (part === 'keys' && action === 'revoke') return revoke(id, actor)
    if (part === 'keys' && id === 'find' && action === undefined) return findKey(form)
    if (part === 'queues' && action === 'retry') return retry(id, form.get('job'), actor)
    throw refuseUnknownPage()
  }
}

/** For a path or an id that does not exist. */
export function refuseUnknownPage(): AppError {
  return new AppError('not_found', { detail: 'This page does not exist.' })
}
