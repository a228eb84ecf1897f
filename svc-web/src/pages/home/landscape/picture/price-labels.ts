import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextWidth, leastSlotWidth, spaceLabels } from './label-space.ts'
import { makePriceScale, type PriceStep } from './price-steps.ts'
import { type Row, toPictureX, toPictureY } from './rows.ts'

/** A price on the lane: its value, and the name of its period where there is space. */
type PriceLabel = { middle: number; eurPerKwh: number; name: string | null; isBelow: boolean }

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

/** Values of the price, on its line. Labels that would touch are hidden on narrow screens. */
export function renderPriceLabels(
  steps: readonly PriceStep[],
  { row, slots, covered }: { row: Row; slots: number; covered: Covered },
  words: PriceWords,
): Html[] {
  const { toY } = makePriceScale(steps)
  const labels = listLabels(steps, slots, covered, words)
  const texts = labels.map(({ eurPerKwh }) => words.write(eurPerKwh))
  const short = labels.map(({ middle }, index) => ({ middle, width: estimateTextWidth(texts[index] ?? '') }))
  const long = labels.map(({ middle, name }, index) => ({
    middle,
    width: estimateTextWidth(`${texts[index]} ${name ?? ''}`),
  }))
  const [hidden, namesHidden] = [spaceLabels(short, slots), spaceLabels(long, slots)]
  return labels.map(({ middle, eurPerKwh, name, isBelow }, index) => {
    const period = name === null ? null : html`<tspan class="name ${namesHidden[index] ?? ''}"> ${name}</tspan>`
    return html`<svg class="price-label ${hidden[index] ?? ''}" x="${toPictureX(middle, slots)}" y="${toPictureY(row, toY(eurPerKwh))}"><text y="${isBelow ? '1em' : '-.8em'}">${texts[index] ?? ''}${period}</text></svg>`
  })
}

function listLabels(steps: readonly PriceStep[], slots: number, covered: Covered, words: PriceWords): PriceLabel[] {
  const known = steps.filter(({ eurPerKwh }) => eurPerKwh !== null)
  if (known.some(({ kind }) => kind === 'market')) return listMarketLabels(known, slots)
  if (known.every(({ kind }) => kind === 'flat')) return listFlatLabels(known, slots, covered, words)
  return known
    .filter(({ from, to }) => (to - from) * leastSlotWidth * 2 >= estimateTextWidth('00 ct'))
    .map((step) => ({
      middle: findFreeMiddle(step, covered, slots),
      eurPerKwh: step.eurPerKwh ?? 0,
      name: words.name(step),
      isBelow: false,
    }))
    .sort((one, other) => one.middle - other.middle)
}

/** The middle of a step; of the longer part beside the frame where the frame covers it. */
function findFreeMiddle({ from, to }: Pick<PriceStep, 'from' | 'to'>, covered: Covered, slots: number): number {
  const middle = (from + to) / 2
  const half = 12
  const isFree = covered === null || covered.from >= middle + half || covered.to <= middle - half
  const free = isFree
    ? middle
    : covered.from - from > to - covered.to
      ? (from + covered.from) / 2
      : (covered.to + to) / 2
  return Math.min(Math.max(free, edge), slots - edge)
}

function listFlatLabels(steps: readonly PriceStep[], slots: number, covered: Covered, words: PriceWords): PriceLabel[] {
  return steps.flatMap((step) => {
    const count = Math.max(1, Math.floor((Math.min(step.to, slots) - step.from - flatFirst) / flatEvery) + 1)
    return Array.from({ length: count }, (_, index) => {
      const middle = step.from + flatFirst + index * flatEvery
      const isCovered = covered !== null && middle + 12 > covered.from && middle - 12 < covered.to
      return {
        middle: Math.min(Math.max(isCovered && covered !== null ? covered.to + 14 : middle, edge), slots - edge),
        eurPerKwh: step.eurPerKwh ?? 0,
        name: index === 1 ? words.name(step) : null,
        isBelow: false,
      }
    })
  })
}

/** Highs and lows of the market price, the furthest from zero first. */
function listMarketLabels(steps: readonly PriceStep[], slots: number): PriceLabel[] {
  const prices: { slot: number; eurPerKwh: number }[] = steps.flatMap(({ from, to, eurPerKwh }) =>
    eurPerKwh === null ? [] : [{ slot: (from + to) / 2, eurPerKwh }],
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
