import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { isFeed } from '@hexawatt/shared/grid/feeds'
import { findOpenModeRemark } from '@hexawatt/shared/grid/open-remarks'
import {
  isPublisher,
  pricePublisher,
  publisherFacts,
  publisherIds,
  referencePublishers,
  type SourceName,
  weatherPublisher,
} from '@hexawatt/shared/grid/publishers'
import { writeSentence } from '@hexawatt/shared/methodology/score/texts/sentence'
import { renderHexagonSign } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { type View, writeInstant } from '../texts/view.ts'
import { type RatedSource, rateSources, type SourceState } from './source-states.ts'

/** Freshness of every source, its publisher and licence, and its weight in the confidence. */
export function renderSources(dashboard: DashboardResponse, view: View): Html {
  const { sources: words } = view.texts
  const { mode, generatedAt } = dashboard
  const rated = rateSources(dashboard)
  if (rated.length === 0) return html`<p class="notice">${words.none}</p>`
  const stateAt = dashboard.stale ? `${words.stateAt(view.format.time(generatedAt))} ` : ''
  return html`<p class="quiet">${stateAt}${words.lead}</p>
<table class="plain srcs"><thead><tr><th scope="col">${words.source}</th><th scope="col">${words.onTime}</th><th scope="col">${words.newest}</th><th scope="col">${words.next}</th><th scope="col">${words.licence}</th><th scope="col" class="r">${words.weight}</th></tr></thead>
<tbody>${rated.map((source) => renderRow(source, generatedAt, view))}</tbody></table>
${renderHistory(dashboard, view)}${mode === 'open' ? renderRemarks(rated, view) : null}${mode === 'demo' ? null : renderAttributions(rated, view)}`
}

const signs: Readonly<Record<SourceState, Html>> = {
  onTime: renderHexagonSign('tick', 'well'),
  replaced: renderHexagonSign('tick', 'well'),
  late: renderHexagonSign('warning', 'late'),
  missing: renderHexagonSign('warning', 'gone'),
  absent: renderHexagonSign('plain', 'none'),
  reference: renderHexagonSign('plain', 'none'),
}

function renderRow(source: RatedSource, present: string, view: View): Html {
  const { id, state, confidenceWeight } = source
  // Values of the past, which open mode reads too, are no sign of freshness.
  const newestSlot = state === 'absent' ? null : source.newestSlot
  const { sources: words, unknown } = view.texts
  const newest = newestSlot === null ? null : writeInstant(newestSlot, present, view)
  const next = writeNext(source, present, view)
  const licence = writeLicence(source, view)
  const weight = confidenceWeight === null ? null : view.format.quantity(confidenceWeight, 0, '%')
  const cell = (label: string, text: string | null, name = ''): Html =>
    html`<td class="${name}${text === null ? ' empty' : ''}"><span class="label" aria-hidden="true">${label}</span>${text ?? unknown}</td>`
  return html`<tr class="${state}" data-source="${id}"><th scope="row"><span class="name">${signs[state]}<span>${words.names[id]}<small>${source.source === null ? null : words.publisherNames[source.source]}</small></span></span></th>
<td class="state">${writeState(source, present, view)}</td>${cell(words.labels.newest, newest)}${cell(words.labels.next, next)}${cell('', licence, source.source === 'rte' ? 'licence usual' : 'licence')}${cell(words.labels.weight, weight, 'r')}</tr>`
}

function writeState(
  { state, availabilityPct, newestSlot, lastSuccess }: RatedSource,
  present: string,
  view: View,
): Html {
  const { sources: words } = view.texts
  if (state === 'late') {
    return html`<b>${words.late}</b>${words.counts(view.format.quantity(availabilityPct ?? 0, 0, '%'))}`
  }
  // Next to the time until which data reach, they are too old rather than absent.
  if (state === 'missing') return html`<b>${newestSlot === null ? words.missing : words.outdated}</b>`
  if (state === 'absent') return html`${words.notPublished}`
  if (state === 'replaced') return html`${words.replaced}`
  if (state === 'onTime') return html`${words.yes}`
  return html`${lastSuccess === null ? words.reference : words.read(writeInstant(lastSuccess, present, view))}`
}

function writeNext({ expectedNext, state }: RatedSource, present: string, view: View): string | null {
  if (expectedNext === null || state === 'absent') return null
  const time = writeInstant(expectedNext, present, view)
  const isOverdue = (state === 'late' || state === 'missing') && expectedNext < present
  return isOverdue ? view.texts.sources.overdue(time) : time
}

/** The shipped values of a reference belong to its publisher too. */
function writeLicence({ id, source }: RatedSource, { texts }: View): string | null {
  const { sources: words } = texts
  if (source === null) return null
  if (source === 'rte') return words.operatorTerms
  if (isPublisher(source)) return publisherFacts[source].licence ?? words.noLicence
  return findReferenceLicence(id, source).replace(' / Open Licence', '').replace(' (Etalab)', '')
}

function findReferenceLicence(id: RatedSource['id'], source: SourceName): string {
  if (source === weatherPublisher.id) return weatherPublisher.licence
  const known = Object.entries(referencePublishers).find(([reference]) => reference === id)
  return known?.[1].licence ?? ''
}

/** How much of the past is loaded. */
function renderHistory({ history }: DashboardResponse, { texts }: View): Html | null {
  if (history === null) return null
  const { sources: words } = texts
  const { knownDays, wantedDays, state, forecastReady } = history
  const sentence = state === 'loading' ? words.history(knownDays, wantedDays) : words.historyComplete(knownDays)
  const bar = html`<progress value="${knownDays}" max="${wantedDays}" aria-labelledby="history-text"></progress>`
  return html`<div class="fill" id="history"><p id="history-text">${sentence}</p>${state === 'loading' ? bar : null}${forecastReady ? null : html`<p class="quiet">${words.preparing}</p>`}</div>`
}

/** Data that open mode lacks, or has later than with credentials. */
function renderRemarks(sources: readonly RatedSource[], { texts }: View): Html | null {
  const items = sources.flatMap(({ id, source, availabilityPct }) => {
    const remark = isFeed(id) ? findOpenModeRemark(id, source !== null && availabilityPct !== 0) : null
    return remark === null
      ? []
      : [html`<li><b>${texts.sources.names[id]}</b> – ${writeSentence(remark, texts.language)}</li>`]
  })
  return items.length === 0
    ? null
    : html`<h3>${texts.sources.openRemarks}</h3><ul class="remarks" id="open-remarks">${items}</ul>`
}

/** The attribution of each publisher whose values the page shows; invented values have no publisher. */
function renderAttributions(sources: readonly RatedSource[], { texts }: View): Html | null {
  const used = new Set(sources.map(({ source }) => source))
  const publishers = [...publisherIds.map((id) => ({ id, ...publisherFacts[id] })), pricePublisher, weatherPublisher]
  const sentences = publishers.flatMap(({ id, attribution, homepage }) => {
    return used.has(id) ? [html`<li><a href="${homepage}">${writeSentence(attribution, texts.language)}</a></li>`] : []
  })
  return sentences.length === 0
    ? null
    : html`<details id="publishers"><summary>${texts.sources.publishers}</summary><ul class="remarks" id="attributions">${sentences}</ul></details>`
}
