import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { noBandState } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import type { RidgeState } from '@hexawatt/shared/methodology/forecast/refinements/learnt-errors'
import type { Refinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { createSql } from '@hexawatt/shared/postgres/client'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createComputeFixture, utc } from '../../testing/compute-fixture.ts'
import { addMadeIssues, createIssue } from '../../testing/forecast-archive-fixture.ts'
import { createIssueDeps, readIssueRefinements } from '../issue-forecast.ts'
import { addForecastIssue } from '../issue-store.ts'
import { storeRealisedHours } from '../realised-store.ts'

/** 00:00 in Paris: the first issue of a day. */
const at = utc('2026-03-01T23:00:00')
const nextDay = at.add({ hours: 24 })
/** Every hour comes by so much, ln, above what was forecast. */
const [missed, directMissed] = [0.2, -0.1]

const fixture = stopAtEnd(await createComputeFixture('2026-03-01T23:00:00'))
const levels = { low: -0.1, high: 0.1 }

async function realise(from: Temporal.Instant, before: Temporal.Instant, factor = 1): Promise<void> {
  const count = Math.round(before.since(from).total('hours'))
  const hours = Array.from({ length: count }, (_, hour) => {
    const startMs = from.epochMilliseconds + hour * hourMs
    const [carbon, directCarbon] = [30 * Math.exp(missed) * factor, 3 * Math.exp(directMissed) * factor]
    return { startMs, carbon, directCarbon, consumptionCarbon: 40, directConsumptionCarbon: 10, price: 50, score: 60 }
  })
  await storeRealisedHours(fixture.sql, hours, before)
}

/** Puts the issue of an instant into the archive, with the state of the ridge that it was given. */
async function addIssue(issuedAt: Temporal.Instant, taughtRidge: RidgeState | null): Promise<void> {
  const corrections = {
    lifeCycle: {
      uncorrected: 30,
      residualMw: 45_000,
      windMw: 5_000,
      solarMw: 0,
      priceEurPerMwh: 50,
      sameHour: 30,
      recentError: null,
      hourBias: null,
    },
    direct: null,
  }
  const issue = createIssue(issuedAt, () => ({ corrections }))
  await fixture.deps.partitions.ensure('forecast_issues', [issuedAt])
  await fixture.deps.partitions.ensure('forecast_issue_hours', [issuedAt])
  await fixture.sql.begin((tx) =>
    addForecastIssue(tx, { issue, bands: noBandState, factorSetId: null, taughtRidge }, issuedAt),
  )
}

const readLearnt = ({ learnt }: Refinements) => {
  if (learnt === null) throw new Error('nothing was learnt')
  return learnt
}

async function clear(): Promise<void> {
  await fixture.sql`truncate forecast_issues, forecast_issue_hours, realised_hours`
}

describe('without an archive', () => {
  test('wind and sun are re-aligned and nothing is corrected', async () => {
    expect(await readIssueRefinements(fixture.sql, at)).toEqual({
      refinements: { isAligned: true, learnt: null },
      taughtRidge: null,
    })
  })
})

describe('issues of version 2', () => {
  test('teach the recent error and the hour bias at once, and not the ridge, which needs what an issue of version 3 archives', async () => {
    await addMadeIssues(fixture.deps, at.subtract({ hours: 24 * 35 }), at, levels)
    await realise(at.subtract({ hours: 24 * 35 }), at.subtract({ hours: 1 }))
    const { refinements, taughtRidge } = await readIssueRefinements(fixture.sql, at)
    const { lifeCycle, direct } = readLearnt(refinements)
    for (const lead of [0, 1, 24, 48]) {
      expect(lifeCycle.recentErrors[lead]).toBeCloseTo(missed, 9)
      expect(lifeCycle.hourBiases[lead]).toBeCloseTo(missed, 9)
      expect(direct.hourBiases[lead]).toBeCloseTo(directMissed, 9)
    }
    expect(lifeCycle.hourBiases[49]).toBeNull()
    expect(lifeCycle.coefficients).toEqual(Array(8).fill(null))
    expect(taughtRidge?.bucketsByRule.lifeCycle.every(({ targetDays }) => targetDays === 0)).toBe(true)
    await clear()
  })
})

describe('issues of version 3', () => {
  beforeAll(async () => {
    await addMadeIssues(fixture.deps, at.subtract({ hours: 24 * 34 }), at, levels, 3)
    await realise(at.subtract({ hours: 24 * 34 }), at.subtract({ hours: 1 }))
  })
  afterEach(async () => {
    await fixture.sql`delete from forecast_issues where issued_at >= ${at}`
    await fixture.sql`delete from forecast_issue_hours where issued_at >= ${at}`
    await fixture.sql`delete from realised_hours where hour_start >= ${at.subtract({ hours: 1 })}`
  })

  test('teach the ridge at the first issue of a Paris day, each factor set from its own errors', async () => {
    const { refinements, taughtRidge } = await readIssueRefinements(fixture.sql, at)
    const { lifeCycle, direct } = readLearnt(refinements)
    expect(taughtRidge?.newestHour).toBe(at.epochMilliseconds / hourMs - 2)
    expect(lifeCycle.coefficients[0]?.[0]).toBeGreaterThan(0.1)
    expect(direct.coefficients[0]?.[0]).toBeLessThan(-0.01)
    // An hour of an hourly issue weighs a third, and less with its age.
    const { samples = 0, weight = 0 } = taughtRidge?.bucketsByRule.lifeCycle[0]?.equations ?? {}
    expect(weight / samples).toBeLessThan(1 / 3)
    expect(weight / samples).toBeGreaterThan(0.3)
    // No issue reaches further than 48 hours.
    expect(lifeCycle.coefficients.slice(6)).toEqual([null, null])
  })

  test('teach it once a day: later issues take the state that was archived, and the next day goes on from it', async () => {
    const first = await readIssueRefinements(fixture.sql, at)
    await addIssue(at, first.taughtRidge)
    await realise(at.subtract({ hours: 1 }), at)
    const second = await readIssueRefinements(fixture.sql, at.add({ hours: 1 }))
    expect(second.taughtRidge).toBeNull()
    expect(readLearnt(second.refinements).lifeCycle.coefficients).toEqual(
      readLearnt(first.refinements).lifeCycle.coefficients,
    )
    for (let hour = 1; hour < 24; hour += 1) await addIssue(at.add({ hours: hour }), null)
    await realise(at, nextDay.subtract({ hours: 1 }), 1.3)
    const goesOn = await readIssueRefinements(fixture.sql, nextDay)
    expect(goesOn.taughtRidge?.bucketsByRule.lifeCycle[0]?.targetDays).toBe(
      1 + (first.taughtRidge?.bucketsByRule.lifeCycle[0]?.targetDays ?? 0),
    )
    await fixture.sql`update forecast_issues set ridge_state = null`
    const fromNothing = await readIssueRefinements(fixture.sql, nextDay)
    for (const [bucket, coefficients] of readLearnt(fromNothing.refinements).lifeCycle.coefficients.entries()) {
      for (const [term, value] of (coefficients ?? []).entries())
        expect(readLearnt(goesOn.refinements).lifeCycle.coefficients[bucket]?.[term]).toBeCloseTo(value, 6)
    }
  })

  test('are taught again when no issue of the day has archived a state, as when an older program made the first', async () => {
    await addIssue(at, null)
    const { taughtRidge } = await readIssueRefinements(fixture.sql, at.add({ hours: 1 }))
    expect(taughtRidge?.issueHour).toBe(at.epochMilliseconds / hourMs + 1)
  })

  test('teach the same after a restart, and whatever becomes known after the issue', async () => {
    const before = await readIssueRefinements(fixture.sql, at)
    const restarted = createSql(fixture.databaseUrl, 'restarted')
    expect(await readIssueRefinements(restarted, at)).toEqual(before)
    await restarted.end()
    await addIssue(at, before.taughtRidge)
    await realise(at, at.add({ hours: 20 }), 9)
    const realised = await readIssueRefinements(fixture.sql, at)
    expect(realised).toEqual(before)
    expect(await readIssueRefinements(fixture.sql, at.add({ hours: 20 }))).not.toEqual(before)
  })

  test('leave gaps out: issues that are missing, and hours that never came true', async () => {
    const whole = readLearnt((await readIssueRefinements(fixture.sql, at)).refinements)
    await fixture.sql`
      update realised_hours set carbon = null, direct_carbon = null
      where hour_start >= ${at.subtract({ hours: 26 })} and hour_start < ${at.subtract({ hours: 10 })}`
    await fixture.sql`delete from forecast_issue_hours where issued_at = ${at.subtract({ hours: 24 * 5 })}`
    const { refinements, taughtRidge } = await readIssueRefinements(fixture.sql, at)
    expect(readLearnt(refinements).lifeCycle.recentErrors[5]).toBeCloseTo(
      whole.lifeCycle.recentErrors[5] ?? Number.NaN,
      9,
    )
    expect(readLearnt(refinements).lifeCycle.hourBiases[5]).toBeCloseTo(missed, 9)
    expect(taughtRidge?.bucketsByRule.lifeCycle[0]?.equations.samples).toBeLessThan(34 * 24 * 3 - 16 * 3)
    await realise(at.subtract({ hours: 27 }), at.subtract({ hours: 9 }))
  })

  test('give live forecasts of the hour what its issue was given, before and after it is archived', async () => {
    const { refinements, taughtRidge } = await readIssueRefinements(fixture.sql, at)
    const { readRefinements } = createIssueDeps(fixture.sql)
    expect(await readRefinements(at.add({ seconds: 20 }))).toEqual(refinements)
    await addIssue(at, taughtRidge)
    expect(await readRefinements(at.add({ minutes: 50 }))).toEqual(refinements)
    const next = await readIssueRefinements(fixture.sql, at.add({ hours: 1 }))
    expect(next.refinements).not.toEqual(refinements)
    expect(await readRefinements(at.add({ minutes: 80 }))).toEqual(next.refinements)
  })
})
