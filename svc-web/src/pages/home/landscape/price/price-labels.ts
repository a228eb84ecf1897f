import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextWidth, leastSlotWidth, type SpacedLabel, spaceLabels } from '../geometry/label-space.ts'
import { type Row, toPictureX, toPictureY } from '../geometry/rows.ts'
import { makePriceScale, type PriceStep } from './price-steps.ts'

/** A price on the lane: its value, and the name of its period where there is space. */
type PriceLabel = { middle: number; room?: number; eurPerKwh: number; name: string | null; isBelow: boolean }

/** Quarter-hours between two labels of a price that is the same at all hours, and before the first one. */
const [flatEvery, flatFirst] = [56, 22] as const
/** Quarter-hours around a high or low market price without a higher or lower one. */
const reach = 14
/** Quarter-hours that a label stays away from the edges. */
const edge = 7

export type PriceWords = {
  /** A price in ct. */
  write: (eurPerKwh: number) => string
  /** The period of a step, as `heures creuses` or `rouge`; null where it has no name. */
  name: (step: PriceStep) => string | null
}

/** Quarter-hours that the frame covers; labels stand next to it. */
export type Covered = { from: number; to: number } | null

/** Where labels stand: clear of the borders of the frames, and high ones clear of the flag. */
export type PricePlace = {
  row: Row
  slots: number
  covered: Covered
  borders: readonly SpacedLabel[]
  flag: SpacedLabel | null
}

/** A price above this height has its label in the way of the flag, percent of the row from the top. */
const flagReach = 38

/** Values of the price, on its line. Labels that would touch are hidden on narrow screens. */
export function renderPriceLabels(
  steps: readonly PriceStep[],
  { row, slots, covered, borders, flag }: PricePlace,
  words: PriceWords,
): Html[] {
  const { toY } = makePriceScale(steps)
  const labels = listLabels(steps, slots, covered, words)
  const texts = labels.map(({ eurPerKwh }) => words.write(eurPerKwh))
  const avoid = (label: PriceLabel) =>
    flag !== null && !label.isBelow && toY(label.eurPerKwh) < flagReach ? [...borders, flag] : borders
  const short = labels.map((label, index) => ({
    ...label,
    avoids: avoid(label),
    width: estimateTextWidth(texts[index] ?? ''),
  }))
  const long = short.map((label, index) => ({
    ...label,
    width: estimateTextWidth(`${texts[index]} ${label.name ?? ''}`),
  }))
  const [hidden, namesHidden] = [spaceLabels(short, slots), spaceLabels(long, slots)]
  return labels.map(({ middle, eurPerKwh, name, isBelow }, index) => {
    const period = name === null ? null : html`<tspan class="name ${namesHidden[index] ?? ''}"> ${name}</tspan>`
    return html`<svg class="price-label ${hidden[index] ?? ''}" x="${toPictureX(middle, slots)}" y="${toPictureY(row, toY(eurPerKwh))}"><text y="${isBelow ? '1em' : '-.8em'}">${texts[index] ?? ''}${period}</text></svg>`
  })
}

function listLabels(steps: readonly PriceStep[], slots: number, covered: Covered, words: PriceWords): PriceLabel[] {
  const known = steps.filter(({ eurPerKwh }) => eurPerKwh !== null)
  if (known.some(({ kind }) => kind === 'market')) return listMarketLabels(known, slots, covered)
  if (known.every(({ kind }) => kind === 'flat')) return listFlatLabels(known, slots, covered, words)
  return known
    .filter(({ from, to }) => (to - from) * leastSlotWidth * 2 >= estimateTextWidth('00 ct'))
    .map((step) => ({
      ...findFreePart(step, covered),
      eurPerKwh: step.eurPerKwh ?? 0,
      name: words.name(step),
      isBelow: false,
    }))
    .sort((one, other) => one.middle - other.middle)
}

/** Middle and length of a step, or of its longer part next to the frame. */
function findFreePart(
  { from, to }: Pick<PriceStep, 'from' | 'to'>,
  covered: Covered,
): { middle: number; room: number } {
  const half = 12
  const middle = (from + to) / 2
  if (covered === null || covered.from >= middle + half || covered.to <= middle - half) {
    return { middle, room: to - from }
  }
  const [before, behind] = [covered.from - from, to - covered.to]
  if (before > behind) return { middle: (from + covered.from) / 2, room: before }
  // A step that the frame covers whole has its label in the frame.
  return behind > 0 ? { middle: (covered.to + to) / 2, room: behind } : { middle, room: to - from }
}

function listFlatLabels(steps: readonly PriceStep[], slots: number, covered: Covered, words: PriceWords): PriceLabel[] {
  return steps.flatMap((step) => {
    const count = Math.max(1, Math.floor((step.to - step.from - flatFirst) / flatEvery) + 1)
    const places = Array.from({ length: count }, (_, index) => step.from + flatFirst + index * flatEvery)
    const isFree = (at: number) => covered === null || at + 12 < covered.from || at - 12 > covered.to
    const free = places
      .map((at) => (isFree(at) || covered === null ? at : covered.from - 14))
      .filter((at) => at >= edge)
    const named = Math.max(
      0,
      free.findIndex((at) => at > step.from + flatEvery),
    )
    return free.map((at, index) => ({
      middle: Math.min(at, slots - edge),
      eurPerKwh: step.eurPerKwh ?? 0,
      name: index === named ? words.name(step) : null,
      isBelow: false,
    }))
  })
}

/** Highs and lows of the market price, the furthest from zero first. */
function listMarketLabels(steps: readonly PriceStep[], slots: number, covered: Covered): PriceLabel[] {
  const prices: { slot: number; eurPerKwh: number }[] = steps.flatMap((step) =>
    step.eurPerKwh === null ? [] : [{ slot: findFreePart(step, covered).middle, eurPerKwh: step.eurPerKwh }],
  )
  return prices
    .filter(({ slot, eurPerKwh }, index) => {
      if (slot < edge || slot > slots - edge) return false
      const near = prices.filter((other) => Math.abs(other.slot - slot) <= reach)
      const values = near.map((other) => other.eurPerKwh)
      const isExtreme = eurPerKwh === Math.max(...values) || eurPerKwh === Math.min(...values)
      return isExtreme && prices[index - 1]?.eurPerKwh !== eurPerKwh
    })
    .sort((one, other) => Math.abs(other.eurPerKwh) - Math.abs(one.eurPerKwh))
    .map(({ slot, eurPerKwh }) => ({ middle: slot, eurPerKwh, name: null, isBelow: eurPerKwh < 0 }))
}
