import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type GridRecord, toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord, removeHour } from '../testing/made-up-record.ts'
import {
  addIssue,
  collectRealisedValues,
  listIssueInstants,
  replayIssues,
  runBacktest,
  sumMonths,
  type TargetStats,
} from './run-backtest.ts'

const days = (from: string, to = from) => toSpanMs(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to))
const recordAround = (day: string): GridRecord => {
  const date = Temporal.PlainDate.from(day)
  return createMadeUpRecord(toSpanMs(date.subtract({ days: 20 }), date.add({ days: 4 })))
}

describe('backtest issues', () => {
  test('are made every third UTC hour within the Paris days, also of 23 and 25 hours', () => {
    const starts = (day: string): string[] => listIssueInstants(days(day)).map(String)
    expect(starts('2024-01-10')).toHaveLength(8)
    expect(starts('2024-01-10')[0]).toBe('2024-01-10T00:00:00Z')
    expect(starts('2024-03-31')).toHaveLength(8)
    expect(starts('2024-10-27')).toHaveLength(8)
    expect(starts('2024-10-27')[0]).toBe('2024-10-27T00:00:00Z')
  })

  test('of adjacent days are neither lost nor repeated at a clock change', () => {
    for (const [from, to] of [
      ['2024-03-30', '2024-04-01'],
      ['2024-10-26', '2024-10-28'],
    ] as const) {
      const single = []
      for (
        let day = Temporal.PlainDate.from(from);
        Temporal.PlainDate.compare(day, to) <= 0;
        day = day.add({ days: 1 })
      )
        single.push(...listIssueInstants(days(day.toString())).map(String))
      expect(single).toEqual(listIssueInstants(days(from, to)).map(String))
    }
  })
})

describe('a day of 23 or 25 hours', () => {
  for (const day of ['2024-03-31', '2024-10-27']) {
    test(`${day}: every hour of every issue is judged once`, async () => {
      const { intensity, score } = sumMonths(await runBacktest(recordAround(day), days(day)))
      // Without weather no issue reaches beyond 48 hours.
      const hours = [6, 18, 24, 0].map((perIssue) => 8 * perIssue)
      expect(intensity.map((stats) => stats.hours)).toEqual(hours)
      expect(score.map((stats) => stats.hours)).toEqual(hours)
      expect([...intensity, ...score].map((stats) => stats.skippedHours)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    })
  }
})

describe('a day without recorded values', () => {
  const record = recordAround('2024-01-10')
  const without = (feed: keyof GridRecord, day: string): GridRecord => {
    const { fromMs, toMs } = days(day)
    let holed = record
    for (let startMs = fromMs; startMs < toMs; startMs += hourMs) holed = removeHour(holed, feed, startMs)
    return holed
  }
  const skipped = async (holed: GridRecord) => {
    const { intensity, score } = sumMonths(await runBacktest(holed, days('2024-01-10')))
    const sum = (stats: typeof intensity): number => stats.reduce((total, stats) => total + stats.skippedHours, 0)
    return { intensity: sum(intensity), score: sum(score) }
  }
  /** Hours of the day after, as each of the eight issues of the day meets them: all 24 are within 48 h. */
  const dayAfter = 8 * 24

  test('of prices skips scores but not intensities', async () => {
    expect(await skipped(record)).toEqual({ intensity: 0, score: 0 })
    expect(await skipped(without('price', '2024-01-11'))).toEqual({ intensity: 0, score: dayAfter })
  })

  test('of consumption skips scores but not intensities', async () => {
    expect(await skipped(without('consumption', '2024-01-11'))).toEqual({ intensity: 0, score: dayAfter })
  })

  test('of generation skips both, and realised values stay absent', async () => {
    const holed = without('generation', '2024-01-11')
    expect(await skipped(holed)).toEqual({ intensity: dayAfter, score: dayAfter })
    const { fromMs } = days('2024-01-11')
    const realised = collectRealisedValues(holed, days('2024-01-10', '2024-01-12'))
    expect(realised.intensity.has(fromMs)).toBe(false)
    expect(realised.score.has(fromMs)).toBe(false)
    expect(realised.intensity.has(fromMs - hourMs)).toBe(true)
  })
})

test('the total is the sum of its months, and without what earlier issues taught a month does not depend on the start of the run', async () => {
  const record = createMadeUpRecord(days('2024-01-05', '2024-02-10'))
  async function runUncorrected(from: string): Promise<Map<string, TargetStats>> {
    const months = new Map<string, TargetStats>()
    for await (const outcome of replayIssues(record, [days(from, '2024-02-03')])) addIssue(months, outcome)
    return months
  }
  const both = await runUncorrected('2024-01-29')
  expect([...both.keys()]).toEqual(['2024-01', '2024-02'])
  expect(both.get('2024-02')).toEqual((await runUncorrected('2024-02-01')).get('2024-02'))
  expect(sumMonths(both).score[0]?.hours).toBe(6 * 8 * 6)
})
