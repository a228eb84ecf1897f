import type { DashboardHour, DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { computeComposite, sortBestFirst, sortWorstFirst } from '@hexawatt/shared/methodology/score/composite'
import { parisDate } from '@hexawatt/shared/time/paris'
import { renderScoreChip } from '../../../kit/drawing/score-chip.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'

/** Hours in each list. */
const listedHours = 4

/** The best and the worst of the coming hours, ranked as the API ranks them: by the score before it is rounded. */
export function renderExtremes(
  dashboard: Pick<DashboardResponse, 'hours' | 'generatedAt'>,
  which: 'best' | 'worst',
  view: View,
): Html {
  const { hours: words } = view.texts
  const ranked = dashboard.hours.map((hour) => ({
    ...hour,
    composite: computeComposite(hour.subScores, hour.knownDimensions, nationalWeights),
  }))
  if (ranked.length === 0) return html`<p class="notice">${words.none}</p>`
  const listed = (which === 'best' ? sortBestFirst(ranked) : sortWorstFirst(ranked)).slice(0, listedHours)
  return html`<table class="plain" data-extremes="${which}"><thead><tr><th scope="col">${words.hour}</th><th scope="col">${words.score}</th><th scope="col" class="r">${words.carbon}</th><th scope="col" class="r">${words.market}</th></tr></thead>
<tbody>${listed.map((hour) => renderRow(hour, dashboard.generatedAt, view))}</tbody></table>`
}

function renderRow(hour: DashboardHour, present: string, view: View): Html {
  const { texts, format } = view
  const { hours: words, unknown } = texts
  const { time, globalScore, carbonIntensityGco2Kwh: grams, spotPriceEurPerMWh: price } = hour
  return html`<tr data-time="${time}"><th scope="row"><time datetime="${time}">${nameDay(time, present, view)}, ${format.time(time)}</time></th><td>${renderScoreChip(globalScore)}</td><td class="r">${grams === null ? unknown : words.grams(format.number(grams, 0))}</td><td class="r">${price === null ? words.notPublished : words.price(format.number(price, 0))}</td></tr>`
}

function nameDay(time: string, present: string, { texts, format }: View): string {
  const day = parisDate(Temporal.Instant.from(time))
  const today = parisDate(Temporal.Instant.from(present))
  if (day.equals(today)) return texts.hours.today
  return day.equals(today.add({ days: 1 })) ? texts.hours.tomorrow : format.day(time)
}
