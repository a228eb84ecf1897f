import { allOperations } from '@hexawatt/shared/contract/operations'
import { problemCodes } from '@hexawatt/shared/contract/problem'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import {
  type AccountRequest,
  maxAccountRequests,
  type RequestCount,
  type RequestSelection,
  statusClasses,
} from '@hexawatt/shared/usage/account-request-store'
import { type Html, html } from '../../../kit/html.ts'
import { renderProblem, writeWrongInput } from '../../../kit/private/fields.ts'
import type { MemberRequest } from '../member-page.ts'
import { type RequestsTexts, requestsTexts } from './requests-texts.ts'

export const requestsPath = '/account/requests'
export const requestsCsvPath = '/account/requests.csv'

const pathsById: ReadonlyMap<string, string> = new Map(allOperations.map(({ id, path }) => [id, path]))

/** Path of an operation; null for an operation of another version of the contract. */
export const findOperationPath = (operation: string): string | null => pathsById.get(operation) ?? null

/** The filters and the page that the address asks for. */
export type RequestsFilter = {
  selection: Omit<RequestSelection, 'limit'>
  /** Parameters with an unknown value, which therefore select nothing. */
  refused: { status: string | null; operation: string | null; before: string | null }
}

export type RequestsView = {
  filter: RequestsFilter
  counts: readonly RequestCount[]
  requests: readonly AccountRequest[]
  hasOlder: boolean
  asked: Pick<MemberRequest, 'language' | 'format'>
}

/** The page of an account's requests. */
export function renderRequests(view: RequestsView): Html {
  const { filter, counts, requests, asked } = view
  const texts = requestsTexts[asked.language]
  const number = (value: number): string => asked.format.number(value, 0)
  const all = sumRequests(counts)
  const failed = sumRequests(counts.filter(({ statusClass }) => statusClass === '4xx' || statusClass === '5xx'))
  const { statusClass, operation } = filter.selection
  const isFiltered = statusClass !== null || operation !== null
  const list =
    requests.length > 0
      ? html`${renderTable(requests, asked, texts)}${renderPages(view, texts)}`
      : isFiltered || all > 0
        ? html`<p>${texts.noneChosen} <a href="${requestsPath}">${texts.choose.reset}</a></p>`
        : html`<p>${texts.none} <a href="/account/keys">${texts.firstKey}</a></p>`
  return html`<section><p class="quiet">${texts.lead(number(maxAccountRequests))}</p>${renderRefused(filter, asked.language, texts)}
${all === 0 ? null : html`<p id="requests-sum">${texts.sum(number(all), all < 2, number(failed))}</p>${renderFilter(view, texts)}`}
${list}<p class="quiet">${texts.stored}</p></section>`
}

const sumRequests = (counts: readonly RequestCount[]): number => counts.reduce((sum, { requests }) => sum + requests, 0)

/** Parameters that the page does not know: nothing is replaced silently. */
function renderRefused({ refused }: RequestsFilter, language: Language, texts: RequestsTexts): Html | null {
  const fields: readonly [field: string, received: string | null, accepted: string][] = [
    [texts.choose.status, refused.status, texts.accepted(statusClasses.join(', '))],
    [texts.choose.operation, refused.operation, texts.accepted(texts.listed)],
    [texts.page, refused.before, texts.accepted(texts.pageLinks)],
  ]
  const problems = fields.flatMap(([field, received, accepted]) =>
    received === null ? [] : [writeWrongInput({ field, received, accepted }, language)],
  )
  return problems.length === 0 ? null : renderProblem(problems.join(' '))
}

function renderFilter({ filter, counts, asked }: RequestsView, texts: RequestsTexts): Html {
  const { statusClass, operation } = filter.selection
  const option = (value: string, name: string, isChosen: boolean, requests: number | null): Html =>
    html`<option value="${value}" ${isChosen ? html`selected` : null}>${name}${requests === null ? '' : ` (${asked.format.number(requests, 0)})`}</option>`
  const statuses = statusClasses.map((one) =>
    option(
      one,
      texts.classes[one],
      one === statusClass,
      sumRequests(counts.filter((count) => count.statusClass === one)),
    ),
  )
  const known = new Set([...counts.map((count) => count.operation), ...(operation === null ? [] : [operation])])
  const operations = [...known].map((id) => ({ id, name: findOperationPath(id) ?? id }))
  const named = operations
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ id, name }) =>
      option(id, name, id === operation, sumRequests(counts.filter((count) => count.operation === id))),
    )
  const { choose } = texts
  const reset = statusClass === null && operation === null ? null : html`<a href="${requestsPath}">${choose.reset}</a>`
  return html`<form method="get" action="${requestsPath}" class="filter">
<div class="field"><label for="status">${choose.status}</label><select name="status" id="status">${option('', choose.allStatuses, statusClass === null, null)}${statuses}</select></div>
<div class="field"><label for="operation">${choose.operation}</label><select name="operation" id="operation">${option('', choose.allOperations, operation === null, null)}${named}</select></div>
<button class="btn second">${choose.show}</button>${reset}<a href="${linkTo(requestsCsvPath, filter, null)}" download>${texts.download}</a></form>`
}

function renderTable(
  requests: readonly AccountRequest[],
  { language, format }: RequestsView['asked'],
  texts: RequestsTexts,
): Html {
  const { columns } = texts
  const heads = Object.values(columns).map((name) => html`<th scope="col">${name}</th>`)
  const clock = clocks[language]
  const rows = requests.map((request) => {
    const at = `${request.receivedAt}`
    return html`<tr><th scope="row"><time datetime="${at}">${clock.format(Date.parse(at))}</time></th>
<td class="of-operation"><code>${findOperationPath(request.operation) ?? request.operation}</code></td><td class="of-status">${renderStatus(request)}</td>
<td class="of-duration">${writeDuration(request.durationMs, format, language)}</td><td class="of-key">${request.keyName ?? texts.removedKey}</td><td class="of-id"><code>${request.requestId}</code></td></tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.list}"><table class="plain stacked" id="requests"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`
}

/** The status, and the code of the problem with a link to its page. */
function renderStatus({ status, problem }: AccountRequest): Html {
  const shown = html`<span class="status${status >= 400 ? ' failed' : ''}">${status}</span>`
  if (problem === null) return shown
  const isKnown = problemCodes.some((code) => code === problem)
  return html`${shown} ${isKnown ? html`<a href="/problems/${problem}">${problem}</a>` : problem}`
}

/** Day and time of Paris to the second. */
const createClock = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: parisTimeZone,
  })
const clocks: Readonly<Record<Language, Intl.DateTimeFormat>> = { fr: createClock('fr-FR'), en: createClock('en-GB') }

const tenSecondsMs = 10_000

function writeDuration(ms: number, format: RequestsView['asked']['format'], language: Language): string {
  if (ms >= tenSecondsMs) return format.quantity(ms / 1_000, 1, 's')
  if (ms < 0.05) return language === 'fr' ? '<\u00a00,1\u00a0ms' : '<\u00a00.1\u00a0ms'
  return format.quantity(ms, ms < 10 ? 1 : 0, 'ms')
}

/** A path with the filter of the page. */
function linkTo(path: string, { selection }: RequestsFilter, before: string | null): string {
  const { statusClass, operation } = selection
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ status: statusClass, operation, before })) {
    if (value !== null) asked.set(name, value)
  }
  return asked.size === 0 ? path : `${path}?${asked}`
}

function renderPages({ filter, requests, hasOlder }: RequestsView, texts: RequestsTexts): Html {
  const last = requests.at(-1)
  const older =
    hasOlder && last !== undefined
      ? html`<a href="${linkTo(requestsPath, filter, `${last.receivedAt}_${last.slot}`)}" rel="next">${texts.older}</a>`
      : null
  const newest =
    filter.selection.before === null ? null : html`<a href="${linkTo(requestsPath, filter, null)}">${texts.newest}</a>`
  return html`<p class="pages">${newest} ${older}</p>`
}
