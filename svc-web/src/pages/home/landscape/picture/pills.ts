import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { findKnownRuns, listCurvePoints, type Point } from './curve.ts'
import { estimateTextWidth, findTouching, leastSlotWidth } from './label-space.ts'
import { type Row, toPictureX, toPictureY } from './rows.ts'

/** A value that is written on the relief: the best hour of a day, a hollow or a peak. */
export type Pill = { slot: number; gCo2PerKwh: number; isBest: boolean }

/** Quarter-hours around a hollow or peak without a lower or higher value. */
const reach = 13
/** Quarter-hours of a day that the window must have before its best hour is called the best: 14 hours. */
const mostOfDay = 56
/** Most pills of a window: eight in 48 hours. */
const slotsPerPill = 24
/** Width of a pill around its text, px. */
const pillPadding = 16
/** A pill this close to an edge, in quarter-hours, starts or ends there. */
const edge = 7

/** The pills of a window, the most important first: they never touch, whatever the width of the screen. */
export function choosePills(slots: readonly PlanSlot[], write: (gCo2PerKwh: number) => string): Pill[] {
  const wanted = [...findBestHours(slots), ...findExtremes(slots)].slice(0, Math.ceil(slots.length / slotsPerPill) * 2)
  const labels = wanted.map(({ slot, gCo2PerKwh, isBest }) => ({
    middle: Math.min(Math.max(slot, edge), slots.length - edge),
    width: estimateTextWidth(`${isBest ? '★ ' : ''}${write(gCo2PerKwh)}`) + pillPadding,
  }))
  const touching = findTouching(labels, leastSlotWidth)
  return wanted.filter((_, index) => !touching.has(index)).slice(0, Math.ceil(slots.length / slotsPerPill))
}

/** The hour with the highest score on each day that the window has most of. */
function findBestHours(slots: readonly PlanSlot[]): Pill[] {
  const points = listPoints(slots.map(({ score }) => score?.central ?? null))
  const days = Map.groupBy(points, ({ x }) => slots[Math.floor(x)]?.date)
  return [...days].flatMap(([date, ofDay]) => {
    if (slots.filter((slot) => slot.date === date).length < mostOfDay) return []
    const best = ofDay.reduce((most, point) => (point.y > most.y ? point : most))
    const gCo2PerKwh = slots[Math.floor(best.x)]?.gCo2PerKwh ?? null
    return gCo2PerKwh === null ? [] : [{ slot: best.x, gCo2PerKwh: gCo2PerKwh.central, isBest: true }]
  })
}

/** Hollows and peaks of the relief, the most pronounced first. */
function findExtremes(slots: readonly PlanSlot[]): Pill[] {
  const points = listPoints(slots.map(({ gCo2PerKwh }) => gCo2PerKwh?.central ?? null))
  const extremes = points.flatMap(({ x, y }, index) => {
    const near = points.filter((other) => Math.abs(other.x - x) <= reach)
    const [before, after] = [near.filter((other) => other.x < x), near.filter((other) => other.x > x)]
    if (before.length === 0 || after.length === 0) return []
    const values = near.map((other) => other.y)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    // Of equal values, the first is the extreme.
    const isFirst = before.every((other) => other.y !== y) && points[index - 1]?.y !== y
    if (least === most || !isFirst || (y !== least && y !== most)) return []
    return [{ slot: x, gCo2PerKwh: y, isBest: false, depth: most - least }]
  })
  return extremes.sort((one, other) => other.depth - one.depth)
}

/** Values at the middle of the quarter-hours that share them. */
const listPoints = (values: readonly (number | null)[]): Point[] =>
  findKnownRuns(values).flatMap((run) => listCurvePoints(run).slice(1, -1))

export type PillPlaces = {
  land: Row
  slots: number
  toY: (gCo2PerKwh: number) => number
  write: (gCo2PerKwh: number) => string
}

/** Pills stand on the relief. Their size follows the size of their text. */
export function renderPills(pills: readonly Pill[], { land, slots, toY, write }: PillPlaces): Html[] {
  return pills.map(({ slot, gCo2PerKwh, isBest }) => {
    const text = write(gCo2PerKwh)
    const width = Number(((text.length + (isBest ? 2 : 0)) * 0.56 + 0.9).toFixed(2))
    const [anchor, x, left] = placePill(slot, slots, width)
    const star = isBest ? html`<tspan class="star">★</tspan> ` : null
    return html`<svg class="pill" x="${x}" y="${toPictureY(land, toY(gCo2PerKwh))}"><rect class="pill-back" x="${left}em" y="-2.100em" width="${width}em" height="1.500em" rx=".75em"/><text x="${Number((left + width / 2).toFixed(2))}em" y="-1.350em" data-anchor="${anchor}">${star}${text}</text></svg>`
  })
}

function placePill(slot: number, slots: number, width: number): [anchor: string, x: string, left: number] {
  if (slot < edge) return ['start', '0', 0.3]
  if (slot > slots - edge) return ['end', '100%', -width - 0.3]
  return ['middle', toPictureX(slot, slots), -width / 2]
}
