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
 * Dynamic programming from the end of the window over slot, slots left and pieces left; O(window · slots · pieces) time, twice as much where plans
 * of equal cost exist and `tieValues` are given.
 */
export function optimise(problem: ScheduleProblem): Schedule {
  const { values, unitsPerValue = defaultUnitsPerValue, tieValues, slots } = problem
  const costs = toUnits(values, unitsPerValue, Number.POSITIVE_INFINITY)
  const ties = tieValues && toUnits(tieValues, defaultUnitsPerValue, unknownTieUnits)
  const chosen = slots > values.length ? null : findBest(costs, ties, problem)
  if (chosen === null) {
    const usableSlots = values.reduce<number>((count, value) => count + Number(value !== null), 0)
    return { isFeasible: false, slots, windowSlots: values.length, usableSlots }
  }
  return { isFeasible: true, segments: toSegments(chosen) }
}

function toUnits(values: readonly (number | null)[], unitsPerValue: number, unknown: number): Float64Array {
  return Float64Array.from(values, (value) => (value === null ? unknown : Math.round(value * unitsPerValue)))
}

/** The slots of some pieces, ascending. */
export function listSlots(segments: readonly SlotSegment[]): number[] {
  return segments.flatMap(({ first, slots }) => Array.from({ length: slots }, (_, index) => first + index))
}

function toSegments(isChosen: Uint8Array): SlotSegment[] {
  const segments: SlotSegment[] = []
  for (let slot = 0; slot < isChosen.length; slot += 1) {
    if (isChosen[slot] !== 1) continue
    const last = segments.at(-1)
    if (last !== undefined && last.first + last.slots === slot) last.slots += 1
    else segments.push({ first: slot, slots: 1 })
  }
  return segments
}

/** 1 for each chosen slot; null when no plan is possible. */
function findBest(
  costs: Float64Array,
  ties: Float64Array | undefined,
  problem: Omit<ScheduleProblem, 'values'>,
): Uint8Array | null {
  if (problem.tieBreak === 'late') {
    const mirrored = { ...problem, tieBreak: 'early' as const }
    return findBest(costs.toReversed(), ties?.toReversed(), mirrored)?.reverse() ?? null
  }
  const { slots, maxSegments } = problem
  const minOn = Math.min(problem.minOnSlots, slots)
  // More pieces than fit are not needed.
  const sizes = { width: slots + 1, pieces: Math.min(maxSegments, Math.floor(slots / minOn)), slots, minOn }
  const cheapest = findDecisions(costs, sizes)
  if (cheapest === null) return null
  const decisions =
    ties !== undefined && cheapest.hasTies ? findDecisions(ties, sizes, cheapest.decisions)?.decisions : undefined
  return followDecisions(decisions ?? cheapest.decisions, costs.length, sizes)
}

/** Decisions of the smallest sum at a state. A load that is off starts a piece here or waits; a load that is on goes on here or stops. */
const [starts, goesOn, waits, stops] = [1, 2, 4, 8]
const isTied = (decision: number): boolean =>
  (decision & (starts | waits)) === (starts | waits) || (decision & (goesOn | stops)) === (goesOn | stops)

type Sizes = { width: number; pieces: number; slots: number; minOn: number }

/**
 * The decisions at each state that lead to the smallest sum, and whether a state has two; null when no plan is possible.
 *
 * @param allowed decisions to choose from; absent = all
 */
function findDecisions(
  costs: Float64Array,
  { width, pieces, slots, minOn }: Sizes,
  allowed?: Uint8Array,
): { decisions: Uint8Array; hasTies: boolean } | null {
  const length = costs.length
  const planeSize = (pieces + 1) * width
  const decisions = new Uint8Array(length * planeSize)
  let hasTies = false
  // off: smallest sum from this slot on while not running. on: while running, with the shortest length reached. on looks minOn slots ahead.
  let [off, nextOff]: [Float64Array, Float64Array] = [new Float64Array(planeSize), createEndPlane(pieces, width)]
  const onRing = Array.from({ length: minOn + 1 }, () => new Float64Array(planeSize))
  onRing[length % onRing.length]?.set(nextOff)
  const pieceCosts = computePieceCosts(costs, minOn)
  for (let slot = length - 1; slot >= 0; slot -= 1) {
    const on = onRing[slot % onRing.length] ?? off
    const nextOn = onRing[(slot + 1) % onRing.length] ?? off
    const startedOn = onRing[(slot + minOn) % onRing.length] ?? off
    const cost = costs[slot] ?? Number.POSITIVE_INFINITY
    const pieceCost = pieceCosts[slot] ?? Number.POSITIVE_INFINITY
    off.fill(Number.POSITIVE_INFINITY)
    on.fill(Number.POSITIVE_INFINITY)
    // The rest of the load cannot exceed the rest of the window, nor be less than the load minus the slots before.
    const [fewest, most] = [Math.max(0, slots - slot), Math.min(slots, length - slot)]
    for (let left = 0; left <= pieces; left += 1) {
      const row = left * width
      if (fewest === 0) off[row] = on[row] = 0
      for (let rest = Math.max(1, fewest); rest <= most; rest += 1) {
        const state = row + rest
        const index = slot * planeSize + state
        const open = allowed === undefined ? starts | goesOn | waits | stops : (allowed[index] ?? 0)
        let [waiting, started, continued] = [
          Number.POSITIVE_INFINITY,
          Number.POSITIVE_INFINITY,
          Number.POSITIVE_INFINITY,
        ]
        if ((open & waits) !== 0) waiting = nextOff[state] ?? waiting
        if ((open & starts) !== 0 && left > 0 && rest >= minOn) {
          started = pieceCost + (startedOn[state - width - minOn] ?? started)
        }
        if ((open & goesOn) !== 0) continued = cost + (nextOn[state - 1] ?? continued)
        const best = Math.min(waiting, started)
        const stopped = (open & stops) === 0 ? Number.POSITIVE_INFINITY : best
        const bestOn = Math.min(stopped, continued)
        off[state] = best
        on[state] = bestOn
        let decision = 0
        if (best < Number.POSITIVE_INFINITY) {
          decision = (started === best ? starts : 0) | (waiting === best ? waits : 0)
        }
        if (bestOn < Number.POSITIVE_INFINITY) {
          decision |= (continued === bestOn ? goesOn : 0) | (stopped === bestOn ? stops : 0)
        }
        decisions[index] = decision
        hasTies ||= isTied(decision)
      }
    }
    ;[off, nextOff] = [nextOff, off]
  }
  return nextOff[planeSize - 1] === Number.POSITIVE_INFINITY ? null : { decisions, hasTies }
}

/** Nothing is left to run at the end of the window, or there is no plan. */
function createEndPlane(pieces: number, width: number): Float64Array {
  const plane = new Float64Array((pieces + 1) * width).fill(Number.POSITIVE_INFINITY)
  for (let left = 0; left <= pieces; left += 1) plane[left * width] = 0
  return plane
}

/** Cost of the shortest piece that begins in each slot; infinite where it does not fit. */
function computePieceCosts(costs: Float64Array, minOn: number): Float64Array {
  return costs.map((_, first) => {
    if (first + minOn > costs.length) return Number.POSITIVE_INFINITY
    let sum = 0
    for (let slot = first; slot < first + minOn; slot += 1) sum += costs[slot] ?? Number.POSITIVE_INFINITY
    return sum
  })
}

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
