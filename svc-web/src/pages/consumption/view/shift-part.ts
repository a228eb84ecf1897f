import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore } from '../../../kit/score-scale.ts'
import type { ConsumptionResult } from '../result/consumption-result.ts'
import { findStatement } from '../result/consumption-result.ts'
import type { EveningShift } from '../result/evening-shift.ts'
import { clockOf } from './honeycomb-part.ts'
import { isWholeYear } from './shown-costs.ts'
import type { View } from './view.ts'

/** Share of the evenings that is moved, %. */
export const shareLimits = { least: 0, most: 50, step: 5, usual: 20 } as const

/** Amounts below these are shown with more decimals, EUR and kg. */
const decimalsBelow = 10

/** What moving a share of the evenings would have changed: figures, and the mean day before and after. */
export function renderShift(result: ConsumptionResult, current: string, sharePercent: number, view: View): Html {
  const { texts, format } = view
  const share = sharePercent / 100
  const isYear = isWholeYear(findStatement(result, current))
  // Without a current contract in the comparison, the first one shows the emissions.
  const shift = result.shifts.find(({ key }) => key === current) ?? result.shifts[0]
  if (shift === undefined || shift.movedDays === 0) {
    return html`<p class="quiet">${texts.shift.none}</p>`
  }
  const contract = view.nameOf(shift.key)
  const savedEur = shift.savedEur * share
  const isFlat = Math.abs(shift.savedEur) < 0.005
  const term = isFlat
    ? texts.shift.flat({ contract })
    : isYear
      ? texts.shift.perYear({ contract })
      : texts.shift.overPeriod({ contract })
  const others = result.shifts.filter(({ key }) => key !== shift.key && !isFlatShift(key, result))
  const list = texts.shift.list(
    others.map(({ key, savedEur }) =>
      texts.shift.other({ eur: writeChange(-savedEur * share, '€', view), contract: view.nameOf(key) }),
    ),
  )
  const keptDays = shift.unchangedDays + shift.unknownDays
  return html`<dl class="gains"><div><dt>${term}</dt><dd>${writeChange(-savedEur, '€', view)}</dd></div><div><dt>${isYear ? texts.shift.co2Year : texts.shift.co2Period}</dt><dd>${writeChange(-shift.savedKgCo2eq * share, 'kg', view)}</dd></div></dl>
${list === '' ? null : html`<p class="same">${texts.shift.others({ list })}</p>`}
<p class="small">${texts.shift.hindsight}${keptDays === 0 ? null : html` ${texts.shift.kept(keptDays, { days: format.number(keptDays, 0) })}`}</p>`
}

const isFlatShift = (key: string, { shifts }: ConsumptionResult): boolean =>
  Math.abs(shifts.find((shift) => shift.key === key)?.savedEur ?? 0) < 0.005

function writeChange(value: number, unit: string, { format }: View): string {
  const decimals = Math.abs(value) < decimalsBelow && unit === 'kg' ? 1 : 0
  const shown = roundHalfAwayFromZero(value, decimals)
  return format.quantity(shown === 0 ? 0 : shown, shown === 0 ? 0 : decimals, unit)
}

/** Size of the drawing of the mean day: a unit is a half-hour wide. */
const drawing = { width: 48, height: 112, base: 100, ribbonFrom: 104 } as const

/** The mean day before and after. The scale is that of the whole range of shares: the drawing does not jump under the slider. */
export function renderDay({ day, shifts }: ConsumptionResult, current: string, sharePercent: number, view: View): Html {
  const shift = shifts.find(({ key }) => key === current) ?? shifts[0]
  const before = day.kw.map((kw) => kw ?? 0)
  const after = moveShare(before, shift, sharePercent / 100)
  const most = moveShare(before, shift, shareLimits.most / 100)
  const top = Math.max(0.001, ...before, ...most) * 1.06
  const yOf = (kw: number): string => (drawing.base * (1 - kw / top)).toFixed(1)
  const outline = before.map((kw, half) => `${half === 0 ? '' : `V${yOf(kw)}`}H${half + 1}`).join('')
  const come = before
    .map((kw, half) => {
      const moved = after[half] ?? kw
      return moved > kw + 1e-6 ? `M${half} ${yOf(kw)}H${half + 1}V${yOf(moved)}H${half}z` : ''
    })
    .join('')
  // One line below each stretch of the evening that something leaves: its upper edge is the mean day.
  const isGone = (half: number): boolean => (after[half] ?? 0) < (before[half] ?? 0) - 1e-6
  const gone = before
    .map((kw, half) => {
      if (!isGone(half)) return ''
      const start = isGone(half - 1) ? '' : `M${half} ${yOf(kw)}`
      const end = isGone(half + 1) ? '' : `V${yOf(kw)}`
      return `${start}V${yOf(after[half] ?? kw)}H${half + 1}${end}`
    })
    .join('')
  const stops = day.scores.map(
    (score, hour) =>
      html`<stop offset="${((hour + 0.5) / 24).toFixed(3)}" stop-color="${score === null ? '#888888' : colorOfScore(score)}"/>`,
  )
  const first = yOf(before[0] ?? 0)
  return html`<svg viewBox="0 0 ${drawing.width} ${drawing.height}" preserveAspectRatio="none" role="img" aria-label="${view.texts.shift.chart}"><defs><linearGradient id="day-scores">${stops}</linearGradient></defs><path class="use" d="M0 ${drawing.base}V${first}${outline}V${drawing.base}z"/><path class="gone" d="${gone}"/><path class="come" d="${come}"/><path class="real" d="M0 ${first}${outline}"/><path fill="url(#day-scores)" d="M0 ${drawing.ribbonFrom}H${drawing.width}V${drawing.height}H0z"/></svg>`
}

function moveShare(before: readonly number[], shift: EveningShift | undefined, share: number): number[] {
  return before.map((kw, half) => kw + share * ((shift?.inKw[half] ?? 0) - (shift?.outKw[half] ?? 0)))
}

/** Hours below the mean day, and what its lines mean. */
export function renderDayLegend({ texts, format }: View): Html {
  const hours = [0, 3, 6, 9, 12, 15, 18, 21].map(
    (hour) =>
      html`<text x="${((100 * hour) / 24).toFixed(2)}%" y="1em" ${hour % 6 === 0 ? null : html`class="odd"`}>${format.hour(clockOf(hour))}</text>`,
  )
  const { real, come, gone, ribbon } = texts.shift.legend
  return html`<svg class="day-hours" aria-hidden="true">${hours}</svg><p class="day-key"><span><i class="line"></i>${real}</span><span><i class="fill"></i>${come}</span><span><i class="dash"></i>${gone}</span><span>${ribbon}</span></p>`
}
