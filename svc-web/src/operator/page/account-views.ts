import type { PlanId } from '@hexawatt/shared/contract/plans'
import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import { formatKeyEnds } from '../../accounts/account-inputs.ts'
import { searchPageRows } from '../../accounts/account-search-store.ts'
import type { ListedAccount, ListedKey } from '../../accounts/account-store.ts'
import { findKeyState } from '../../accounts/key-bodies.ts'
import type { PlanRequest } from '../../accounts/plan-request-store.ts'
import { renderFormToken } from '../../kit/forms.ts'
import { type Html, html } from '../../kit/html.ts'
import type { OperatorSession } from './operator-session.ts'
import { renderButtonForm, renderNextLink, renderTable, type ShownPage } from './page-shell.ts'

/** Open requests that the first page shows; `bun run keys requests` lists all. */
const shownRequests = 50

/** Accounts by name, page by page, and the open plan requests. */
export function renderAccountsPage(
  session: OperatorSession,
  found: { search: string; accounts: readonly ListedAccount[]; requests: readonly PlanRequest[] },
): ShownPage {
  const { search, requests } = found
  const accounts = found.accounts.slice(0, searchPageRows)
  const rows = accounts.map(({ accountId, account, plan, activeKeys, createdAt }) => [
    renderAccountLink(accountId, account),
    accountId,
    plan,
    activeKeys,
    isoSeconds(createdAt),
  ])
  const waiting = requests
    .slice(0, shownRequests)
    .map((request) => [
      renderAccountLink(request.accountId, request.account),
      request.currentPlan,
      request.plan,
      isoSeconds(request.requestedAt),
      renderDecision(session, request),
    ])
  const hasNext = found.accounts.length > searchPageRows
  return {
    title: 'Accounts',
    content: html`<section><h2>Requests for another plan</h2>${renderTable('Requests for another plan', ['Account', 'Plan', 'Requested plan', 'Since', 'Decision'], waiting)}
${requests.length > shownRequests ? html`<p class="notice">The oldest ${shownRequests} of ${requests.length}.</p>` : null}</section>
<section><h2>Accounts</h2><form method="get" action="/operator"><label>Part of a name, or an id <input name="search" value="${search}"></label><button>Search</button></form>
${renderTable('Accounts', ['Account', 'Id', 'Plan', 'Active keys', 'Since'], rows)}${hasNext ? renderNextLink('/operator', { search, after: accounts.at(-1)?.account ?? '' }) : null}</section>`,
  }
}

function renderDecision(session: OperatorSession, { requestId }: PlanRequest): Html {
  const action = (name: string): string => `/operator/requests/${requestId}/${name}`
  return html`${renderButtonForm(session, { action: action('approve'), label: 'Approve' })} ${renderButtonForm(session, { action: action('refuse'), label: 'Refuse' })}`
}

/** Path of an account's page. */
export const toAccountPath = (accountId: string): string => `/operator/accounts/${encodeURIComponent(accountId)}`

/** A link to the account's page. */
export function renderAccountLink(accountId: string, name: string): Html {
  return html`<a href="${toAccountPath(accountId)}">${name}</a>`
}

/** Content of an account's page, in addition to its usage and its part of the audit log. */
export type ShownAccount = {
  account: ListedAccount
  request: PlanRequest | null
  keys: readonly ListedKey[]
  /** The plans that can be chosen, smallest first. */
  planIds: readonly PlanId[]
}

/** Facts, plan and keys of an account. */
export function renderAccountSections(
  session: OperatorSession,
  { account, request, keys, planIds }: ShownAccount,
): Html {
  const options = planIds.map(
    (id) => html`<option value="${id}" ${id === account.plan ? html`selected` : null}>${id}</option>`,
  )
  const open = request?.state === 'open' ? request : null
  return html`<section><h2>Account</h2><dl><dt>Id</dt><dd>${account.accountId}</dd><dt>Since</dt><dd>${isoSeconds(account.createdAt)}</dd><dt>Plan</dt><dd id="plan">${account.plan}</dd></dl>
${open === null ? null : html`<p class="notice">Asks for plan ${open.plan} since ${isoSeconds(open.requestedAt)}. ${renderDecision(session, open)}</p>`}
<form method="post" action="${toAccountPath(account.accountId)}/plan">${renderFormToken(session)}<label>Plan <select name="plan">${options}</select></label><button>Change the plan</button></form></section>
<section><h2>Keys</h2>${renderKeysTable(session, keys)}</section>`
}

/** Keys of all accounts, and a form that finds one: by POST, because a whole key must not appear in an address. */
export function renderKeysPage(session: OperatorSession, keys: readonly ListedKey[], next: Html | null): ShownPage {
  return {
    title: 'Keys',
    content: html`<section><h2>Find a key</h2><form method="post" action="/operator/keys/find">${renderFormToken(session)}<label>Id, both ends (hxw_1234…5678) or the whole key <input name="key" autocomplete="off" required></label><button>Find its account</button></form></section>
<section><h2>Keys, newest first</h2>${renderKeysTable(session, keys, false)}${next}</section>`,
  }
}

/** Keys with their actions. */
function renderKeysTable(session: OperatorSession, keys: readonly ListedKey[], isOfOneAccount = true): Html {
  const now = Temporal.Now.instant()
  const rows = keys.map((key) => {
    const state = findKeyState(key, now)
    const revoke = { action: `/operator/keys/${key.keyId}/revoke`, label: 'Revoke', isFinal: true }
    return [
      key.keyId,
      ...(isOfOneAccount ? [] : [renderAccountLink(key.accountId, key.account)]),
      key.name,
      formatKeyEnds(key),
      state,
      isoSeconds(key.createdAt),
      formatIsoSecondsOrNull(key.expiresAt) ?? 'never',
      state === 'revoked' ? '' : renderButtonForm(session, revoke),
    ]
  })
  const heads = ['Key', ...(isOfOneAccount ? [] : ['Account']), 'Name', 'Ends', 'State', 'Made', 'Expires', 'Change']
  return renderTable('Keys', heads, rows)
}
