import { listPlanIds } from '@hexawatt/shared/contract/plans/plan-rows'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { AccountUsageOf } from '@hexawatt/shared/usage/account-usage'
import { isUsageMonth } from '@hexawatt/shared/usage/month-count'
import type { UsageBill } from '@hexawatt/shared/usage/usage-bill'
import type { AccountDeps } from '../../accounts/account-changes.ts'
import { maxNameLength } from '../../accounts/account-inputs.ts'
import {
  findListedAccount,
  maxKeyPages,
  searchAccounts,
  searchKeys,
  searchPageRows,
} from '../../accounts/account-search-store.ts'
import { listMemberKeys } from '../../accounts/account-store.ts'
import { type AuditFilter, auditActions, isAuditCursor, readAuditLog } from '../../accounts/audit-log-store.ts'
import { findNewestRequest, listOpenRequests } from '../../accounts/plan-request-store.ts'
import { html } from '../../kit/html.ts'
import { writeWrongInput } from '../../kit/private/fields.ts'
import { renderAccountSections, renderAccountsPage, renderKeysPage } from './account-views.ts'
import type { OperatorSession } from './operator-session.ts'
import { type RefusedForm, renderNextLink, type ShownPage } from './page-shell.ts'
import { maxFailedPages, type QueueDesk } from './queue-desk.ts'
import {
  auditPage,
  auditTable,
  renderAccountUsage,
  renderFeedsPage,
  renderQueuesPage,
  renderUsagePage,
} from './report-views.ts'

export type OperatorPagesDeps = {
  accounts: AccountDeps
  usageOf: (month: string) => Promise<readonly UsageBill[]>
  accountUsage: AccountUsageOf
  snapshots: SnapshotReader
  queues: QueueDesk
}

/** Entries of the audit log on its page, and on an account's page. */
const [auditRows, accountAuditRows] = [50, 20]
/** Longest time of reading the status, ms. */
const statusTimeoutMs = 2_000
/** Pages of bills that can be turned, at most. */
const maxBillPages = 100

/** Makes the pages behind the sign-in. Each bounds its reads. */
export function createOperatorPages({ accounts, usageOf, accountUsage, snapshots, queues }: OperatorPagesDeps) {
  const { sql } = accounts

  async function showAccounts(session: OperatorSession, query: URLSearchParams): Promise<ShownPage> {
    const [search, after] = [
      readText(query, 'search', 'Part of a name, or an id'),
      readText(query, 'after', 'Page').text,
    ]
    const [accounts, requests] = await Promise.all([
      search.problem === null ? searchAccounts(sql, { text: search.text, after }) : [],
      listOpenRequests(sql),
    ])
    return renderAccountsPage(session, { search: search.text, problem: search.problem, accounts, requests })
  }

  async function showAccount(
    session: OperatorSession,
    accountId: string,
    refused: RefusedForm | null,
  ): Promise<ShownPage | null> {
    const account = await findListedAccount(sql, accountId)
    if (account === null) return null
    const month = Temporal.Now.plainDateISO('UTC').toPlainYearMonth().toString()
    const [request, keys, usage, log] = await Promise.all([
      findNewestRequest(sql, accountId),
      listMemberKeys(sql, accountId),
      accountUsage({ accountId, month, keyId: null }),
      readAuditLog(sql, { ...everything, account: accountId }, accountAuditRows),
    ])
    return {
      title: account.account,
      content: html`${renderAccountSections(session, { account, request, keys, planIds: listPlanIds(accounts.planTable.plans), refused })}${renderAccountUsage(usage)}<section><h2>Audit log</h2>${auditTable(log.entries)}</section>`,
    }
  }

  async function showKeys(
    session: OperatorSession,
    query: URLSearchParams,
    refused: RefusedForm | null,
  ): Promise<ShownPage> {
    const page = readPageNumber(query, maxKeyPages)
    const keys = await searchKeys(sql, null, page)
    const next = keys.length > searchPageRows ? renderNextLink('/operator/keys', { page: String(page + 1) }) : null
    return renderKeysPage(session, { keys: keys.slice(0, searchPageRows), next, refused })
  }

  async function showUsage(query: URLSearchParams): Promise<ShownPage> {
    const running = Temporal.Now.plainDateISO('UTC').toPlainYearMonth().toString()
    const asked = (query.get('month') ?? '').trim()
    const month = isUsageMonth(asked) ? asked : running
    const refused = asked === '' || isUsageMonth(asked) ? null : asked
    return renderUsagePage({ month, refused }, await usageOf(month), readPageNumber(query, maxBillPages))
  }

  async function showQueues(session: OperatorSession, query: URLSearchParams): Promise<ShownPage> {
    const page = readPageNumber(query, maxFailedPages)
    const counts = await queues.counts()
    const queue = counts.find((one) => one.queue === query.get('queue'))?.queue ?? null
    const failed = queue === null ? [] : await queues.failed(queue, page)
    return renderQueuesPage(session, { counts, queue, failed, page })
  }

  async function showAuditLog(query: URLSearchParams): Promise<ShownPage> {
    const [account, asked, before] = [
      readText(query, 'account', 'Id or name of an account'),
      query.get('action') ?? '',
      query.get('before') ?? '',
    ]
    const action = auditActions.find((one) => one === asked) ?? ''
    const filter = {
      ...everything,
      account: account.text === '' ? null : account.text,
      action: action === '' ? null : action,
      before: isAuditCursor(before) ? before : null,
    }
    const isRead = account.problem === null
    const found = isRead ? await readAuditLog(sql, filter, auditRows) : { entries: [], next: null }
    return auditPage(
      found,
      { account: account.text, action },
      {
        account: account.problem,
        action:
          action === asked ? null : writeWrongInput({ field: 'Action', received: asked, accepted: listedOnly }, 'en'),
      },
    )
  }

  /**
   * The page at a path; null when there is none. @throws AppError, and what the stores throw
   * @param refused the form of the page that was refused; its values are kept
   */
  return async function showPage(
    session: OperatorSession,
    pathname: string,
    query: URLSearchParams,
    refused: RefusedForm | null = null,
  ): Promise<ShownPage | null> {
    if (pathname === '/operator') return showAccounts(session, query)
    if (pathname === '/operator/keys') return showKeys(session, query, refused)
    if (pathname === '/operator/usage') return showUsage(query)
    if (pathname === '/operator/feeds') {
      return renderFeedsPage(await withTimeout(statusTimeoutMs, snapshots.read(statusSnapshot)))
    }
    if (pathname === '/operator/queues') return showQueues(session, query)
    if (pathname === '/operator/audit-log') return showAuditLog(query)
    const [, accountId] = /^\/operator\/accounts\/([^/]+)$/.exec(pathname) ?? []
    return accountId === undefined ? null : showAccount(session, accountId, refused)
  }
}

const everything: AuditFilter = { account: null, action: null, from: null, to: null, before: null }

const listedOnly = 'Choose one of the list; all entries are shown.'

/** A text of the query for a store, '' when it is absent, and why it cannot be searched for. */
function readText(query: URLSearchParams, name: string, field: string): { text: string; problem: string | null } {
  const text = (query.get(name) ?? '').trim()
  if (text.length <= maxNameLength) return { text, problem: null }
  const accepted = `Enter at most ${maxNameLength} characters.`
  return { text, problem: writeWrongInput({ field, received: text, accepted }, 'en') }
}

/** Number of a page, from 0 on; 0 for an invalid value. */
function readPageNumber(query: URLSearchParams, maxPages: number): number {
  const page = Number(query.get('page') ?? 0)
  return Number.isInteger(page) && page > 0 && page < maxPages ? page : 0
}
