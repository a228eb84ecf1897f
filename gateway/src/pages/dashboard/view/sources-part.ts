import type { DashboardResponse, DashboardSource } from '@hexawatt/shared/contract/dashboard'
import type { View } from '../texts/view.ts'
import { type Html, html } from './html.ts'

/** Freshness of every source, and what it carries of the confidence. */
export function sourcesPart({ sources, generatedAt }: DashboardResponse, view: View): Html {
  const { sources: words } = view.texts
  if (sources.length === 0) return html`<p class="notice">${words.none}</p>`
  return html`<p class="quiet">${words.lead}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="plain stacked">
<thead><tr><th scope="col">${words.source}</th><th scope="col">${words.availability}</th><th scope="col">${words.weight}</th><th scope="col">${words.lastSuccess}</th><th scope="col">${words.newestSlot}</th><th scope="col">${words.expectedNext}</th></tr></thead>
<tbody>${sources.map((source) => sourceRow(source, generatedAt, view))}</tbody></table></div>`
}

function sourceRow(source: DashboardSource, present: string, { texts, format }: View): Html {
  const { id, availabilityPct, confidenceWeight, lastSuccess, newestSlot, expectedNext } = source
  const { names, never, reference } = texts.sources
  const instant = (at: string | null, without: string) => (at === null ? without : format.moment(at, present))
  const percent = (value: number | null, without: string) =>
    value === null ? without : format.quantity(value, 0, texts.units.percent)
  const words = texts.sources
  return html`<tr data-source="${id}"><th scope="row">${names[id]}</th>
<td class="${availabilityClass(source)}" data-label="${words.availability}">${percent(availabilityPct, '–')}</td>
<td data-label="${words.weight}">${percent(confidenceWeight, reference)}</td>
<td data-label="${words.lastSuccess}">${instant(lastSuccess, never)}</td>
<td data-label="${words.newestSlot}">${instant(newestSlot, '–')}</td>
<td data-label="${words.expectedNext}">${instant(expectedNext, '–')}</td></tr>`
}

function availabilityClass({ availabilityPct }: DashboardSource): string {
  if (availabilityPct === null || availabilityPct === 100) return 'number'
  return availabilityPct === 0 ? 'number gone' : 'number late'
}
