import { isDashboardDegraded } from '@hexawatt/shared/answers/dashboard/degraded-dashboard'
import type { DashboardResponse, DashboardSource } from '@hexawatt/shared/contract/dashboard'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { isFeed, regulatedPricesSourceId, weatherSourceId } from '@hexawatt/shared/grid/feeds'
import { findOpenModeRemark } from '@hexawatt/shared/grid/open-remarks'
import { pricePublisher, publisherFacts, publisherIds, weatherPublisher } from '@hexawatt/shared/grid/publishers'
import { writeSentence } from '@hexawatt/shared/methodology/score/texts/sentence'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import { renderAccuracy } from './accuracy-part.ts'
import { renderSignal } from './day-cards.ts'
import { renderHeatMap } from './heat-map-part.ts'
import { renderHoursParts } from './hours-parts.ts'
import { renderMix } from './mix-part.ts'
import { renderNow } from './now-part.ts'
import { renderTariff } from './tariff-part.ts'

/** The parts of the page that change with the data, by the id of their place. */
export type PageParts = Readonly<
  Record<
    'banner' | 'now' | 'extremes' | 'ribbon' | 'hours' | 'mix' | 'heat' | 'accuracy' | 'tariff' | 'signal' | 'sources',
    Html
  >
>

/** Every part; the same functions write them on the server and in the browser. */
export function renderPageParts(dashboard: DashboardResponse, weights: ScoreWeights, view: View): PageParts {
  return {
    banner: renderBanner(dashboard, view),
    now: renderNow(dashboard, view),
    ...renderHoursParts(dashboard, weights, view),
    mix: renderMix(dashboard, view),
    heat: renderHeatMap(dashboard, view),
    accuracy: renderAccuracy(dashboard, view),
    tariff: renderTariff(dashboard, view),
    signal: renderSignal(dashboard, view),
    sources: renderSources(dashboard, view),
  }
}

/** Warnings about the data: mode, staleness, degraded sources. */
export function renderBanner(dashboard: DashboardResponse | null, { texts, format }: View): Html {
  const { banner } = texts
  if (dashboard === null) return html`<p class="banner loud">${banner.nothing}</p>`
  const { mode, stale, generatedAt, history } = dashboard
  const staleText = html`<p class="banner loud">${banner.stale} ${format.moment(generatedAt)}.</p>`
  return html`${mode === 'live' ? null : html`<p class="banner mode">${banner.modes[mode]}</p>`}
${history?.forecastReady === false ? html`<p class="banner">${banner.preparing}</p>` : null}
${stale ? staleText : null}${!stale && isDashboardDegraded(dashboard) ? html`<p class="banner">${banner.degraded}</p>` : null}`
}

/** Freshness of every source, and its weight in the confidence. */
function renderSources({ mode, sources, generatedAt, history }: DashboardResponse, view: View): Html {
  const { sources: words } = view.texts
  if (sources.length === 0) return html`<p class="notice">${words.none}</p>`
  const past = history?.state === 'loading' ? words.history(history.knownDays, history.wantedDays) : null
  return html`<p class="quiet">${words.lead}</p>${past === null ? null : html`<p class="quiet" id="history">${past}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="plain stacked">
<thead><tr><th scope="col">${words.source}</th><th scope="col">${words.availability}</th><th scope="col">${words.weight}</th><th scope="col">${words.lastSuccess}</th><th scope="col">${words.newestSlot}</th><th scope="col">${words.expectedNext}</th></tr></thead>
<tbody>${sources.map((source) => renderSourceRow(source, generatedAt, view))}</tbody></table></div>
${mode === 'open' ? renderRemarks(sources, view) : null}${mode === 'demo' ? null : attributions(sources, view)}`
}

/** Data that open mode lacks, or has later than with credentials. */
function renderRemarks(sources: readonly DashboardSource[], { texts }: View): Html {
  const items = sources.flatMap(({ id, source, availabilityPct }) => {
    const remark = isFeed(id) ? findOpenModeRemark(id, source !== null && availabilityPct !== 0) : null
    return remark === null
      ? []
      : [html`<li><strong>${texts.sources.names[id]}</strong> – ${writeSentence(remark, texts.language)}</li>`]
  })
  return html`<h3>${texts.sources.openRemarks}</h3><ul id="open-remarks">${items}</ul>`
}

/** The attribution of each publisher whose values the page shows; invented values have no publisher. */
function attributions(sources: readonly DashboardSource[], { texts }: View): Html | null {
  const used = new Set(sources.map(({ source }) => source))
  const publishers = [...publisherIds.map((id) => ({ id, ...publisherFacts[id] })), pricePublisher, weatherPublisher]
  const sentences = publishers.flatMap(({ id, attribution, homepage }) => {
    return used.has(id) ? [html`<li><a href="${homepage}">${writeSentence(attribution, texts.language)}</a></li>`] : []
  })
  return sentences.length === 0 ? null : html`<ul id="attributions" class="quiet">${sentences}</ul>`
}

/** Sources that no confidence rests on. */
const uncountedSources: readonly string[] = [regulatedPricesSourceId, weatherSourceId]

function renderSourceRow(source: DashboardSource, present: string, { texts, format }: View): Html {
  const { id, availabilityPct, confidenceWeight, lastSuccess, newestSlot, expectedNext } = source
  const { names, never, reference } = texts.sources
  const instant = (at: string | null, without: string) => (at === null ? without : format.moment(at, present))
  const percent = (value: number | null, without: string) =>
    value === null ? without : format.quantity(value, 0, texts.units.percent)
  const words = texts.sources
  return html`<tr data-source="${id}"><th scope="row">${names[id]}</th>
<td class="${chooseAvailabilityClass(source)}" data-label="${words.availability}">${percent(availabilityPct, '–')}</td>
<td data-label="${words.weight}">${percent(confidenceWeight, uncountedSources.includes(id) ? '–' : reference)}</td>
<td data-label="${words.lastSuccess}">${instant(lastSuccess, never)}</td>
<td data-label="${words.newestSlot}">${instant(newestSlot, '–')}</td>
<td data-label="${words.expectedNext}">${instant(expectedNext, '–')}</td></tr>`
}

function chooseAvailabilityClass({ availabilityPct }: DashboardSource): string {
  if (availabilityPct === null || availabilityPct === 100) return 'number'
  return availabilityPct === 0 ? 'number gone' : 'number late'
}
