import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { HourRange } from '@hexawatt/shared/contract/planning/hour-ranges'
import { isInHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import type { SlotPrice } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { listParisSlots, type ParisSlot } from '@hexawatt/shared/time/paris-clock'
import type { ExportedSlot } from './export-series.ts'

/** Length of a best window, hours: a washing machine, a dishwasher or a boiler is done in it. */
export const bestWindowHours = 2

const slotsOfWindow = (bestWindowHours * 60) / slotMinutes
/** Means that differ by less are equal: sums of the same prices in another order differ by binary noise. */
const equalWithin = 1e-9

/** A quarter-hour by which windows are ranked. */
export type RankedSlot = ExportedSlot &
  Pick<ParisSlot, 'date'> & {
    /** Lower is better; null = in no window: unknown or quiet. */
    rank: number | null
    /** Decides between windows of the same rank, lower is better; null = unknown, after every known one. */
    tie: number | null
    /** Price under the contract; null without one. */
    contractPrice: SlotPrice | null
  }

/** Ranks slots by their score. */
export function rankByScore(slots: readonly ExportedSlot[], quiet: readonly HourRange[] = []): RankedSlot[] {
  return rankSlots(slots, quiet, ({ globalScore }) => ({
    rank: globalScore === null ? null : -globalScore,
    tie: 0,
    contractPrice: null,
  }))
}

/** Ranks slots by their price under a contract, and slots of the same price by their carbon intensity. */
export function rankByPrice(
  slots: readonly ExportedSlot[],
  quiet: readonly HourRange[],
  findPrice: (slot: ExportedSlot, at: ParisSlot) => SlotPrice | null,
): RankedSlot[] {
  return rankSlots(slots, quiet, (slot, at) => {
    const contractPrice = findPrice(slot, at)
    return { rank: contractPrice?.eurPerKwh ?? null, tie: slot.carbon.gCo2PerKwh, contractPrice }
  })
}

function rankSlots(
  slots: readonly ExportedSlot[],
  quiet: readonly HourRange[],
  findRank: (slot: ExportedSlot, at: ParisSlot) => Pick<RankedSlot, 'rank' | 'tie' | 'contractPrice'>,
): RankedSlot[] {
  const [first] = slots
  if (first === undefined) return []
  const times = listParisSlots(Temporal.Instant.from(first.start).epochMilliseconds, slots.length)
  return times.flatMap((at, index) => {
    const slot = slots[index]
    if (slot === undefined) return []
    const ranked = findRank(slot, at)
    return [{ ...slot, date: at.date, ...ranked, rank: isInHourRanges(quiet, at.minuteOfDay) ? null : ranked.rank }]
  })
}

/** Consecutive slots of one Paris day. `isRankFlat` = no slot of that day ranks better or worse than another. */
export type BestWindow = { date: string; slots: readonly RankedSlot[]; isRankFlat: boolean }

type Candidate = { date: string; slots: readonly RankedSlot[]; meanRank: number; meanTie: number }

/**
 * The window of the best mean rank on each Paris day, oldest first; of equal ones that of the better mean tie value, then the earlier one. A window lies
 * whole within its day, and what is left of a day may be too short for one.
 *
 * @param slots consecutive quarter-hours
 */
export function findBestWindows(slots: readonly RankedSlot[]): BestWindow[] {
  const best = new Map<string, Candidate>()
  for (let first = 0; first + slotsOfWindow <= slots.length; first += 1) {
    const window = toCandidate(slots.slice(first, first + slotsOfWindow))
    if (window !== null && isBetter(window, best.get(window.date))) best.set(window.date, window)
  }
  return [...best.values()].map((window) => ({
    date: window.date,
    slots: window.slots,
    isRankFlat: isFlat(slots.flatMap(({ date, rank }) => (date === window.date && rank !== null ? [rank] : []))),
  }))
}

function isBetter(one: Candidate, other: Candidate | undefined): boolean {
  if (other === undefined) return true
  const difference = one.meanRank - other.meanRank
  return Math.abs(difference) > equalWithin ? difference < 0 : one.meanTie < other.meanTie - equalWithin
}

/** null when a slot is in no window, or the slots lie in two days. */
function toCandidate(slots: readonly RankedSlot[]): Candidate | null {
  const [date, lastDate] = [slots[0]?.date, slots.at(-1)?.date]
  const ranks = slots.flatMap(({ rank }) => rank ?? [])
  if (date === undefined || date !== lastDate || ranks.length < slots.length) return null
  const ties = slots.map(({ tie }) => tie ?? Number.POSITIVE_INFINITY)
  return { date, slots, meanRank: computeMean(ranks), meanTie: computeMean(ties) }
}

const computeMean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function isFlat(values: readonly number[]): boolean {
  return Math.max(...values) - Math.min(...values) <= equalWithin
}
