import { describe, expect, test } from 'bun:test'
import { addErrorStats, computeErrorStats, noErrorStats } from './error-stats.ts'
import type { HourOutcome } from './replayed-issue.ts'

const fiveHours = { name: '1–5 h', firstLead: 1, lastLead: 5 }

/** Hours of an issue: realised and predicted values; both persistences predict 20. */
const issue = (pairs: readonly (readonly [realised: number | null, forecast: number | null])[]): HourOutcome[] =>
  pairs.map(([realised, forecast], index) => ({
    lead: index + 1,
    realised,
    startMs: index * 3_600_000,
    isPublished: false,
    predicted: { analog: forecast, carryOver: 20, flat: 20, sameHour: 20 },
    spread: null,
  }))

const outcomes = issue([
  [30, 33],
  [20, 22],
  [10, 11],
  [12, 12],
  [18, 16],
  [1_000, 0],
])

describe('the error statistics of a hand-computed issue', () => {
  const stats = computeErrorStats(outcomes, fiveHours, 'intensity')

  test('sum the errors of the lead class only', () => {
    expect(stats).toMatchObject({ issues: 1, hours: 5, skippedHours: 0, windows: 1 })
    expect(stats.byMethod.analog.absoluteError).toBe(3 + 2 + 1 + 0 + 2)
    expect(stats.byMethod.analog.squaredError).toBe(9 + 4 + 1 + 0 + 4)
    expect(stats.byMethod.flat.absoluteError).toBe(10 + 0 + 10 + 8 + 2)
  })

  test('rank the forecast order, and ignore a flat line', () => {
    expect(stats.byMethod.analog).toMatchObject({ rankCorrelation: 1, rankedIssues: 1 })
    expect(stats.byMethod.flat).toMatchObject({ rankCorrelation: 0, rankedIssues: 0 })
  })

  test('measure the saving of the best four hours against the mean', () => {
    expect(stats.achievable).toBe(18 - 15)
    expect(stats.byMethod.analog.saved).toBe(18 - 15)
    expect(stats.byMethod.flat.saved).toBe(0)
  })

  test('prefer more for a score', () => {
    const ofScore = computeErrorStats(outcomes, fiveHours, 'score')
    expect(ofScore.achievable).toBe(0)
    const rising = issue([
      [10, 50],
      [60, 10],
      [60, 10],
      [60, 10],
      [60, 10],
    ])
    const wrong = computeErrorStats(rising, fiveHours, 'score')
    expect(wrong.achievable).toBe(60 - 50)
    expect(wrong.byMethod.analog.saved).toBe(47.5 - 50)
  })
})

describe('missing hours are skipped, never counted as 0', () => {
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
    test(`an hour for which nothing ${what} is skipped, and the window has no best block`, () => {
      const stats = computeErrorStats(missing, fiveHours, 'intensity')
      expect(stats).toMatchObject({ hours: 4, skippedHours: 1, windows: 0, achievable: 0 })
      expect(stats.byMethod.analog).toMatchObject({ absoluteError: 3 + 1 + 0 + 2, saved: 0 })
      expect(stats.byMethod.flat.absoluteError).toBe(10 + 10 + 8 + 2)
    })
  }

  test('an issue without known hours adds only itself and its skipped hours', () => {
    const stats = computeErrorStats(
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
    expect(stats).toEqual({ ...noErrorStats, issues: 1, skippedHours: 5 })
  })
})

test('statistics add up', () => {
  const one = computeErrorStats(outcomes, fiveHours, 'intensity')
  const both = addErrorStats(one, one)
  expect(both).toMatchObject({ issues: 2, hours: 10, windows: 2, achievable: 6 })
  expect(both.byMethod.analog).toEqual({
    error: 2 * (3 + 2 + 1 + 0 - 2),
    absoluteError: 16,
    squaredError: 36,
    rankCorrelation: 2,
    rankedIssues: 2,
    saved: 6,
  })
  expect(addErrorStats(noErrorStats, one)).toEqual(one)
})

test('published hours count for the best block but not for the errors', () => {
  const published = outcomes.map((hour, index) => ({ ...hour, isPublished: index === 0 }))
  const stats = computeErrorStats(published, fiveHours, 'price')
  expect(stats).toMatchObject({ hours: 4, skippedHours: 0, windows: 1, achievable: 18 - 15 })
  expect(stats.byMethod.analog).toMatchObject({ absoluteError: 2 + 1 + 0 + 2, error: 2 + 1 + 0 - 2, saved: 18 - 15 })
})
