import { beforeEach, describe, expect, test } from 'bun:test'
import { judgeDay } from '@hexawatt/shared/methodology/forecast-accuracy/judge-day'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addMadeIssues } from '../testing/forecast-archive-fixture.ts'
import { readArchivedIssues, readPeriodSums, readRealisedValues, replaceErrorDay } from './error-day-store.ts'

const now = utc('2026-02-10T00:00:00')
const fixture = stopAtEnd(await createComputeFixture('2026-02-10T00:00:00'))

/** Every issue forecasts a score of 60. By version 1 of the score 55 came true, by version 2 63. */
async function archiveHours(from: string, before: string, scoreVersion: number): Promise<void> {
  await addMadeIssues(fixture.deps, utc(from), utc(before), { low: 0, high: 0 })
  await fixture.sql`
    update forecast_issues set score_version = ${scoreVersion} where issued_at >= ${utc(from)} and issued_at < ${utc(before)}`
}

beforeEach(async () => {
  await fixture.sql`truncate forecast_issues, forecast_issue_hours, realised_hours, forecast_error_days`
  await fixture.sql`
    insert into realised_hours (hour_start, carbon, direct_carbon, price, score, score_2, updated_at)
    select hour, 30, 3, 50, 55, 63, now() from generate_series('2026-01-25T00:00Z'::timestamptz, '2026-02-10T00:00Z', '1 hour') as hour`
})

async function judge(day: string) {
  const rows = judgeDay(
    await readArchivedIssues(fixture.sql, day, now),
    await readRealisedValues(fixture.sql, day, now),
  )
  await replaceErrorDay(fixture.sql, day, rows, now)
  return (quantity: string) =>
    rows.find((row) => row.quantity === quantity && row.lastLeadHours === 6 && row.forecaster === 'hexawatt')
}

describe('a forecast of the score', () => {
  test('is compared with the score that came true by its own version', async () => {
    await archiveHours('2026-02-01T00:00:00', '2026-02-02T00:00:00', 1)
    await archiveHours('2026-02-04T00:00:00', '2026-02-05T00:00:00', 2)
    expect((await judge('2026-02-01'))('score')).toMatchObject({ samples: 24 * 6, errorSum: 24 * 6 * 5 })
    expect((await judge('2026-02-04'))('score')).toMatchObject({ samples: 24 * 6, errorSum: 24 * 6 * -3 })
  })

  test('of the former version is left out of the day on which the version changed, and nothing else of it is', async () => {
    await archiveHours('2026-02-04T00:00:00', '2026-02-04T10:00:00', 1)
    await archiveHours('2026-02-04T10:00:00', '2026-02-05T00:00:00', 2)
    const ofDay = await judge('2026-02-04')
    expect(ofDay('score')).toMatchObject({ samples: 14 * 6, errorSum: 14 * 6 * -3 })
    expect(ofDay('carbon')?.samples).toBe(24 * 6)
  })

  test('counts in the scoreboard from the first day of its present version on', async () => {
    // Two days of the other version, and two of the present one.
    await archiveHours('2026-02-02T00:00:00', '2026-02-04T00:00:00', 3 - scoreVersion)
    await archiveHours('2026-02-04T00:00:00', '2026-02-06T00:00:00', scoreVersion)
    for (const day of ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05']) await judge(day)
    const sums = await readPeriodSums(fixture.sql, now, 2)
    const samplesOf = (quantity: string) =>
      sums.find(
        (row) =>
          row.days === 30 && row.quantity === quantity && row.lastLeadHours === 6 && row.forecaster === 'hexawatt',
      )?.samples
    expect([samplesOf('carbon'), samplesOf('score')]).toEqual([4 * 24 * 6, 2 * 24 * 6])
  })
})
