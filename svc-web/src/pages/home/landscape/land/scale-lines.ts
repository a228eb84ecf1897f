import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextWidth, hideBehind, leastSlotWidth } from '../geometry/label-space.ts'
import { type Row, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { Span } from '../window/hours.ts'
import type { LandscapeView } from '../window/landscape-view.ts'
import type { PlacedPill } from './pills.ts'

/** Round values that a scale may step by, g/kWh. */
const steps = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000]
/** Lines of a scale, at most. */
const maxLines = 3

/** Round intensities up to the top of the scale, g/kWh. */
export function listScaleValues(top: number): number[] {
  const step = steps.find((one) => top / one <= maxLines + 0.5) ?? top
  return Array.from({ length: Math.min(maxLines, Math.floor(top / step)) }, (_, index) => step * (index + 1))
}

/** Distance of the names from the left edge, px, and of their middle above their line and of a pill from there, percent of the row. */
const [leftMargin, nameAbove, nearPill] = [10, 3, 10] as const
const fontSize = 11

export type Scale = { land: Row; slots: readonly PlanSlot[]; top: number; toY: (gCo2PerKwh: number) => number }

/** Thin lines at round intensities. */
export function renderScaleLines({ land, top, toY }: Scale): Html[] {
  return listScaleValues(top).map((value) => {
    const y = toPictureY(land, toY(value))
    return html`<line class="scale-line" x2="100%" y1="${y}" y2="${y}"/>`
  })
}

/** The intensities of the lines at the left edge, or behind a frame that would cross them there; a pill in the same place is worth more. */
export function renderScaleNames(
  { land, slots, top, toY }: Scale,
  { pills, framed }: { pills: readonly PlacedPill[]; framed: Span | null },
  { texts, format }: LandscapeView,
): Html[] {
  return listScaleValues(top).map((value) => {
    const text = `${format.number(value, 0)}${texts.perKwh}`
    const width = estimateTextWidth(text, fontSize)
    const isCrossed = framed !== null && framed.first * leastSlotWidth < leftMargin + width
    const middle = isCrossed ? framed.first + framed.slots : 0
    const level = pills.filter(({ y }) => Math.abs(y - toY(value) + nameAbove) < nearPill)
    const hidden = hideBehind({ middle, shift: leftMargin + width / 2, width }, level, slots.length)
    return html`<svg class="${`scale-name ${hidden}`.trim()}" x="${toPictureX(middle, slots.length)}" y="${toPictureY(land, toY(value))}"><text x="${leftMargin}" y="-.5em">${text}</text></svg>`
  })
}
