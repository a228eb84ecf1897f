import { carGramsPerKm } from '../../../kit/car-distance.ts'
import type { TariffKind } from '../../../kit/contract-choice.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { ShownResult } from '../result/shown-result.ts'
import { renderCosts } from './cost-part.ts'
import { renderEmissions } from './emission-part.ts'
import { renderHoneycomb, renderHoneycombTable } from './honeycomb-part.ts'
import { renderHowTo, renderTerms, renderZone } from './input-parts.ts'
import { renderNotes, renderSource } from './notes-part.ts'
import { renderDay, renderDayLegend, renderShift, shareLimits } from './shift-part.ts'
import { renderTables } from './table-part.ts'
import { renderVerdict } from './verdict-part.ts'
import type { View } from './view.ts'

/** What the page shows: a result, for a contract and a share of moved evenings. */
export type Shown = {
  result: ShownResult
  isExample: boolean
  tariff: TariffKind
  sharePercent: number
}

/** Parts that follow the slider. */
export const renderShiftParts = ({ result, tariff, sharePercent }: Shown, view: View) => ({
  shift: renderShift(result, tariff, sharePercent, view),
  day: renderDay(result, tariff, sharePercent, view),
})

/** Parts that follow the contract. */
export const renderContractParts = (shown: Shown, view: View) => ({
  verdict: renderVerdict(shown.result, shown.tariff, view),
  costs: renderCosts(shown.result, shown.tariff, view),
  ...renderShiftParts(shown, view),
})

/** Every part that shows figures, by the id of its element. */
export const renderParts = (shown: Shown, view: View) => ({
  source: renderSource(shown.result, shown.isExample, view),
  ...renderContractParts(shown, view),
  emissions: renderEmissions(shown.result, view),
  honeycomb: renderHoneycomb(shown.result, view),
  'honeycomb-table': renderHoneycombTable(shown.result, view),
  tables: renderTables(shown.result, view),
  notes: renderNotes(shown.result, shown.isExample, view),
})

/** Content of the whole page with its first figures. @param workerPath path of the worker, relative to the page */
export function renderContent(shown: Shown, workerPath: string, view: View): Html {
  const { texts, format } = view
  const parts = renderParts(shown, view)
  const { least, most, step } = shareLimits
  return html`<div id="consumption" class="consumption" data-worker="${workerPath}"><div class="in intro"><div><h1>${texts.title}</h1><p class="lead">${texts.lead}</p>${renderHowTo(view)}</div>${renderZone(view)}</div>
<div class="in"><div class="example"><p id="source">${parts.source}</p>${renderTerms(shown.tariff, view)}</div></div>
<section class="in verdict" id="verdict" aria-live="polite">${parts.verdict}</section>
<div class="in two"><section aria-labelledby="costs-heading"><h2 id="costs-heading">${texts.costs.heading}</h2><div id="costs">${parts.costs}</div></section>
<section aria-labelledby="emissions-heading"><h2 id="emissions-heading">${texts.emissions.heading}</h2><div id="emissions">${parts.emissions}</div></section></div>
<section class="hive" aria-labelledby="honeycomb-heading"><div class="in"><div id="honeycomb">${parts.honeycomb}</div><details id="honeycomb-fold"><summary>${texts.honeycomb.table}</summary><div id="honeycomb-table">${parts['honeycomb-table']}</div></details></div></section>
<section class="in shift-section" aria-labelledby="shift-heading"><div><h2 id="shift-heading">${texts.shift.heading}</h2><p class="quiet">${texts.shift.lead}</p>
<label class="scripted" for="share">${texts.shift.share} <output id="share-out" for="share">${format.quantity(shown.sharePercent, 0, '%')}</output></label><input class="scripted" type="range" id="share" min="${least}" max="${most}" step="${step}" value="${shown.sharePercent}"><p class="unscripted">${texts.shift.share} ${format.quantity(shown.sharePercent, 0, '%')}</p><div id="shift" aria-live="polite">${parts.shift}</div></div>
<div><div class="day" id="day">${parts.day}</div>${renderDayLegend(view)}</div></section>
<div class="in"><div class="more"><details id="tables-fold"><summary>${texts.table.summary}</summary><div id="tables">${parts.tables}</div></details>
<section aria-labelledby="notes-heading"><h2 id="notes-heading">${texts.notes.heading}</h2><div id="notes">${parts.notes}</div></section>
<section id="keep" aria-labelledby="keep-heading" hidden><h2 id="keep-heading">${texts.statement.heading}</h2><p class="quiet">${texts.statement.lead}</p><p class="keep-buttons"><button class="btn" type="button" id="keep-html">${texts.statement.print}</button> <button class="btn second" type="button" id="keep-csv">${texts.statement.csv}</button> <button class="btn second" type="button" id="keep-json">${texts.statement.json}</button></p><p id="keep-say" role="status"></p></section>
<p class="method small">${texts.method} ${texts.car({ grams: format.number(carGramsPerKm, 0) })} <a href="comprendre">${texts.methodLink}</a></p></div></div></div>`
}
