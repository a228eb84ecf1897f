import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { type FailedJob, jobStates, type QueueCounts } from '@hexawatt/shared/queue/queue-reports'
import { formatIsoSecondsOrNull, isoSeconds } from '@hexawatt/shared/time/instant'
import type { AccountUsage } from '@hexawatt/shared/usage/account-usage'
import { listPricedPlans, type UsageBill } from '@hexawatt/shared/usage/usage-bill'
import { type AuditPage, auditActions } from '../../accounts/audit-log-store.ts'
import { createFormat } from '../../kit/format.ts'
import { type Html, html } from '../../kit/html.ts'
import { renderField, writeWrongInput } from '../../kit/private/fields.ts'
import { renderUsageTable } from '../../pages/account/usage/usage-chart.ts'
import { sumByKey } from '../../pages/account/usage/usage-page.ts'
import { usagePageTexts } from '../../pages/account/usage/usage-page-texts.ts'
import { renderAccountLink } from './account-views.ts'
import type { OperatorSession } from './operator-session.ts'
import { renderButtonForm, renderNextLink, renderTable, type ShownPage } from './page-shell.ts'
import { failedPageRows, maxFailedPages } from './queue-desk.ts'

/** Shown for a plan that the plan table no longer has. */
const unknown = 'unknown'

/** Bills of a page. */
const billRows = 100

/**
 * Bills of a month, page by page, from 0 on.
 * @param asked the shown month, and the text that was asked for instead and is no month (null = none)
 */
export function renderUsagePage(
  { month, refused }: { month: string; refused: string | null },
  bills: readonly UsageBill[],
  page: number,
): ShownPage {
  const accepted = `Enter a month such as ${month}, which is shown.`
  const problem = refused === null ? null : writeWrongInput({ field: 'Month', received: refused, accepted }, 'en')
  const control = (attributes: Html) =>
    html`<input name="month" ${attributes} value="${refused ?? month}" pattern="2\\d{3}-(0[1-9]|1[0-2])">`
  const shown = bills.slice(page * billRows, (page + 1) * billRows)
  const beyond = (bill: UsageBill): string =>
    listPricedPlans(bill)
      .map(([plan, count]) => `${plan} ${count}`)
      .join(', ')
  const rows = shown.map((bill) => [
    renderAccountLink(bill.accountId, bill.account),
    bill.plan,
    bill.requests,
    bill.included ?? unknown,
    beyond(bill),
    bill.baseEur ?? unknown,
    bill.overageEur ?? unknown,
    bill.eur ?? unknown,
  ])
  const heads = ['Account', 'Largest plan', 'Requests', 'Included', 'Beyond, by plan', 'Base EUR', 'Beyond EUR', 'EUR']
  const hasNext = bills.length > (page + 1) * billRows
  return {
    title: 'Usage',
    content: html`<section><h2>Bills of ${month}</h2><form method="get" action="/operator/usage" class="filter">${renderField({ id: 'month', label: 'Month', problem }, control)}<button class="btn second">Show</button></form>
${renderTable('Bills', heads, rows)}${hasNext ? renderNextLink('/operator/usage', { month, page: String(page + 1) }) : null}<p class="quiet">The same figures as <code>bun run usage --month ${month}</code>.</p></section>`,
  }
}

/** Usage of one account in the running month. */
export function renderAccountUsage({ bill, quota, cap, byKey, days }: AccountUsage): Html {
  const shared = { texts: usagePageTexts.en, format: createFormat('en') }
  const perDay = days.map((day) => ({ ...day, name: day.period }))
  const perKey = sumByKey(byKey, shared.texts)
  const figures =
    bill &&
    html`<dl class="facts"><div><dt>Requests</dt><dd>${bill.requests}</dd></div><div><dt>Quota, cap</dt><dd>${quota ?? unknown}, ${cap ?? unknown}</dd></div><div><dt>Beyond the quota</dt><dd>${bill.beyond ?? unknown}</dd></div><div><dt>Bill so far, EUR</dt><dd>${bill.eur ?? unknown}</dd></div></dl>`
  return html`<section><h2>Usage of this month</h2>${figures}${perDay.length === 0 ? null : renderUsageTable(perDay, { ...shared, heading: 'By day', column: 'Day (UTC)' })}
${perKey.length === 0 ? null : renderUsageTable(perKey, { ...shared, heading: 'By key', column: 'Key' })}</section>`
}

/** Freshness of every source; null = no source has reported yet. */
export function renderFeedsPage(status: StatusResponse | null): ShownPage {
  if (status === null)
    return { title: 'Feeds', content: html`<section><p class="notice">No source has reported yet.</p></section>` }
  const rows = status.sources.map((source) => [
    source.id,
    source.source ?? '–',
    source.lastSuccess ?? 'never',
    source.newestSlot ?? '–',
    source.lagMinutes ?? '–',
    source.expectedNext ?? '–',
    source.consecutiveFailures,
  ])
  const heads = [
    'Source',
    'Given by',
    'Last read',
    'End of newest slot',
    'Lag, min',
    'Next expected',
    'Failures in a row',
  ]
  const { history } = status
  const past =
    history &&
    html`<p>History: ${history.knownDays} of ${history.wantedDays} days${history.forecastReady ? '' : ', the forecast is being prepared'}.</p>`
  return {
    title: 'Feeds',
    content: html`<section><h2>Freshness, ${status.mode} data, at ${status.generatedAt}</h2>${past}${renderTable('Freshness', heads, rows)}</section>`,
  }
}

/** Jobs of every queue, and a page of the failed jobs of the chosen one. */
export function renderQueuesPage(
  session: OperatorSession,
  shown: { counts: readonly QueueCounts[]; queue: string | null; failed: readonly FailedJob[]; page: number },
): ShownPage {
  const { counts, queue, failed, page } = shown
  const rows = counts.map(({ queue: name, counts: ofQueue }) => [
    html`<a href="/operator/queues?${new URLSearchParams({ queue: name }).toString()}">${name}</a>`,
    ...jobStates.map((state) => ofQueue[state]),
  ])
  return {
    title: 'Queues',
    content: html`<section><h2>Jobs by state</h2>${renderTable('Jobs by state', ['Queue', ...jobStates], rows)}</section>
${queue === null ? null : renderFailedJobs(session, { queue, failed, page })}`,
  }
}

function renderFailedJobs(
  session: OperatorSession,
  { queue, failed, page }: { queue: string; failed: readonly FailedJob[]; page: number },
): Html {
  const action = `/operator/queues/${encodeURIComponent(queue)}/retry`
  const rows = failed.map((job) => [
    job.id,
    formatIsoSecondsOrNull(job.failedAt) ?? '–',
    job.attempts,
    job.reason,
    renderButtonForm(session, { action, label: 'Retry', fields: { job: job.id } }),
  ])
  const hasNext = failed.length === failedPageRows && page + 1 < maxFailedPages
  return html`<section><h2>Failed jobs of ${queue}</h2>${renderTable('Failed jobs', ['Job', 'Failed at', 'Attempts', 'Reason', 'Change'], rows)}
${hasNext ? renderNextLink('/operator/queues', { queue, page: String(page + 1) }) : null}
${failed.length === 0 ? null : renderButtonForm(session, { action, label: 'Retry the newest hundred' })}
<p class="quiet">A failed poll needs no retry: the next poll requests the missing values.</p></section>`
}

/**
 * Entries of the audit log, newest first.
 * @param filter as entered
 * @param problems why an entered value was refused; null = it was not
 */
export function auditPage(
  { entries, next }: AuditPage,
  filter: { account: string; action: string },
  problems: { account: string | null; action: string | null },
): ShownPage {
  const options = ['', ...auditActions].map(
    (action) =>
      html`<option value="${action}" ${action === filter.action ? html`selected` : null}>${action === '' ? 'all' : action}</option>`,
  )
  const account = renderField(
    { id: 'account', label: 'Id or name of an account', problem: problems.account },
    (attributes) => html`<input name="account" ${attributes} value="${filter.account}">`,
  )
  const action = renderField(
    { id: 'action', label: 'Action', problem: problems.action },
    (attributes) => html`<select name="action" ${attributes}>${options}</select>`,
  )
  return {
    title: 'Audit log',
    ...(problems.account === null ? {} : { status: 400 }),
    content: html`<section><h2>Changes of rights and money</h2><form method="get" action="/operator/audit-log" class="filter">${account}${action}<button class="btn second">Show</button></form>
${auditTable(entries)}${next === null ? null : renderNextLink('/operator/audit-log', { ...filter, before: next })}</section>`,
  }
}

/** Entries of the audit log as a table. */
export function auditTable(entries: AuditPage['entries']): Html {
  const rows = entries.map(({ id, at, actor, action, accountId, account, details }) => [
    id,
    isoSeconds(at),
    `${actor.kind} ${actor.id}`,
    action,
    accountId === null ? '' : account === null ? accountId : renderAccountLink(accountId, account),
    JSON.stringify(details),
  ])
  return renderTable('Audit log', ['Entry', 'At', 'By', 'Action', 'Account', 'Details'], rows)
}
