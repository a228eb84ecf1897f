import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listSlots, optimise, type ScheduleProblem } from './optimise.ts'

/** Every plan of a small window, by trying each set of slots: the best one by the tie rule; null when none is possible. */
function bruteForce({ values, tieValues, slots, maxSegments, minOnSlots, tieBreak }: ScheduleProblem): number[] | null {
  let best: { rank: number[]; slots: number[] } | null = null
  for (let set = 0; set < 2 ** values.length; set += 1) {
    const chosen = values.map((_, slot) => slot).filter((slot) => (set >> slot) % 2 === 1)
    if (chosen.length !== slots || chosen.some((slot) => values[slot] === null)) continue
    const runs = runLengths(chosen)
    if (runs.length > maxSegments || runs.some((run) => run < Math.min(minOnSlots, slots))) continue
    const sumOf = (of: readonly (number | null)[]): number =>
      chosen.reduce((total, slot) => total + Math.round((of[slot] ?? 0) * 1e6), 0)
    const unknownTies = chosen.filter((slot) => tieValues?.[slot] === null).length
    const rank = [sumOf(values), unknownTies, sumOf(tieValues ?? [])]
    const order = best === null ? -1 : compareRanks(rank, best.rank)
    if (best === null || order < 0 || (order === 0 && isBefore(chosen, best.slots, tieBreak))) {
      best = { rank, slots: chosen }
    }
  }
  return best?.slots ?? null
}

/** Negative where the first difference is in favour of `a`. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place])
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

function runLengths(chosen: readonly number[]): number[] {
  const runs: number[] = []
  for (const [index, slot] of chosen.entries()) {
    if (index > 0 && chosen[index - 1] === slot - 1) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(1)
  }
  return runs
}

/** Early: the ascending list is smaller. Late: the descending list is larger. */
function isBefore(a: readonly number[], b: readonly number[], tieBreak: ScheduleProblem['tieBreak']): boolean {
  const [first, second] = tieBreak === 'early' ? [a, b] : [a.toReversed(), b.toReversed()]
  const index = first.findIndex((slot, place) => slot !== second[place])
  if (index === -1) return false
  const difference = (first[index] ?? 0) - (second[index] ?? 0)
  return tieBreak === 'early' ? difference < 0 : difference > 0
}

const chosenBy = (problem: ScheduleProblem): number[] | null => {
  const schedule = optimise(problem)
  return schedule.isFeasible ? listSlots(schedule.segments) : null
}

/** Few different values make ties; tenths and thirds make binary noise in sums that are not exact. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(-0.2, -0.1, 0, 0.1, 0.2, 0.3, 1 / 3, 2 / 3) },
  { weight: 3, arbitrary: fc.double({ min: -500, max: 500, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const problem: fc.Arbitrary<ScheduleProblem> = fc.record({
  values: fc.array(value, { minLength: 1, maxLength: 10 }),
  slots: fc.integer({ min: 1, max: 8 }),
  maxSegments: fc.integer({ min: 1, max: 8 }),
  minOnSlots: fc.integer({ min: 1, max: 4 }),
  tieBreak: fc.constantFrom('early', 'late'),
})
/** Few prices, so that many plans cost the same. */
const tiedProblem: fc.Arbitrary<ScheduleProblem> = fc
  .array(fc.tuple(fc.constantFrom(null, 0.1, 0.1, 0.2, 0.3), fc.constantFrom(null, 10, 20, 20.5, 30, 50)), {
    minLength: 1,
    maxLength: 10,
  })
  .chain((pairs) =>
    problem.map((asked) => ({
      ...asked,
      values: pairs.map(([cost]) => cost),
      tieValues: pairs.map(([, tie]) => tie),
    })),
  )

const base: ScheduleProblem = { values: [], slots: 2, maxSegments: 1, minOnSlots: 1, tieBreak: 'early' }

describe('the chosen slots', () => {
  test('are those that a brute-force search finds, ties included', () => {
    fc.assert(
      fc.property(problem, (asked) => {
        expect(chosenBy(asked)).toEqual(bruteForce(asked))
      }),
      { numRuns: 4_000 },
    )
  })

  test('are, of plans of equal cost, those of the smallest tie value, as a brute-force search finds them', () => {
    fc.assert(
      fc.property(tiedProblem, (asked) => {
        expect(chosenBy(asked)).toEqual(bruteForce(asked))
      }),
      { numRuns: 4_000 },
    )
  })

  test('are the cheapest two adjacent slots, even if single slots are cheaper', () => {
    expect(chosenBy({ ...base, values: [1, 9, 4, 4, 9, 1] })).toEqual([2, 3])
    expect(chosenBy({ ...base, values: [1, 9, 4, 4, 9, 1], maxSegments: 2 })).toEqual([0, 5])
  })

  test('follow negative values', () => {
    expect(chosenBy({ ...base, values: [3, -1, -8, 2, -5] })).toEqual([1, 2])
  })

  test('come as ordered segments, and adjacent segments are merged', () => {
    const schedule = optimise({ ...base, values: [0, 0, 0, 7, 0, 0], slots: 5, maxSegments: 8 })
    expect(schedule).toEqual({
      isFeasible: true,
      segments: [
        { first: 0, slots: 3 },
        { first: 4, slots: 2 },
      ],
    })
  })
})

describe('ties', () => {
  const flat = { ...base, values: Array.from({ length: 6 }, () => 0.1) }

  test('the early rule starts at once, the late rule ends with the window', () => {
    expect(chosenBy(flat)).toEqual([0, 1])
    expect(chosenBy({ ...flat, tieBreak: 'late' })).toEqual([4, 5])
  })

  test('the early rule takes the earliest first slot, even if that needs another segment', () => {
    const gap = { ...base, values: [0, 5, 0, 0, 0], slots: 3, maxSegments: 2 }
    expect(chosenBy(gap)).toEqual([0, 2, 3])
    expect(chosenBy({ ...gap, tieBreak: 'late' })).toEqual([2, 3, 4])
  })

  test('are decided by the tie values before the order of time, and by these only where costs are equal', () => {
    const tied = { ...flat, tieValues: [30, 20, 10, 10, 20, 30] }
    expect(chosenBy(tied)).toEqual([2, 3])
    expect(chosenBy({ ...tied, tieValues: [5, 5, 9, 5, 5, 9], tieBreak: 'late' })).toEqual([3, 4])
    expect(chosenBy({ ...tied, values: [0.1, 0.1, 0.1, 0.1, 0.1, 0.09], slots: 1 })).toEqual([5])
  })

  test('go to the plan with fewer unknown tie values, which neither win nor exclude a slot', () => {
    expect(chosenBy({ ...flat, tieValues: [null, 999, 999, null, 1, null] })).toEqual([1, 2])
    expect(chosenBy({ ...flat, tieValues: flat.values.map(() => null) })).toEqual([0, 1])
    expect(chosenBy({ ...flat, values: [0.1, 0.1, 0.2, 0.2], tieValues: [null, null, 1, 1] })).toEqual([0, 1])
  })

  test('compare in the units that the problem names', () => {
    const close = { ...base, values: [0.2, 0.2 - 4e-9, 0.2], slots: 1 }
    expect(chosenBy(close)).toEqual([0])
    expect(chosenBy({ ...close, unitsPerValue: 15e8 })).toEqual([1])
  })

  test('are not decided by binary noise: 0.1 + 0.2 equals 0.3 + 0', () => {
    expect(chosenBy({ ...base, values: [0.1, 0.2, 9, 0.3, 0] })).toEqual([0, 1])
    expect(chosenBy({ ...base, values: [0.3, 0, 9, 0.1, 0.2], tieBreak: 'late' })).toEqual([3, 4])
  })
})

describe('constraints', () => {
  test('a segment has at least minOnSlots slots, and a shorter load runs in one segment', () => {
    const values = [0, 9, 0, 9, 1, 1]
    expect(chosenBy({ ...base, values, maxSegments: 2, minOnSlots: 2 })).toEqual([4, 5])
    expect(chosenBy({ ...base, values, maxSegments: 2, minOnSlots: 4 })).toEqual([4, 5])
  })

  test('an unknown slot is never chosen', () => {
    expect(chosenBy({ ...base, values: [null, 0, null, 5, 5] })).toEqual([3, 4])
  })

  test('a load that does not fit is refused with the needed and available slots', () => {
    expect(optimise({ ...base, values: [1, 1], slots: 3 })).toEqual({
      isFeasible: false,
      slots: 3,
      windowSlots: 2,
      usableSlots: 2,
    })
    expect(optimise({ ...base, values: [1, null, 1], slots: 2 })).toEqual({
      isFeasible: false,
      slots: 2,
      windowSlots: 3,
      usableSlots: 2,
    })
  })
})
