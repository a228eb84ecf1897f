import type { PlanId } from '@hexawatt/shared/contract/plans'
import { isApiKeyShaped } from '@hexawatt/shared/keys/api-key'
import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import { formatKeyEnds } from '../../accounts/account-inputs.ts'
import { searchPageRows } from '../../accounts/account-search-store.ts'
import type { ListedAccount, ListedKey } from '../../accounts/account-store.ts'
import { findKeyState } from '../../accounts/key-bodies.ts'
import type { PlanRequest } from '../../accounts/plan-request-store.ts'
import { renderFormToken } from '../../kit/forms.ts'
import { type Html, html } from '../../kit/html.ts'
import { renderField, writeWrongInput } from '../../kit/private/fields.ts'
import type { OperatorSession } from './operator-session.ts'
import { type RefusedForm, renderButtonForm, renderNextLink, renderTable, type ShownPage } from './page-shell.ts'

/** Open requests that the first page shows; `bun run keys requests` lists all. */
const shownRequests = 50

/** Accounts by name, page by page, and the open plan requests. */
export function renderAccountsPage(
  session: OperatorSession,
  found: {
    search: string
    /** Why the search was refused; null = it was not. */
    problem: string | null
    accounts: readonly ListedAccount[]
    requests: readonly PlanRequest[]
  },
): ShownPage {
  const { search, problem, requests } = found
  const field = { id: 'search', label: 'Part of a name, or an id', problem }
  const control = (attributes: Html) => html`<input name="search" ${attributes} value="${search}">`
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
    ...(problem === null ? {} : { status: 400 }),
    content: html`<section><h2>Requests for another plan</h2>${renderTable('Requests for another plan', ['Account', 'Plan', 'Requested plan', 'Since', 'Decision'], waiting)}
${requests.length > shownRequests ? html`<p class="notice">The oldest ${shownRequests} of ${requests.length}.</p>` : null}</section>
<section><h2>Find an account</h2><form method="get" action="/operator" class="filter">${renderField(field, control)}<button class="btn second">Search</button></form>
${renderTable('Accounts', ['Account', 'Id', 'Plan', 'Active keys', 'Since'], rows)}${hasNext ? renderNextLink('/operator', { search, after: accounts.at(-1)?.account ?? '' }) : null}</section>`,
  }
}

function renderDecision(session: OperatorSession, { requestId }: PlanRequest): Html {
  const action = (name: string): string => `/operator/requests/${requestId}/${name}`
  return html`<div class="row">${renderButtonForm(session, { action: action('approve'), label: 'Approve' })}${renderButtonForm(session, { action: action('refuse'), label: 'Refuse' })}</div>`
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
  /** A change of the plan that was refused; null = none was. */
  refused: RefusedForm | null
}

/** Facts, plan and keys of an account. */
export function renderAccountSections(
  session: OperatorSession,
  { account, request, keys, planIds, refused }: ShownAccount,
): Html {
  const chosen = refused?.form.get('plan') ?? account.plan
  const options = planIds.map(
    (id) => html`<option value="${id}" ${id === chosen ? html`selected` : null}>${id}</option>`,
  )
  const problem = refused && writeWrongInput({ field: 'Plan', received: chosen, accepted: refused.problem }, 'en')
  const field = { id: 'new-plan', label: 'Plan', problem }
  const control = (attributes: Html) => html`<select name="plan" ${attributes}>${options}</select>`
  const open = request?.state === 'open' ? request : null
  return html`<section><h2>Account</h2><dl class="facts"><div><dt>Id</dt><dd>${account.accountId}</dd></div><div><dt>Since</dt><dd>${isoSeconds(account.createdAt)}</dd></div><div><dt>Plan</dt><dd id="plan">${account.plan}</dd></div></dl>
${open === null ? null : html`<div class="notice"><p>Asks for plan ${open.plan} since ${isoSeconds(open.requestedAt)}.</p>${renderDecision(session, open)}</div>`}
<form method="post" action="${toAccountPath(account.accountId)}/plan">${renderFormToken(session)}${renderField(field, control)}<button class="btn">Change the plan</button></form></section>
<section><h2>Keys</h2>${renderKeysTable(session, keys)}</section>`
}

/** Where the form that finds a key is sent: by POST, because a whole key must not appear in an address. */
export const findKeyPath = '/operator/keys/find'

/** Keys of all accounts, and a form that finds one. */
export function renderKeysPage(
  session: OperatorSession,
  { keys, next, refused }: { keys: readonly ListedKey[]; next: Html | null; refused: RefusedForm | null },
): ShownPage {
  const typed = refused?.form.get('key') ?? ''
  const problem = refused && writeWrongInput({ field: 'Key', received: typed, accepted: refused.problem }, 'en')
  const field = {
    id: 'key',
    label: 'Id, both ends (hxw_1234…5678) or the whole key',
    problem,
  }
  // A whole key is a secret: it is not written into a page.
  const control = (attributes: Html) =>
    html`<input name="key" ${attributes} autocomplete="off" required value="${isApiKeyShaped(typed.trim()) ? '' : typed}">`
  return {
    title: 'Keys',
    content: html`<section><h2>Find a key</h2><form method="post" action="${findKeyPath}" class="filter">${renderFormToken(session)}${renderField(field, control)}<button class="btn second">Find its account</button></form></section>
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
