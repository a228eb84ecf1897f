import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { boxHeight, chooseRows, type PictureRows, type Row, toPictureX } from '../geometry/rows.ts'
import { choosePills, placePills, renderPills } from '../land/pills.ts'
import { makeReliefScale, renderRelief } from '../land/relief.ts'
import { renderScaleLines, renderScaleNames } from '../land/scale-lines.ts'
import { renderSky, renderStars } from '../land/sky.ts'
import { findHillY } from '../land/sky-line.ts'
import { renderBells, renderMoons, renderSuns, sunGlow } from '../land/sun-and-moon.ts'
import { renderPriceLabels } from '../price/price-labels.ts'
import { renderPriceLane } from '../price/price-lane.ts'
import { listPriceSteps, type PriceKind } from '../price/price-steps.ts'
import type { Span } from '../window/hours.ts'
import { type LandscapeView, writeCents, writeGrams } from '../window/landscape-view.ts'
import { renderDays, renderHours } from './clock-labels.ts'
import { type Flag, type FrameWords, listBorders, placeFlag, renderFlag, renderFrames } from './frame.ts'
import { renderGaps } from './gaps.ts'
import { placeTenseWords, renderTenseBars, renderTenseWords } from './tense-hours.ts'

export type PictureInput = {
  slots: readonly PlanSlot[]
  solarMw: readonly (number | null)[]
  signals: readonly (GridSignalStatus | null)[]
  isQuiet: readonly boolean[]
  findPriceKind: (slot: PlanSlot) => PriceKind
  nowMs: number
  today: string
  /** Pieces of the plan, or the frame that the reader moved; empty where no plan is possible. */
  pieces: readonly Span[]
  /** Null where the frame cannot be moved. */
  slider: { lastStart: number; words: FrameWords } | null
  /** Text alternative. */
  description: string
  /** Sign of the appliance. */
  icon: Html
  view: LandscapeView
}

/** The window: sky, relief, hours and price as one drawing, with the frame of the plan. */
export function renderPicture(input: PictureInput): Html {
  const { slots, solarMw, signals, isQuiet, findPriceKind, nowMs, today, pieces, slider, description, view } = input
  const isFlat = slots.every((slot) => findPriceKind(slot) === 'flat')
  const rows = chooseRows(isFlat)
  const count = slots.length
  const steps = listPriceSteps(slots, findPriceKind)
  const intensities = slots.map(({ gCo2PerKwh }) => gCo2PerKwh)
  const { top, toY } = makeReliefScale(intensities)
  const scale = { land: rows.land, slots, top, toY }
  const grams = (gCo2PerKwh: number) => writeGrams(gCo2PerKwh, view)
  const [first] = pieces
  const flag = first === undefined ? null : placeFlag(first, slots, view)
  const [y, height] = [`${rows.land.top}%`, `${rows.land.height}%`]
  const hillY = (slot: number) => findHillY(intensities, slot, toY)
  const framed = first ?? null
  const places = { land: rows.land, slots: count, pieces, toY, write: grams }
  const pills = placePills(choosePills(slots), places)
  const words = placeTenseWords(signals, view)
  return html`<svg class="picture${isFlat ? ' flat' : ''}" role="presentation"><rect class="ground" role="img" aria-label="${description}" width="100%" height="100%"/><g aria-hidden="true">
${renderBox(rows.land, count, renderSky(slots))}${renderStars(y, height)}${renderBox(rows.land, count, renderBells(solarMw))}<svg class="clip" y="${y}" width="100%" height="${height}">${sunGlow}${renderMoons({ slots, words })}${renderSuns({ slots, solarMw, findHillY: hillY, pills, words }, view.texts.sun)}</svg>
${renderBox(rows.land, count, renderRelief(slots))}${renderScaleLines(scale)}${renderGaps({ rows, slots }, view)}
${renderBox(rows.price, count, renderPriceLane(steps, count))}${renderTenseBars(signals, rows)}${renderQuietHours(isQuiet, rows)}</g>
<line class="cursor" id="landscape-cursor" y1="${rows.days.height}%" y2="100%"/>
<g id="landscape-frames">${renderFrames(pieces, count, rows, slider)}</g>
<g aria-hidden="true" pointer-events="none">${renderTenseWords(words, count, rows)}${renderDays({ row: rows.days, slots, view }, today)}${renderScaleNames(scale, { pills, framed }, view)}${renderPills(pills, places)}<g id="landscape-prices">${renderPrices(input, flag, rows)}</g><g class="clock" id="landscape-hours">${renderHours({ row: rows.hours, slots, view }, nowMs, { flag, pieces })}</g><g id="landscape-flag">${flag && renderFlag(flag, input.icon, count, rows)}</g></g></svg>`
}

/** A row in its own box of the slots × 100. */
const renderBox = ({ top, height }: Row, slots: number, content: Html): Html =>
  html`<svg y="${top}%" width="100%" height="${height}%" viewBox="0 0 ${slots} ${boxHeight}" preserveAspectRatio="none">${content}</svg>`

/** The values of the price, clear of the frames and the flag. */
export function renderPrices(
  { slots, pieces, findPriceKind, view }: Pick<PictureInput, 'slots' | 'pieces' | 'findPriceKind' | 'view'>,
  flag: Flag | null,
  { price }: PictureRows,
): Html[] {
  const [first] = pieces
  const covered = first === undefined ? null : { from: first.first, to: first.first + first.slots }
  const hanging = flag && { middle: flag.slot, shift: flag.shift, width: flag.width }
  const place = { row: price, slots: slots.length, covered, borders: listBorders(pieces), flag: hanging }
  const { periods } = view.texts
  return renderPriceLabels(listPriceSteps(slots, findPriceKind), place, {
    write: (eurPerKwh) => writeCents(eurPerKwh, view),
    name: ({ kind, isEstimated }) => nameStep(kind, isEstimated, periods),
  })
}

/** The period of a price. The price of a day whose colour is not published is a mean over the colours: it has none of them. */
function nameStep(kind: PriceKind, isEstimated: boolean, periods: LandscapeView['texts']['periods']): string | null {
  if (kind === 'market') return null
  const isColored = kind === 'blue' || kind === 'white' || kind === 'red'
  return isColored && isEstimated ? periods.estimated : periods[kind]
}

/** Hatching over the hours in which the load must not run. */
function renderQuietHours(isQuiet: readonly boolean[], { days }: PictureRows): Html {
  const runs: Span[] = []
  for (const [slot, quiet] of isQuiet.entries()) {
    const last = runs.at(-1)
    if (!quiet) continue
    if (last !== undefined && last.first + last.slots === slot) last.slots += 1
    else runs.push({ first: slot, slots: 1 })
  }
  if (runs.length === 0) return html``
  const rects = runs.map(
    ({ first, slots: count }) =>
      html`<rect fill="url(#land-quiet)" x="${toPictureX(first, isQuiet.length)}" y="${days.height}%" width="${toPictureX(count, isQuiet.length)}" height="${100 - days.height}%"/>`,
  )
  return html`<pattern id="land-quiet" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path fill="#0c1130" fill-opacity=".28" d="M0 0h12v12H0z"/><path fill="#0c1130" fill-opacity=".5" d="M0 0h6v12H0z"/></pattern>${rects}`
}
