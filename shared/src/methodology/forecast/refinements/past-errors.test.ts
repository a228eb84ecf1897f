import { describe, expect, test } from 'bun:test'
import { computeHourBias, computeIssueError, computeRecentError, type ErrorLookup } from './past-errors.ts'

/** An issue at hour 1000 that knows the hours up to 998. */
const [issueHour, newestHour] = [1_000, 998]

describe('the error of an hour', () => {
  test('is ln(actual / forecast), and unknown where one of the two is missing or not positive', () => {
    expect(computeIssueError(30, 20)).toBeCloseTo(Math.log(1.5), 12)
    for (const [actual, forecast] of [
      [null, 20],
      [30, null],
      [0, 20],
      [30, 0],
      [-1, 20],
    ] as const)
      expect(computeIssueError(actual, forecast)).toBeNull()
  })
})

describe('the recent error', () => {
  test('is the mean over the issues whose hour came true in the last 24 known hours', () => {
    const asked: number[] = []
    const errorAt: ErrorLookup = (hour) => {
      asked.push(hour)
      return hour
    }
    expect(computeRecentError(errorAt, newestHour, 6)).toBe((969 + 992) / 2)
    expect([Math.min(...asked), Math.max(...asked), asked.length]).toEqual([969, 992, 24])
  })

  test('of issues every three hours is the mean of eight, leaves gaps out, and is unknown without any', () => {
    expect(computeRecentError((hour) => (hour % 3 === 0 ? hour : undefined), newestHour, 6)).toBe((969 + 990) / 2)
    expect(computeRecentError((hour) => (hour === 980 ? 0.25 : undefined), newestHour, 6)).toBe(0.25)
    expect(computeRecentError(() => undefined, newestHour, 6)).toBeNull()
  })
})

describe('the hour bias', () => {
  test.each([
    ['in progress', 0, 976],
    ['of the next 22 hours', 22, 976],
    ['after that, which is known only two days later', 23, 952],
    ['of lead 48', 48, 928],
    ['of lead 72', 72, 904],
  ])(
    'of a target %s begins with the newest issue at the same hour of the day whose target is known',
    (_, lead, newest) => {
      const asked: number[] = []
      const errorAt: ErrorLookup = (hour, ofLead) => {
        expect(ofLead).toBe(lead)
        asked.push(hour)
        return 0.1
      }
      expect(computeHourBias(errorAt, issueHour, newestHour, lead)).toBeCloseTo(0.1, 12)
      expect([asked[0], asked.at(-1), asked.length]).toEqual([newest, newest - 27 * 24, 28])
    },
  )

  test('halves the weight of an issue in seven days, leaves gaps out, and is unknown without any', () => {
    const errorAt: ErrorLookup = (hour) => ({ 976: 0.3, [976 - 7 * 24]: 0 })[hour]
    expect(computeHourBias(errorAt, issueHour, newestHour, 6)).toBeCloseTo(0.2, 12)
    expect(computeHourBias(() => undefined, issueHour, newestHour, 6)).toBeNull()
  })

  test('of late generation begins with an older issue', () => {
    const errorAt: ErrorLookup = (hour) => hour
    const ofOne = (newest: number) => computeHourBias((hour) => (hour === newest ? hour : undefined), issueHour, 970, 6)
    expect(computeHourBias(errorAt, issueHour, 970, 6)).toBeLessThan(952)
    expect([ofOne(976), ofOne(952)]).toEqual([null, 952])
  })
})
