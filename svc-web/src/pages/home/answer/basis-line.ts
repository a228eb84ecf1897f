import { equalCostWithin, isAtOnce } from '@hexawatt/shared/methodology/schedule/plan-comparison'
import type { PlanFigures, PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import type { LoadPlan } from '@hexawatt/shared/methodology/schedule/plan-load'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { isMarketOnly } from '../../../kit/contract-choice.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import type { View } from '../texts/view.ts'
import { toAmounts, type Units, writeGrams, writeMoney } from './amounts.ts'

/** What the basis line is about: the figures shown, next to those that the gain line compares them with. */
export type BasisInput = {
  plan: PagePlan
  result: LoadPlan
  figures: PlanFigures
  isBest: boolean
  units: Units
}

/** Starting now, or the best moment where the frame was moved. */
const findReference = ({ result, isBest }: BasisInput): PlanFigures =>
  isBest ? result.baselines.startNow : result.plan

/** `29 au lieu de 75 g · 19 au lieu de 26 centimes · même prix de 22 h à 6 h`. */
export function writeBasis(input: BasisInput, view: View): string {
  return [
    writeCarbon(input, view),
    writeCost(input, view),
    input.isBest ? writeSamePrice(input, view) : null,
    input.isBest ? writeChance(input, view) : null,
    ...writePriceNotes(input, view),
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}

function writeCarbon(input: BasisInput, view: View): string | null {
  const { figures, units } = input
  const { answer: words } = view.texts
  const [own, other] = [toAmounts(figures, units).grams, toAmounts(findReference(input), units).grams]
  if (own === null) return null
  if (other === null || own === other) return words.carbon(writeGrams(own, units, view))
  return words.insteadOf(writeGrams(own, units, view, false), writeGrams(other, units, view))
}

function writeCost(input: BasisInput, view: View): string | null {
  const { plan, figures, isBest, units } = input
  const { answer: words } = view.texts
  const reference = findReference(input)
  const [own, other] = [toAmounts(figures, units).centimes, toAmounts(reference, units).centimes]
  if (own === null) return null
  if (isPriceFlat(plan.slots)) return words.atAllHours(writeMoney(own, units, view))
  if (other === null) return writeMoney(own, units, view)
  if (isAtOnce(figures, reference)) return writeMoney(own, units, view)
  if (own === other) return isBest ? words.asNow(writeMoney(own, units, view)) : writeMoney(own, units, view)
  // The unit after both stands in the number of the last.
  return words.insteadOf(writeMoney(own, units, view, false), writeMoney(other, units, view))
}

function isPriceFlat(slots: readonly PlanSlot[]): boolean {
  const first = slots[0]?.price?.eurPerKwh
  return first !== undefined && slots.every(({ price }) => price !== null && isEqual(price.eurPerKwh, first))
}

const isEqual = (one: number, other: number): boolean => Math.abs(one - other) < equalCostWithin

/** The stretch around the plan with its price, where that is longer: the reader is freer than the frame says. */
function writeSamePrice({ plan, figures, result }: BasisInput, view: View): string | null {
  const { slots } = plan
  const [segment, another] = figures.segments
  const price = segment && slots[segment.first]?.price
  const isStepped = price?.basis === 'regulated' || price?.basis === 'expected'
  if (!segment || !price || !isStepped || another || isPriceFlat(slots) || result.comparedBy !== 'cost') return null
  const isSame = (slot: PlanSlot | undefined): boolean =>
    slot !== undefined && slot.price !== null && isEqual(slot.price.eurPerKwh, price.eurPerKwh)
  let [from, to] = [segment.first, segment.first]
  while (isSame(slots[from - 1])) from -= 1
  while (isSame(slots[to])) to += 1
  const isWhole = to - from > segment.slots && to >= segment.first + segment.slots && to < slots.length
  if (!isWhole) return null
  const { answer: words } = view.texts
  const write = (slot: number): string => view.format.time(new Date(findStartMs(slots, slot)).toISOString())
  return from === 0 ? words.samePriceUntil(write(to)) : words.samePrice(write(from), write(to))
}

const findStartMs = (slots: readonly PlanSlot[], slot: number): number =>
  (slots[0]?.startMs ?? 0) + slot * quarterHourMs

/** How often the plan turns out cheaper than starting now; null where that is certain, or where no error paths are known. */
function writeChance({ plan, result }: BasisInput, view: View): string | null {
  const { probabilityBetterThanNow: probability, comparedBy } = result
  if (probability === null || comparedBy !== 'cost' || plan.isNowAsGood) return null
  const times = Math.min(9, Math.round(probability * 10))
  return probability > 0.99 || times < 1 ? null : view.texts.answer.chance(view.format.number(times, 0))
}

/** What is uncertain about the price. */
function writePriceNotes({ plan, figures }: BasisInput, view: View): string[] {
  const { answer: words } = view.texts
  const { cost } = figures
  if (cost === null) return []
  const isRegulated = cost.basis === 'regulated' || cost.basis === 'expected'
  return [
    words.priceBases[cost.basis],
    ...(isMarketOnly(plan.choice.contract) ? [words.marketOnly] : []),
    ...(isRegulated && cost.certainty === 'unconfirmed' ? [words.unconfirmed] : []),
  ]
}
