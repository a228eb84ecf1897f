import type { DashboardResponse, HeatMapDay } from '@hexawatt/shared/contract/dashboard'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type Html, html } from '../../../kit/html.ts'
import { inkOnScore } from '../../../kit/score-scale.ts'
import type { View } from '../texts/view.ts'

const clockHours = Array.from({ length: 24 }, (_, hour) => hour)

/** The scores of six weeks as a table of days and hours, the newest day first. */
export function renderHeatMap({ heatMap }: DashboardResponse, view: View): Html {
  const { weeks: words } = view.texts
  const days = heatMap.filter(({ scores }) => scores.some((score) => score !== null))
  if (days.length === 0) return html`<p>${words.none}</p>`
  return html`<table class="heat" id="heat-map"><caption class="unseen">${words.caption}</caption>
<thead><tr><th scope="col">${words.day}</th>${clockHours.map((hour) => html`<th scope="col">${hour}</th>`)}</tr></thead>
<tbody>${days.toReversed().map((day) => renderDayRow(day, view))}</tbody></table>
${renderGapKey(days, view)}<p class="pointed scripted" id="heat-readout" data-template="${words.template}">${words.pointed}</p>`
}

/** What the empty cells mean; null where every hour has a score. */
function renderGapKey(days: readonly HeatMapDay[], { texts }: View): Html | null {
  const hasGap = days.some(({ scores }) => scores.includes(null))
  return hasGap ? html`<p class="gap-key"><i aria-hidden="true">·</i>${texts.weeks.gap}</p>` : null
}

function renderDayRow(day: HeatMapDay, view: View): Html {
  const scoresByHour = Map.groupBy(listHours(day, view), ({ clockHour }) => clockHour)
  const cells = clockHours.map((hour) => renderCell(scoresByHour.get(hour) ?? [], view))
  const isMonday = new Date(`${day.date}T12:00:00Z`).getUTCDay() === 1
  return html`<tr data-date="${day.date}"${isMonday ? html` class="mon"` : null}><th scope="row">${renderDay(view.format.day(`${day.date}T12:00:00Z`))}</th>${cells}</tr>`
}

/** A day whose month a phone leaves out: the months follow each other. */
function renderDay(day: string): Html {
  const month = day.lastIndexOf(' ')
  return html`${day.slice(0, month)}<span class="month">${day.slice(month)}</span>`
}

type HourScore = { score: number | null; clockHour: number }

/** The clock hour of each score: when the clock changes, one hour is skipped or repeated. */
function listHours({ firstHour, scores }: HeatMapDay, { format }: View): HourScore[] {
  const startMs = Date.parse(firstHour)
  return scores.map((score, index) => ({ score, clockHour: format.clockHour(startMs + index * hourMs) }))
}

/** One clock hour: one score, two when the clock repeats it, none when the clock skips it or nothing is stored. */
function renderCell(hours: readonly HourScore[], { texts }: View): Html {
  if (hours.length === 0) return html`<td class="skipped"><span class="unseen">${texts.weeks.skipped}</span></td>`
  const known = hours.flatMap(({ score }) => score ?? [])
  const [first] = known
  if (first === undefined) {
    return html`<td class="no"><span aria-hidden="true">·</span><span class="unseen">${texts.weeks.missing}</span></td>`
  }
  return html`<td class="${writeScoreClasses(first)}">${known.join(' ')}</td>`
}

const scorePerStop = 10

/** Classes of the colour of a whole score, which is between two stops of the scale: `n8 r4` of 84; and of the ink that is readable on it. */
export function writeScoreClasses(score: number): string {
  const tenths = score % scorePerStop
  const ink = inkOnScore(score) === '#fff' ? 'ink-light' : 'ink-dark'
  return `n${Math.floor(score / scorePerStop)}${tenths === 0 ? '' : ` r${tenths}`} ${ink}`
}
