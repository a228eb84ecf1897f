import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { type PricedColor, pricedColors } from '@hexawatt/shared/contract/planning/choices'
import type { ColorProbabilities } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { addDays, toDay } from '@hexawatt/shared/time/paris-clock'
import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { roundToTotal } from '../../../kit/whole-parts.ts'
import { type ColorDay, listColorDays } from '../plan/color-days.ts'
import { joinWords, writeWeekday } from './day-words.ts'
import { findTempoNow } from './tempo-now.ts'
import type { TodayView } from './texts/view.ts'

/** Days that fit in one row on a phone. */
const shownDays = 7

/** Chance of a red day from which it is named. */
const leastNamedRisk = 0.1

/** Height of the box of a day's hexagon. */
const boxHeight = 102

/** The Tempo days of the week to come: solid as published, dashed with the probabilities of the colours stacked. */
export function renderTempoWeek(dashboard: DashboardResponse, nowMs: number, view: TodayView): Html {
  const { tempo } = view.texts.days
  const { date } = findTempoNow(dashboard, nowMs)
  const days = listColorDays(dashboard)
    .filter((day) => day.date >= date)
    .slice(0, shownDays)
  const heading = html`<h2 id="tempo-heading">${tempo.heading}</h2>`
  if (days.every(({ probabilities }) => probabilities === null)) {
    return html`<section class="week-s" id="tempo" aria-labelledby="tempo-heading">${heading}<p class="quiet">${tempo.nothing}</p></section>`
  }
  return html`<section class="week-s" id="tempo" aria-labelledby="tempo-heading">${heading}<p class="quiet">${renderRule(dashboard, days, view)}</p>
<ol class="week">${days.map((day, index) => renderDay(day, index, view))}</ol>
${renderStock(dashboard, view)}</section>`
}

/** What the rules say for these days: a red day lies between 1 November and 31 March, on a working day, while some are left. A rule that the shown colours contradict is not named. */
function renderRule({ tariffOutlook }: DashboardResponse, days: readonly ColorDay[], { texts }: TodayView): Html {
  const { main, detail, end } = texts.days.tempo.rules[findRule(tariffOutlook?.stock.redLeft ?? null, days)]
  const [before, after] = main.split('1er')
  const shown = after === undefined ? html`${main}` : html`${before ?? ''}1<sup>er</sup>${after}`
  return html`${shown}<span class="thin">${detail}</span>${end}`
}

function findRule(
  redLeft: number | null,
  days: readonly ColorDay[],
): keyof TodayView['texts']['days']['tempo']['rules'] {
  const monthDays = days.map(({ date }) => date.slice(5))
  if (monthDays.includes('08-31')) return 'seasonEnds'
  if (days.some(({ color, probabilities }) => color === 'Rouge' || (probabilities?.red ?? 0) > 0)) return 'never'
  if (monthDays.every((monthDay) => monthDay > '03-31' && monthDay < '11-01')) return 'notYet'
  return redLeft === 0 ? 'noneLeft' : 'never'
}

function renderDay({ date, color, probabilities }: ColorDay, index: number, view: TodayView): Html {
  const { texts, language } = view
  const { tempo } = texts.days
  const name = html`<span class="d">${writeWeekday(date, 'short', language)} <span>${Number(date.slice(8))}</span></span>`
  const outline = hexagonPath(45, 51, 48)
  if (probabilities === null) {
    return html`<li>${name}<svg viewBox="0 0 90 102" aria-hidden="true"><path class="edge guessed" d="${outline}"/></svg><b>${texts.unknown}</b><small>${tempo.notKnown}</small></li>`
  }
  const top = findMostProbable(probabilities)
  const isPublished = color !== null
  const shape = html`<svg viewBox="0 0 90 102" aria-hidden="true"><clipPath id="tempo-day-${index}"><path d="${outline}"/></clipPath><g clip-path="url(#tempo-day-${index})"${isPublished ? null : html` class="guess"`}>${stackColors(probabilities)}</g><path class="edge${isPublished ? '' : ' guessed'}" d="${outline}"/></svg>`
  const others = pricedColors.filter((one) => one !== top && probabilities[one] > 0)
  const shares = writeShares(probabilities, view)
  const also = others.map((one) => tempo.share(tempo.colors[one], shares[one]))
  return html`<li>${name}${shape}<b>${tempo.colors[top]}</b><small>${isPublished ? tempo.published : shares[top]}</small>${renderRisk(top, probabilities, shares, view)}${also.length === 0 ? null : html`<span class="unseen">, ${also.join(', ')}</span>`}</li>`
}

/** A red day costs several times a white one: its chance is worth a line of its own. */
function renderRisk(top: PricedColor, { red }: ColorProbabilities, shares: Shares, { texts }: TodayView): Html | null {
  const { tempo } = texts.days
  if (top === 'red' || red < leastNamedRisk) return null
  return html`<small class="risk" aria-hidden="true">${tempo.share(tempo.colors.red.toLowerCase(), shares.red)}</small>`
}

/** Areas from the bottom up, as high as the colours are probable. */
function stackColors(probabilities: ColorProbabilities): Html[] {
  let bottom = boxHeight
  return pricedColors.flatMap((color) => {
    const height = probabilities[color] * boxHeight
    bottom -= height
    if (height === 0) return []
    return html`<rect class="tempo-${color}" y="${bottom.toFixed(1)}" width="90" height="${height.toFixed(1)}"/>`
  })
}

/** Of two equally probable colours the cheaper. */
function findMostProbable(probabilities: ColorProbabilities): PricedColor {
  return pricedColors.reduce((top, color) => (probabilities[color] > probabilities[top] ? color : top))
}

/** The probabilities of a day as texts in percent. */
type Shares = Readonly<Record<PricedColor, string>>

/** Percentages that add up to 100. Only a certain colour is written as 0 or 100 %. */
function writeShares(probabilities: ColorProbabilities, { texts, format }: TodayView): Shares {
  const { under, over } = texts.days.tempo
  const percents = roundToTotal(
    pricedColors.map((color) => 100 * probabilities[color]),
    100,
  )
  const shares = pricedColors.map((color, index) => {
    const share = probabilities[color]
    if (share > 0 && share < 0.01) return [color, under]
    if (share < 1 && share > 0.99) return [color, over]
    return [color, format.quantity(percents[index] ?? 0, 0, '%')]
  })
  return Object.fromEntries(shares)
}

/** Days of the season that are left after the published ones; without a forecast the reason. */
function renderStock({ tariffOutlook }: DashboardResponse, { texts }: TodayView): Html {
  const { tempo } = texts.days
  const days = tariffOutlook?.days ?? []
  const lastPublished = days.findLast(({ color }) => color !== null)?.date
  if (tariffOutlook === null || days[0] === undefined) return html`<p class="left">${tempo.noForecast}</p>`
  const { redLeft, whiteLeft } = tariffOutlook.stock
  const first = lastPublished === undefined ? days[0].date : addDays(lastPublished, 1)
  const left = { red: redLeft, white: whiteLeft, blue: countDaysLeft(first) - redLeft - whiteLeft }
  const isPossible = (color: PricedColor): boolean =>
    left[color] > 0 || days.every((day) => day.color !== null || day.probabilities[color] === 0)
  if (left.blue < 0 || !pricedColors.every(isPossible)) return html``
  const shownColors = (['red', 'white', 'blue'] as const).filter((color) => left[color] > 0)
  if (shownColors.length === 0) return html``
  const named = shownColors.map((color, index) => {
    const words = tempo.counts[color](left[color])
    const link = index === 0 ? '' : index === shownColors.length - 1 ? ` ${texts.and} ` : ', '
    return html`${link}${index === 0 ? html`<b>${words}</b>` : words}`
  })
  const gone = (['red', 'white'] as const).filter((color) => left[color] === 0).map((color) => tempo.none[color])
  const noMore = gone.length === 0 ? '' : tempo.noMore(joinWords(gone, tempo.nor))
  return html`<p class="left">${tempo.left(redLeft + whiteLeft + left.blue)} ${named}<span class="thin">${tempo.season}</span>${noMore}.</p>`
}

/** Tempo days from a date to the end of its season, 31 August. */
function countDaysLeft(date: string): number {
  const year = Number(date.slice(0, 4))
  const end = date.slice(5) > '08-31' ? `${year + 1}-08-31` : `${year}-08-31`
  return Math.max(0, toDay(end) - toDay(date) + 1)
}
