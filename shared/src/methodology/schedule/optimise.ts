import type { TieBreak } from '../../contract/planning/choices.ts'

/** When to run a load of `slots` quarter-hours at equal power. */
export type ScheduleProblem = {
  /** Cost of each slot of the window in any unit, lower is better; null = unknown, such a slot is never chosen. At most 192. */
  values: readonly (number | null)[]
  /** Whole units that one of `values` has: values are compared in these. */
  unitsPerValue?: number
  /**
   * Second value of each slot, which decides between plans of equal cost, lower is better. Null = unknown: of two plans of equal cost the one with
   * fewer unknown slots is chosen, whatever its known values are. Absent = only `tieBreak` decides.
   */
  tieValues?: readonly (number | null)[] | undefined
  /** Slots to run, at least 1. */
  slots: number
  /** Pieces that the load may be cut into, 1 to 8. */
  maxSegments: number
  /** Minimum length of a segment, slots; a shorter load runs in one segment. */
  minOnSlots: number
  tieBreak: TieBreak
}

/** A piece of a plan: slots `first` … `first + slots − 1` of the window. */
export type SlotSegment = { first: number; slots: number }

/** The best slots; when `isFeasible` is false, the window has no such plan and the result says what is missing. */
export type Schedule =
  | { isFeasible: true; segments: readonly SlotSegment[] }
  | { isFeasible: false; slots: number; windowSlots: number; usableSlots: number }

/** Values are compared in whole units, by default millionths: sums of integers are exact, so that binary noise decides no tie. */
const defaultUnitsPerValue = 1e6
/** More than a window of known tie values can sum to, in units: 288 slots of 3 000 g/kWh. */
const unknownTieUnits = 1e12

/**
 * The slots whose values add up to the smallest possible sum, in at most `maxSegments` pieces of at least `minOnSlots` each.
 * Pieces that touch are one.
 *
 * Ties: of all plans of the smallest sum, those whose `tieValues` add up to the smallest sum remain. Of these, `early` takes the one whose ascending
 * list of slots is lexicographically smallest (the first slot that runs is as early as possible, then the second one, …); `late` is its mirror image:
 * the descending list of slots is lexicographically largest.
 *
 * Dynamic programming from the end of the window over slot, slots left and pieces left; O(window · slots · pieces) time.
 */
export function optimise(problem: ScheduleProblem): Schedule {
  const { values, unitsPerValue = defaultUnitsPerValue, tieValues, slots } = problem
  const costs = toUnits(values, unitsPerValue, Number.POSITIVE_INFINITY)
  const ties = toUnits(tieValues ?? values.map(() => 0), defaultUnitsPerValue, unknownTieUnits)
  const chosen = slots > values.length ? null : findBest(costs, ties, problem)
  if (chosen === null) {
    const usableSlots = values.reduce<number>((count, value) => count + Number(value !== null), 0)
    return { isFeasible: false, slots, windowSlots: values.length, usableSlots }
  }
  return { isFeasible: true, segments: toSegments(Array.from(chosen, Boolean)) }
}

function toUnits(values: readonly (number | null)[], unitsPerValue: number, unknown: number): Float64Array {
  return Float64Array.from(values, (value) => (value === null ? unknown : Math.round(value * unitsPerValue)))
}

/** The slots of some pieces, ascending. */
export function listSlots(segments: readonly SlotSegment[]): number[] {
  return segments.flatMap(({ first, slots }) => Array.from({ length: slots }, (_, index) => first + index))
}

/** The chosen slots as pieces. */
export function toSegments(isChosen: readonly boolean[]): SlotSegment[] {
  const segments: SlotSegment[] = []
  for (const [slot, chosen] of isChosen.entries()) {
    if (!chosen) continue
    const last = segments.at(-1)
    if (last !== undefined && last.first + last.slots === slot) last.slots += 1
    else segments.push({ first: slot, slots: 1 })
  }
  return segments
}

/** 1 for each chosen slot; null when no plan is possible. */
function findBest(
  costs: Float64Array,
  ties: Float64Array,
  problem: Omit<ScheduleProblem, 'values'>,
): Uint8Array | null {
  if (problem.tieBreak === 'early') return findEarliestBest(costs, ties, problem)
  return findEarliestBest(costs.toReversed(), ties.toReversed(), problem)?.reverse() ?? null
}

/** Decisions at a state: bit 0, a load that is off starts a piece here; bit 1, a load that is on goes on here. */
const starts = 1
const goesOn = 2

function findEarliestBest(
  costs: Float64Array,
  ties: Float64Array,
  { slots, maxSegments, minOnSlots }: Omit<ScheduleProblem, 'values'>,
): Uint8Array | null {
  const length = costs.length
  const minOn = Math.min(minOnSlots, slots)
  // More pieces than fit are not needed.
  const pieces = Math.min(maxSegments, Math.floor(slots / minOn))
  const width = slots + 1
  const planeSize = (pieces + 1) * width
  const decisions = new Uint8Array(length * planeSize)
  // off: smallest sum from this slot on while not running. on: while running, with the shortest length reached. on looks minOn slots ahead.
  let [off, nextOff]: [Sums, Sums] = [createSums(planeSize), createEndSums(pieces, width)]
  const onRing = Array.from({ length: minOn + 1 }, () => createSums(planeSize))
  onRing[length % onRing.length]?.costs.set(nextOff.costs)
  const [pieceCosts, pieceTies] = [sumPieces(costs, minOn), sumPieces(ties, minOn)]
  for (let slot = length - 1; slot >= 0; slot -= 1) {
    const { costs: onCosts, ties: onTies } = onRing[slot % onRing.length] ?? off
    const { costs: nextOnCosts, ties: nextOnTies } = onRing[(slot + 1) % onRing.length] ?? off
    const { costs: startedCosts, ties: startedTies } = onRing[(slot + minOn) % onRing.length] ?? off
    const { costs: offCosts, ties: offTies } = off
    const { costs: nextOffCosts, ties: nextOffTies } = nextOff
    const [cost, tie] = [costs[slot] ?? Number.POSITIVE_INFINITY, ties[slot] ?? 0]
    const [pieceCost, pieceTie] = [pieceCosts[slot] ?? Number.POSITIVE_INFINITY, pieceTies[slot] ?? 0]
    offCosts.fill(Number.POSITIVE_INFINITY)
    onCosts.fill(Number.POSITIVE_INFINITY)
    // The rest of the load cannot exceed the rest of the window, nor be less than the load minus the slots before.
    const [fewest, most] = [Math.max(0, slots - slot), Math.min(slots, length - slot)]
    for (let left = 0; left <= pieces; left += 1) {
      const row = left * width
      if (fewest === 0) offCosts[row] = onCosts[row] = offTies[row] = onTies[row] = 0
      for (let rest = Math.max(1, fewest); rest <= most; rest += 1) {
        const state = row + rest
        let decision = 0
        let best = nextOffCosts[state] ?? Number.POSITIVE_INFINITY
        let bestTie = nextOffTies[state] ?? 0
        if (left > 0 && rest >= minOn) {
          const from = state - width - minOn
          const started = pieceCost + (startedCosts[from] ?? Number.POSITIVE_INFINITY)
          if (started <= best && started < Number.POSITIVE_INFINITY) {
            const startedTie = pieceTie + (startedTies[from] ?? 0)
            if (started < best || startedTie <= bestTie) {
              best = started
              bestTie = startedTie
              decision = starts
            }
          }
        }
        offCosts[state] = best
        offTies[state] = bestTie
        const continued = cost + (nextOnCosts[state - 1] ?? Number.POSITIVE_INFINITY)
        if (continued <= best && continued < Number.POSITIVE_INFINITY) {
          const continuedTie = tie + (nextOnTies[state - 1] ?? 0)
          if (continued < best || continuedTie <= bestTie) {
            best = continued
            bestTie = continuedTie
            decision |= goesOn
          }
        }
        onCosts[state] = best
        onTies[state] = bestTie
        decisions[slot * planeSize + state] = decision
      }
    }
    ;[off, nextOff] = [nextOff, off]
  }
  if (nextOff.costs[planeSize - 1] === Number.POSITIVE_INFINITY) return null
  return followDecisions(decisions, length, { width, pieces, slots, minOn })
}

/** Sums of costs and of tie values at each state; a tie value counts only where the cost is finite. */
type Sums = { costs: Float64Array; ties: Float64Array }

const createSums = (size: number): Sums => ({ costs: new Float64Array(size), ties: new Float64Array(size) })

/** Nothing is left to run at the end of the window, or there is no plan. */
function createEndSums(pieces: number, width: number): Sums {
  const sums = createSums((pieces + 1) * width)
  sums.costs.fill(Number.POSITIVE_INFINITY)
  for (let left = 0; left <= pieces; left += 1) sums.costs[left * width] = 0
  return sums
}

/** Sum of the shortest piece that begins in each slot; infinite where it does not fit. */
function sumPieces(values: Float64Array, minOn: number): Float64Array {
  return values.map((_, first) => {
    if (first + minOn > values.length) return Number.POSITIVE_INFINITY
    let sum = 0
    for (let slot = first; slot < first + minOn; slot += 1) sum += values[slot] ?? Number.POSITIVE_INFINITY
    return sum
  })
}

type Sizes = { width: number; pieces: number; slots: number; minOn: number }

/** Follows the decisions from the first slot. At equal sums running is preferred to waiting, which makes the plan the earliest. */
function followDecisions(decisions: Uint8Array, length: number, { width, pieces, slots, minOn }: Sizes): Uint8Array {
  const isChosen = new Uint8Array(length)
  let [slot, rest, left, isOn] = [0, slots, pieces, false]
  while (rest > 0) {
    const decision = decisions[slot * (pieces + 1) * width + left * width + rest] ?? 0
    const isContinued = isOn && (decision & goesOn) !== 0
    const isStarted = !isContinued && (decision & starts) !== 0
    const run = isContinued ? 1 : isStarted ? minOn : 0
    if (isStarted) left -= 1
    isOn = run > 0
    isChosen.fill(1, slot, slot + run)
    slot += Math.max(1, run)
    rest -= run
  }
  return isChosen
}
