import type { PlanId } from '@hexawatt/shared/contract/plans'
import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import { shownEnds } from '../../accounts/account-inputs.ts'
import { searchPageRows } from '../../accounts/account-search-store.ts'
import type { ListedAccount, ListedKey } from '../../accounts/account-store.ts'
import { keyState } from '../../accounts/key-bodies.ts'
import type { PlanRequest } from '../../accounts/plan-request-store.ts'
import { formTokenInput } from '../../kit/forms.ts'
import { type Html, html } from '../../kit/html.ts'
import type { OperatorSession } from './operator-session.ts'
import { buttonForm, nextLink, type ShownPage, table } from './page-shell.ts'

/** Open requests that the first page shows; `bun run keys requests` lists all. */
const shownRequests = 50

/** Accounts by name, page by page, and the open plan requests. */
export function accountsPage(
  session: OperatorSession,
  found: { search: string; accounts: readonly ListedAccount[]; requests: readonly PlanRequest[] },
): ShownPage {
  const { search, requests } = found
  const accounts = found.accounts.slice(0, searchPageRows)
  const rows = accounts.map(({ accountId, account, plan, activeKeys, createdAt }) => [
    accountLink(accountId, account),
    accountId,
    plan,
    activeKeys,
    isoSeconds(createdAt),
  ])
  const waiting = requests
    .slice(0, shownRequests)
    .map((request) => [
      accountLink(request.accountId, request.account),
      request.currentPlan,
      request.plan,
      isoSeconds(request.requestedAt),
      decision(session, request),
    ])
  const hasNext = found.accounts.length > searchPageRows
  return {
    title: 'Accounts',
    content: html`<section><h2>Requests for another plan</h2>${table('Requests for another plan', ['Account', 'Plan', 'Requested plan', 'Since', 'Decision'], waiting)}
${requests.length > shownRequests ? html`<p class="notice">The oldest ${shownRequests} of ${requests.length}.</p>` : null}</section>
<section><h2>Accounts</h2><form method="get" action="/operator"><label>Part of a name, or an id <input name="search" value="${search}"></label><button>Search</button></form>
${table('Accounts', ['Account', 'Id', 'Plan', 'Active keys', 'Since'], rows)}${hasNext ? nextLink('/operator', { search, after: accounts.at(-1)?.account ?? '' }) : null}</section>`,
  }
}

function decision(session: OperatorSession, { requestId }: PlanRequest): Html {
  const action = (name: string): string => `/operator/requests/${requestId}/${name}`
  return html`${buttonForm(session, { action: action('approve'), label: 'Approve' })} ${buttonForm(session, { action: action('refuse'), label: 'Refuse' })}`
}

/** Path of an account's page. */
export const accountPath = (accountId: string): string => `/operator/accounts/${encodeURIComponent(accountId)}`

/** A link to the account's page. */
export function accountLink(accountId: string, name: string): Html {
  return html`<a href="${accountPath(accountId)}">${name}</a>`
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
export function accountSections(session: OperatorSession, { account, request, keys, planIds }: ShownAccount): Html {
  const options = planIds.map(
    (id) => html`<option value="${id}" ${id === account.plan ? html`selected` : null}>${id}</option>`,
  )
  const open = request?.state === 'open' ? request : null
  return html`<section><h2>Account</h2><dl><dt>Id</dt><dd>${account.accountId}</dd><dt>Since</dt><dd>${isoSeconds(account.createdAt)}</dd><dt>Plan</dt><dd id="plan">${account.plan}</dd></dl>
${open === null ? null : html`<p class="notice">Asks for plan ${open.plan} since ${isoSeconds(open.requestedAt)}. ${decision(session, open)}</p>`}
<form method="post" action="${accountPath(account.accountId)}/plan">${formTokenInput(session)}<label>Plan <select name="plan">${options}</select></label><button>Change the plan</button></form></section>
<section><h2>Keys</h2>${keysTable(session, keys)}</section>`
}

/** Keys of all accounts, and a form that finds one: by POST, because a whole key must not appear in an address. */
export function keysPage(session: OperatorSession, keys: readonly ListedKey[], next: Html | null): ShownPage {
  return {
    title: 'Keys',
    content: html`<section><h2>Find a key</h2><form method="post" action="/operator/keys/find">${formTokenInput(session)}<label>Id, both ends (hxw_1234…5678) or the whole key <input name="key" autocomplete="off" required></label><button>Find its account</button></form></section>
<section><h2>Keys, newest first</h2>${keysTable(session, keys, false)}${next}</section>`,
  }
}

/** Keys with their actions. */
function keysTable(session: OperatorSession, keys: readonly ListedKey[], isOfOneAccount = true): Html {
  const now = Temporal.Now.instant()
  const rows = keys.map((key) => {
    const state = keyState(key, now)
    const revoke = { action: `/operator/keys/${key.keyId}/revoke`, label: 'Revoke', isFinal: true }
    return [
      key.keyId,
      ...(isOfOneAccount ? [] : [accountLink(key.accountId, key.account)]),
      key.name,
      shownEnds(key),
      state,
      isoSeconds(key.createdAt),
      formatIsoSecondsOrNull(key.expiresAt) ?? 'never',
      state === 'revoked' ? '' : buttonForm(session, revoke),
    ]
  })
  const heads = ['Key', ...(isOfOneAccount ? [] : ['Account']), 'Name', 'Ends', 'State', 'Made', 'Expires', 'Change']
  return table('Keys', heads, rows)
}
