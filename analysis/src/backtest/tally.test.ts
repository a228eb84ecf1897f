import { describe, expect, test } from 'bun:test'
import type { HourOutcome } from './replayed-issue.ts'
import { addTallies, emptyTally, tallyOf } from './tally.ts'

const fiveHours = { name: '1–5 h', firstLead: 1, lastLead: 5 }

/** Hours of an issue: what came, what the forecast said; both persistences say 20. */
const issue = (pairs: readonly (readonly [realised: number | null, forecast: number | null])[]): HourOutcome[] =>
  pairs.map(([realised, forecast], index) => ({
    lead: index + 1,
    realised,
    said: { forecast, flat: 20, sameHour: 20 },
  }))

const outcomes = issue([
  [30, 33],
  [20, 22],
  [10, 11],
  [12, 12],
  [18, 16],
  [1_000, 0],
])

describe('a hand-computed issue', () => {
  const tally = tallyOf(outcomes, fiveHours, 'intensity')

  test('errors are summed over the hours of the class only', () => {
    expect(tally).toMatchObject({ issues: 1, hours: 5, skippedHours: 0, windows: 1 })
    expect(tally.byMethod.forecast.absoluteError).toBe(3 + 2 + 1 + 0 + 2)
    expect(tally.byMethod.forecast.squaredError).toBe(9 + 4 + 1 + 0 + 4)
    expect(tally.byMethod.flat.absoluteError).toBe(10 + 0 + 10 + 8 + 2)
  })

  test('ranks: the forecast orders as it came, a flat line has no order and counts for nothing', () => {
    expect(tally.byMethod.forecast).toMatchObject({ rankCorrelation: 1, rankedIssues: 1 })
    expect(tally.byMethod.flat).toMatchObject({ rankCorrelation: 0, rankedIssues: 0 })
  })

  test('saving: the last four hours (mean 15) are best, a flat line takes the first four (mean 18), the mean is 18', () => {
    expect(tally.achievable).toBe(18 - 15)
    expect(tally.byMethod.forecast.saved).toBe(18 - 15)
    expect(tally.byMethod.flat.saved).toBe(0)
  })

  test('of a score more is better: the first four hours are then best', () => {
    const ofScore = tallyOf(outcomes, fiveHours, 'score')
    expect(ofScore.achievable).toBe(0)
    const rising = issue([
      [10, 50],
      [60, 10],
      [60, 10],
      [60, 10],
      [60, 10],
    ])
    const wrong = tallyOf(rising, fiveHours, 'score')
    expect(wrong.achievable).toBe(60 - 50)
    expect(wrong.byMethod.forecast.saved).toBe(47.5 - 50)
  })
})

describe('what is missing is skipped and never 0', () => {
  for (const [what, missing] of [
    [
      'came',
      issue([
        [30, 33],
        [null, 22],
        [10, 11],
        [12, 12],
        [18, 16],
      ]),
    ],
    [
      'was forecast',
      issue([
        [30, 33],
        [20, null],
        [10, 11],
        [12, 12],
        [18, 16],
      ]),
    ],
  ] as const) {
    test(`an hour for which nothing ${what} counts as skipped, and no best block is told of the window`, () => {
      const tally = tallyOf(missing, fiveHours, 'intensity')
      expect(tally).toMatchObject({ hours: 4, skippedHours: 1, windows: 0, achievable: 0 })
      expect(tally.byMethod.forecast).toMatchObject({ absoluteError: 3 + 1 + 0 + 2, saved: 0 })
      expect(tally.byMethod.flat.absoluteError).toBe(10 + 10 + 8 + 2)
    })
  }

  test('an issue of which nothing is known adds an issue and its skipped hours, and nothing else', () => {
    const tally = tallyOf(
      issue([
        [null, 1],
        [null, 1],
        [null, 1],
        [null, 1],
        [null, 1],
      ]),
      fiveHours,
      'score',
    )
    expect(tally).toEqual({ ...emptyTally, issues: 1, skippedHours: 5 })
  })
})

test('tallies add up', () => {
  const one = tallyOf(outcomes, fiveHours, 'intensity')
  const both = addTallies(one, one)
  expect(both).toMatchObject({ issues: 2, hours: 10, windows: 2, achievable: 6 })
  expect(both.byMethod.forecast).toEqual({
    absoluteError: 16,
    squaredError: 36,
    rankCorrelation: 2,
    rankedIssues: 2,
    saved: 6,
  })
  expect(addTallies(emptyTally, one)).toEqual(one)
})
