import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { leastSlotWidth } from '../geometry/label-space.ts'
import { type Row, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { LandscapeView } from '../window/landscape-view.ts'
import type { Pill } from './pills.ts'

/** Round values that a scale may step by, g/kWh. */
const steps = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000]
/** Lines of a scale, at most. */
const maxLines = 3
/** Space that a label needs to the right of its midnight, px. */
const labelWidth = 70

/** Round intensities up to the top of the scale, g/kWh. */
export function listScaleValues(top: number): number[] {
  const step = steps.find((one) => top / one <= maxLines + 0.5) ?? top
  return Array.from({ length: Math.min(maxLines, Math.floor(top / step)) }, (_, index) => step * (index + 1))
}

/** Where a pill would cover the name of a line: this far before and behind the midnight, quarter-hours, and above and below the line, percent of the row. */
const [coveredBefore, coveredBehind, coveredHeight] = [8, 30, 15] as const

export type Scale = { land: Row; slots: readonly PlanSlot[]; top: number; toY: (gCo2PerKwh: number) => number }

/** Thin lines at round intensities. */
export function renderScaleLines({ land, top, toY }: Scale): Html[] {
  return listScaleValues(top).map((value) => {
    const y = toPictureY(land, toY(value))
    return html`<line class="scale-line" x2="100%" y1="${y}" y2="${y}"/>`
  })
}

/** The intensities of the lines, after each midnight; at least one of them has its name. */
export function renderScaleNames(
  { land, slots, top, toY }: Scale,
  pills: readonly Pill[],
  { texts, format }: LandscapeView,
): Html[] {
  const values = listScaleValues(top)
  const midnights = slots.flatMap(({ minuteOfDay }, slot) =>
    minuteOfDay === 0 && (slots.length - slot) * leastSlotWidth > labelWidth ? [slot] : [],
  )
  const isFree = (midnight: number, value: number): boolean =>
    pills.every(({ slot, gCo2PerKwh }) => {
      const isBeside = slot < midnight - coveredBefore || slot > midnight + coveredBehind
      return isBeside || Math.abs(toY(gCo2PerKwh) - toY(value)) > coveredHeight
    })
  // On the colours of a hill a name is hard to read.
  const isInSky = (midnight: number, value: number): boolean =>
    findHighest(slots.slice(midnight, midnight + coveredBehind)) < value
  const places = values.flatMap((value) =>
    midnights
      .filter((slot) => isFree(slot, value) && isInSky(slot, value))
      .map((slot) => ({ value, x: toPictureX(slot, slots.length), isAtEnd: false })),
  )
  const highest = values.at(-1)
  if (places.length === 0 && highest !== undefined) places.push({ value: highest, x: '100%', isAtEnd: true })
  return places.map(
    ({ value, x, isAtEnd }) =>
      html`<svg class="scale-name" x="${x}" y="${toPictureY(land, toY(value))}"><text x="${isAtEnd ? '-.4em' : '.4em'}" y="-.5em" text-anchor="${isAtEnd ? 'end' : 'start'}">${format.number(value, 0)}${texts.perKwh}</text></svg>`,
  )
}

const findHighest = (slots: readonly PlanSlot[]): number =>
  Math.max(...slots.map(({ gCo2PerKwh }) => gCo2PerKwh?.central ?? 0))
