import type { DashboardResponse, HeatMapDay } from '@hexawatt/shared/contract/dashboard'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'

const hourMs = 3_600_000
const clockHours = Array.from({ length: 24 }, (_, hour) => hour)

/** The scores of six weeks as a table of days and hours, the newest day first. */
export function renderHeatMap({ heatMap }: DashboardResponse, view: View): Html {
  const { heatMap: words } = view.texts
  const days = heatMap.filter(({ scores }) => scores.some((score) => score !== null))
  if (days.length === 0) return html`<p class="notice">${words.none}</p>`
  return html`<p class="quiet">${words.lead} <span class="scale" aria-hidden="true">${words.low} ${clockHours.slice(0, 10).map((step) => html`<i class="h${step}"></i>`)} ${words.high}</span></p>
<div class="scroll" tabindex="0" role="region" aria-label="${words.caption}"><table class="heat" id="heat-map"><caption class="unseen">${words.caption}</caption>
<thead><tr><th scope="col">${view.texts.columns.day}</th>${clockHours.map((hour) => html`<th scope="col">${hour}</th>`)}</tr></thead>
<tbody>${days.toReversed().map((day) => renderDayRow(day, view))}</tbody></table></div>`
}

function renderDayRow(day: HeatMapDay, view: View): Html {
  const scoresByHour = Map.groupBy(listHours(day, view), ({ clockHour }) => clockHour)
  const cells = clockHours.map((hour) =>
    cell(
      (scoresByHour.get(hour) ?? []).map(({ score }) => score),
      view,
    ),
  )
  return html`<tr data-date="${day.date}"><th scope="row">${view.format.day(`${day.date}T12:00:00Z`)}</th>${cells}</tr>`
}

/** The clock hour of each score: when the clock changes, one hour is skipped or repeated. */
function listHours({ firstHour, scores }: HeatMapDay, { format }: View) {
  const startMs = Date.parse(firstHour)
  return scores.map((score, index) => ({ score, clockHour: format.clockHour(startMs + index * hourMs) }))
}

/** One clock hour: one score, two when the clock repeats it, none when the clock skips it or nothing is stored. */
function cell(scores: readonly (number | null)[], { texts }: View): Html {
  const known = scores.filter((score) => score !== null)
  const [first] = known
  if (first === undefined)
    return html`<td><span aria-hidden="true">·</span><span class="unseen">${texts.heatMap.missing}</span></td>`
  return html`<td class="h${Math.min(9, Math.floor(first / 10))}">${known.join(' ')}</td>`
}
