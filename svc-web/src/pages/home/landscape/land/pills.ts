import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { findKnownRuns, listCurvePoints, type Point } from '../geometry/curve.ts'
import { estimateTextEm, leastSlotWidth, type SpacedLabel, spaceLabels } from '../geometry/label-space.ts'
import { type Row, toEm, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { Span } from '../window/hours.ts'
import { makeReliefScale } from './relief.ts'

/** A value that is written on the relief: the best hour of a day, a hollow or a peak. */
export type Pill = { slot: number; gCo2PerKwh: number; isBest: boolean }

/** Quarter-hours around a hollow or peak without a lower or higher value. */
const reach = 13
/** Hollows and peaks that are flatter, as a share of the scale, are not named, but for the deepest ones of the window. */
const leastDepth = 0.05
const alwaysNamed = 2
/** Quarter-hours of a day that the window must have before its best hour is called the best: 14 hours. */
const mostOfDay = 56
/** Most pills of a window: twelve in 48 hours. */
const slotsPerPill = 16

/** Width of a pill around its text, em. */
const padding = 0.9
const fontSize = 13
/** Middle of a pill above the value that it names, percent of the row. */
const pillAbove = 8

/** The pills of a window, the most important first. */
export const choosePills = (slots: readonly PlanSlot[]): Pill[] =>
  [...findBestHours(slots), ...findExtremes(slots)].slice(0, Math.ceil(slots.length / slotsPerPill))

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
  const { top } = makeReliefScale(slots.map(({ gCo2PerKwh }) => gCo2PerKwh))
  return extremes
    .sort((one, other) => other.depth - one.depth)
    .filter(({ depth }, index) => index < alwaysNamed || depth >= leastDepth * top)
}

/** Values at the middle of the quarter-hours that share them. */
const listPoints = (values: readonly (number | null)[]): Point[] =>
  findKnownRuns(values).flatMap((run) => listCurvePoints(run).slice(1, -1))

export type PillPlaces = {
  land: Row
  slots: number
  /** The frames. */
  pieces: readonly Span[]
  toY: (gCo2PerKwh: number) => number
  write: (gCo2PerKwh: number) => string
}

/** A pill with its text and place; `y` is the height of its middle in the row. */
export type PlacedPill = SpacedLabel & {
  pill: Pill
  text: string
  y: number
  anchor: number
  left: number
  em: number
  hidden: string
}

/** Places the pills. Their size follows the size of their text; those that would touch are hidden on narrow screens. */
export function placePills(pills: readonly Pill[], { slots, pieces, toY, write }: PillPlaces): PlacedPill[] {
  const placed = pills.map((pill) => {
    const text = write(pill.gCo2PerKwh)
    const em = estimateTextEm(`${pill.isBest ? '★ ' : ''}${text}`) + padding
    const { anchor, left } = placePill(findFramedMiddle(pill.slot, pieces), slots, em)
    const label = { middle: anchor, shift: (left + em / 2) * fontSize, width: em * fontSize }
    return { pill, text, em, anchor, left, y: toY(pill.gCo2PerKwh) - pillAbove, ...label }
  })
  const hidden = spaceLabels(placed, slots)
  return placed.map((pill, index) => ({ ...pill, hidden: hidden[index] ?? '' }))
}

/** Pills stand on the relief. */
export function renderPills(pills: readonly PlacedPill[], { land, slots, toY }: PillPlaces): Html[] {
  return pills.map(({ pill, text, em, anchor, left, hidden }) => {
    const star = pill.isBest ? html`<tspan class="star">★</tspan> ` : null
    return html`<svg class="${`pill ${hidden}`.trim()}" x="${toPictureX(anchor, slots)}" y="${toPictureY(land, toY(pill.gCo2PerKwh))}"><rect class="pill-back" x="${toEm(left)}" y="-2.100em" width="${toEm(em)}" height="1.500em" rx=".75em"/><text x="${toEm(left + em / 2)}" y="-1.350em">${star}${text}</text></svg>`
  })
}

/** A pill stands this far from its slot, in quarter-hours, to be in the middle of a frame: further away the value is another one. */
const mostShift = 4

/** The middle of the frame that covers a slot, where it is near; else the slot itself. */
function findFramedMiddle(slot: number, pieces: readonly Span[]): number {
  const framed = pieces.find(({ first, slots }) => slot >= first && slot <= first + slots)
  if (framed === undefined) return slot
  const middle = framed.first + framed.slots / 2
  return Math.abs(middle - slot) <= mostShift ? middle : slot
}

/** Slot at which a pill is anchored, and distance of its left side from there, em. */
function placePill(slot: number, slots: number, width: number): { anchor: number; left: number } {
  // A pill that an edge would cut on the narrowest screen starts or ends there.
  const edge = (width * fontSize) / 2 / leastSlotWidth
  if (slot < edge) return { anchor: 0, left: 0.3 }
  return slot > slots - edge ? { anchor: slots, left: -width - 0.3 } : { anchor: slot, left: -width / 2 }
}
