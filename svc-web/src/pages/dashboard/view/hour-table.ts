import type { DashboardHour } from '@hexawatt/shared/contract/dashboard'
import type { Dimension } from '@hexawatt/shared/contract/dimensions'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { computeComposite, toGlobalScore, toScoreLevel } from '@hexawatt/shared/methodology/score/composite'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { type Html, html, orUnknown } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import { writeSignal } from './day-cards.ts'

/** A column in addition to the hour. */
type Column = { head: (view: View) => string; isNumber: boolean; cell: (hour: WeighedHour, view: View) => Html }

const score: Column = {
  head: ({ texts }) => texts.columns.score,
  isNumber: true,
  cell: ({ globalScore, level }) => html`<b class="chip ${level}">${globalScore}</b>`,
}

const level: Column = {
  head: ({ texts }) => texts.columns.level,
  isNumber: false,
  cell: (hour, { texts }) => html`${texts.levels[hour.level]}`,
}

const price: Column = {
  head: ({ texts }) => texts.columns.price,
  isNumber: true,
  cell({ spotPriceEurPerMWh, estimatedEurPerMwh }, view) {
    const { texts, format } = view
    const written = (value: number) => format.quantity(value, 2, texts.units.price)
    if (spotPriceEurPerMWh !== null) return html`${written(spotPriceEurPerMWh)}`
    return orUnknown(
      estimatedEurPerMwh,
      view,
      (value) => html`${written(value)} <span class="unknown">${texts.hours.priceEstimated}</span>`,
    )
  },
}

const intensity: Column = {
  head: ({ texts }) => texts.columns.intensity,
  isNumber: true,
  cell: ({ carbonIntensityGco2Kwh }, view) =>
    orUnknown(carbonIntensityGco2Kwh, view, (value) => view.format.quantity(value, 2, view.texts.units.intensity)),
}

const signal: Column = {
  head: ({ texts }) => texts.columns.signal,
  isNumber: false,
  cell: ({ gridSignalStatus }, view) => writeSignal(gridSignalStatus, view),
}

const confidence: Column = {
  head: ({ texts }) => texts.columns.confidence,
  isNumber: true,
  cell: (hour, { texts, format }) => html`${format.quantity(hour.confidence, 0, texts.units.percent)}`,
}

const subScore = (dimension: Dimension): Column => ({
  head: ({ texts }) => texts.subScores[dimension],
  isNumber: true,
  cell: ({ subScores }, { format }) => html`${format.number(subScores[dimension], 1)}`,
})

/** Columns of the short tables. */
export const shortColumns: readonly Column[] = [score, price, intensity, signal]

/** Columns of the full table. */
export const allColumns: readonly Column[] = [
  score,
  level,
  price,
  intensity,
  signal,
  confidence,
  subScore('price'),
  subScore('carbon'),
  subScore('grid'),
  subScore('adequacy'),
]

/**
 * Hours as a table.
 *
 * @param id of the table, behind `hours-`
 */
export function renderHourTable(
  id: string,
  caption: string,
  hours: readonly WeighedHour[],
  columns: readonly Column[],
  view: View,
): Html {
  const isStacked = columns === shortColumns
  const classOfTable = isStacked ? 'plain short stacked' : 'plain'
  const heads = columns.map((column) => html`<th scope="col" class="${classOf(column)}">${column.head(view)}</th>`)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${classOfTable}" id="hours-${id}"><caption>${caption}</caption>
<thead><tr><th scope="col">${view.texts.columns.hour}</th>${heads}</tr></thead>
<tbody>${hours.map((hour) => row(hour, columns, isStacked, view))}</tbody></table></div>`
}

/** @param isStacked whether cells are stacked on a narrow screen, each after the heading of its column */
function row(hour: WeighedHour, columns: readonly Column[], isStacked: boolean, view: View): Html {
  const { time } = hour
  const cells = columns.map((column) => {
    const label = isStacked ? html`data-label="${column.head(view)}"` : null
    return html`<td class="${classOf(column)}" ${label}>${column.cell(hour, view)}</td>`
  })
  return html`<tr data-time="${time}"><th scope="row" class="moment"><time datetime="${time}">${view.format.day(time)}, ${view.format.hour(time)}</time></th>${cells}</tr>`
}

const classOf = ({ isNumber }: Column): string => (isNumber ? 'number' : 'word')

/** An hour under a weighting; `composite` ranks it. The estimated price is shown where no auction price exists; null = unknown. */
export type WeighedHour = DashboardHour & { composite: number; estimatedEurPerMwh: number | null }

/** The hours under another weighting: the formulas of the API, so that both agree to the last digit. */
export function weighHours(
  hours: readonly DashboardHour[],
  outlook: DashboardOutlook | null,
  weights: ScoreWeights,
): WeighedHour[] {
  return hours.map((hour) => {
    const unrounded = computeComposite(hour.subScores, hour.knownDimensions, weights)
    const score = toGlobalScore(unrounded)
    const estimatedEurPerMwh = outlook && estimateOf(outlook, Date.parse(hour.time))
    return { ...hour, composite: unrounded, globalScore: score, level: toScoreLevel(score), estimatedEurPerMwh }
  })
}

/** The estimated price of an hour, which its quarter-hours repeat; null where the price is auctioned or unknown. */
function estimateOf({ start, eurPerMwh, priceBasis }: DashboardOutlook, hourStartMs: number): number | null {
  const slot = (hourStartMs - Date.parse(start)) / quarterHourMs
  return priceBasis[slot] === 'estimate' ? (eurPerMwh[slot] ?? null) : null
}
