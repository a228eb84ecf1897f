import { beforeAll, describe, expect, test } from 'bun:test'
import { computeBand, findFrozenLevels } from '@hexawatt/shared/methodology/forecast/bands'
import { noBandState, toBandLevels } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { scoreVersion } from '@hexawatt/shared/methodology/versions'
import { createSql } from '@hexawatt/shared/postgres/client'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addMadeIssues, createActual, createIssue } from '../testing/forecast-archive-fixture.ts'
import { createBandLevelsReader, deriveBandState } from './band-state.ts'
import { addForecastIssue } from './issue-store.ts'
import { storeRealisedHours } from './realised-store.ts'

/** 00:00 in Paris: the day turns with this issue. */
const at = utc('2026-02-02T23:00:00')
/** Errors are uniform in ±1.5 scales: p10 and p90 are ±1.2, where the frozen quantiles of leads 1–3 are −0.34 and 0.37. */
const width = 1.5

const fixture = stopAtEnd(await createComputeFixture('2026-02-02T23:00:00'))

async function realise(from: Temporal.Instant, before: Temporal.Instant, of = width): Promise<void> {
  const count = Math.round(before.since(from).total('hours'))
  const hours = Array.from({ length: count }, (_, hour) => createActual(from.epochMilliseconds + hour * hourMs, of))
  await storeRealisedHours(fixture.sql, hours, before)
}

beforeAll(async () => {
  await addMadeIssues(fixture.deps, at.subtract({ hours: 60 * 24 + 100 }), at, findFrozenLevels(1))
  await realise(at.subtract({ hours: 60 * 24 + 100 }), at.subtract({ hours: 1 }))
})

describe('bands from the archive', () => {
  test('adapt: they cover four hours in five where the frozen quantiles cover one in four', async () => {
    const levels = toBandLevels(await deriveBandState(fixture.sql, at)).carbon[0] ?? findFrozenLevels(1)
    const next = Array.from(
      { length: 720 },
      (_, hour) => createActual(at.epochMilliseconds + hour * hourMs, width).carbon,
    )
    const coverageOf = ({ low, high }: { low: number; high: number }) =>
      next.filter((actual) => actual >= low && actual <= high).length / next.length
    expect(coverageOf(computeBand(30, 0.1, findFrozenLevels(1)))).toBeLessThan(0.3)
    expect(coverageOf(computeBand(30, 0.1, levels))).toBeGreaterThan(0.77)
    expect(coverageOf(computeBand(30, 0.1, levels))).toBeLessThan(0.85)
  })

  test('learn per quantity and bucket from 60 days of issues with known outcomes, except from auctioned prices and lead 0', async () => {
    const { carbon, directCarbon, consumptionCarbon, directConsumptionCarbon, price, score } = await deriveBandState(
      fixture.sql,
      at,
    )
    // Lead 1: an issue an hour for 60 days; the newest target that is known two hours before the issue.
    expect(carbon.map(({ errors }) => errors)).toEqual([
      1_438,
      1_437,
      1_436,
      ...[4_302, 4_293, 4_284, 8_541, 8_505, 8_469, 8_433, 16_758],
      // Without weather no issue reaches beyond 48 hours.
      ...[0, 0],
    ])
    expect(directCarbon.map(({ errors }) => errors)).toEqual(carbon.map(({ errors }) => errors))
    // Made errors are the same in scales of each quantity; of these only the life-cycle intensity of production was issued with bands, which moved its α.
    expect(consumptionCarbon.map(({ errors }) => errors)).toEqual(carbon.map(({ errors }) => errors))
    expect(consumptionCarbon[0]?.levels?.low).toBeCloseTo(directCarbon[0]?.levels?.low ?? Number.NaN, 6)
    expect(directConsumptionCarbon[3]?.levels?.high).toBeCloseTo(directCarbon[3]?.levels?.high ?? Number.NaN, 6)
    expect(score.map(({ errors }) => errors)).toEqual(carbon.map(({ errors }) => errors))
    expect(price.map(({ errors }) => errors)).toEqual([
      0,
      0,
      0,
      0,
      0,
      1_427,
      ...[8_541, 8_505, 8_469, 8_433, 16_758, 0, 0],
    ])
    expect(price[4]?.levels).toBeNull()
    expect(score[0]?.levels?.low).toBeCloseTo(10 * (carbon[0]?.levels?.low ?? 0), -0.5)
    expect(carbon[0]?.levels?.low).toBeLessThan(-1.1)
  })

  test('of the score rest on forecasts of the present version only: those of another version neither teach nor are judged', async () => {
    await fixture.sql`update forecast_issue_hours set score_low = 0, score_high = 1 where lead_hours = 1`
    await fixture.sql`update forecast_issues set score_version = ${3 - scoreVersion} where issued_at < ${at.subtract({ hours: 10 })}`
    const { carbon, score } = await deriveBandState(fixture.sql, at)
    // Nine of the ten issues have an outcome of lead 1, below the 100 errors that make a level.
    expect([carbon[0]?.errors, score[0]?.errors, score[0]?.levels]).toEqual([1_438, 8, null])
    expect(score[0]?.alpha).toBeCloseTo(0.02 * (0.2 - 1), 12)
    await fixture.sql`update forecast_issues set score_version = ${3 - scoreVersion}`
    expect((await deriveBandState(fixture.sql, at)).score[0]).toEqual({ levels: null, alpha: 0, errors: 0 })
    await fixture.sql`update forecast_issues set score_version = ${scoreVersion}`
    await fixture.sql`update forecast_issue_hours set score_low = null, score_high = null`
  })

  test('widen when the Paris day turns and too many hours of the day before lay outside', async () => {
    const { carbon, score } = await deriveBandState(fixture.sql, at)
    const outside = Array.from({ length: 24 }, (_, hour) => {
      const { carbon: actual } = createActual(at.epochMilliseconds - (hour + 3) * hourMs, width)
      const { low, high } = computeBand(30, 0.1, findFrozenLevels(1))
      return actual < Math.fround(low) || actual > Math.fround(high)
    }).filter(Boolean).length
    expect(outside).toBeGreaterThan(12)
    for (const { alpha } of carbon.slice(0, 11)) expect(alpha).toBeCloseTo(0.02 * (0.2 - outside / 24), 12)
    // The score had no band, so that there was nothing to judge.
    for (const { alpha } of score) expect(alpha).toBe(0)
  })

  test('keep their level within a day and take it from the issue before', async () => {
    const bands = await deriveBandState(fixture.sql, at)
    await fixture.sql.begin((tx) =>
      addForecastIssue(tx, { issue: createIssue(at), bands, factorSetId: null, taughtRidge: null }, at),
    )
    const next = await deriveBandState(fixture.sql, at.add({ hours: 1 }))
    expect(next.carbon.map(({ alpha }) => alpha)).toEqual(bands.carbon.map(({ alpha }) => alpha))
    // An issue of 60 days ago has left, and the target that would be new has not come true yet.
    expect(next.carbon[0]?.errors).toBe(1_437)
    await fixture.sql`delete from forecast_issues where issued_at = ${at}`
    await fixture.sql`delete from forecast_issue_hours where issued_at = ${at}`
  })

  test('are the same after a restart, and do not change with values known after the issue', async () => {
    const before = await deriveBandState(fixture.sql, at)
    const restarted = createSql(fixture.databaseUrl, 'restarted')
    expect(await deriveBandState(restarted, at)).toEqual(before)
    await restarted.end()
    const later = at.add({ hours: 30 })
    await addMadeIssues(fixture.deps, at, later, findFrozenLevels(1))
    await realise(at.subtract({ hours: 1 }), later, 9)
    expect(await deriveBandState(fixture.sql, at)).toEqual(before)
    expect(await deriveBandState(fixture.sql, later)).not.toEqual(before)
  })
})

describe('the levels of live snapshots', () => {
  test('come from the newest issue up to the instant, and from an empty archive before the first issue', async () => {
    const read = createBandLevelsReader(fixture.sql)
    expect(toBandLevels(noBandState).carbon).toEqual(Array(13).fill(null))
    expect(await read(utc('2025-01-01T00:00:00'))).toEqual(toBandLevels(noBandState))
    const bands = await deriveBandState(fixture.sql, at)
    const issuedAt = at.add({ hours: 100 })
    await fixture.sql.begin((tx) =>
      addForecastIssue(tx, { issue: createIssue(issuedAt), bands, factorSetId: null, taughtRidge: null }, at),
    )
    expect(await read(issuedAt.add({ minutes: 35 }))).toEqual(toBandLevels(bands))
    expect(await read(issuedAt.subtract({ seconds: 1 }))).not.toEqual(toBandLevels(bands))
  })
})
