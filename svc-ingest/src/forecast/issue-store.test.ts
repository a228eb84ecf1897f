import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ForecastIssue } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { type BandState, noBandState } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createIssue } from '../testing/forecast-archive-fixture.ts'
import { addForecastIssue, readNewestBands, readNewestIssueAt } from './issue-store.ts'

const at = utc('2026-02-03T12:00:00')

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))
beforeAll(async () => {
  for (const table of ['forecast_issues', 'forecast_issue_hours'] as const)
    await fixture.deps.partitions.ensure(table, [at])
})
beforeEach(async () => {
  await fixture.sql`truncate forecast_issues, forecast_issue_hours`
})

const add = (issue: ForecastIssue, bands: BandState = noBandState): Promise<boolean> =>
  fixture.sql.begin((tx) =>
    addForecastIssue(tx, { issue, bands, factorSetId: null, taughtRidge: null }, at.add({ seconds: 11 })),
  )

/** The archive as text, so that every digit counts. */
async function archive(): Promise<string | undefined> {
  const [row] = await fixture.sql<{ text: string }[]>`
    select (select jsonb_agg(to_jsonb(i) order by issued_at) from forecast_issues i)::text
      || (select jsonb_agg(to_jsonb(h) order by issued_at, lead_hours) from forecast_issue_hours h)::text as text`
  return row?.text
}

async function readLeads(): Promise<{ first: number; last: number; hours: number }[]> {
  const rows = await fixture.sql<{ first: number; last: number; hours: number }[]>`
    select min(lead_hours) as first, max(lead_hours) as last, count(*)::int as hours from forecast_issue_hours`
  return [...rows]
}

describe('the archive of issues', () => {
  test('holds leads 0–72 of an issue that was made with weather', async () => {
    expect(await add(createIssue(at, undefined, 74))).toBe(true)
    expect(await readLeads()).toEqual([{ first: 0, last: 72, hours: 73 }])
  })

  test('holds leads 0–48 of an issue, with values, bands, drivers and mix', async () => {
    const issue = createIssue(at, ({ lead }) =>
      lead === 7 ? { carbon: { value: 31.25, band: { low: 20, high: 45.5 } } } : {},
    )
    expect(await add(issue)).toBe(true)
    expect(await readLeads()).toEqual([{ first: 0, last: 48, hours: 49 }])
    const [hour] = await fixture.sql`select * from forecast_issue_hours where lead_hours = 7`
    expect(hour).toMatchObject({
      issuedAt: at,
      targetStart: utc('2026-02-03T19:00:00'),
      carbon: 31.25,
      carbonLow: 20,
      carbonHigh: 45.5,
      carbonSpread: 0.1,
      directCarbon: 3,
      directCarbonLow: null,
      price: 50,
      isPriceAuctioned: true,
      score: 60,
      loadMw: 50_000.5,
      mixMw: [1_234.5, 40_000, 0, 5_000],
    })
    const [head] = await fixture.sql`select * from forecast_issues`
    expect(head).toMatchObject({
      issuedAt: at,
      computedAt: utc('2026-02-03T12:00:11'),
      forecastVersion: 3,
      method: 'analog_mix',
      missingInputs: [],
      mixTypes: ['FOSSIL_GAS', 'NUCLEAR', 'SOLAR', 'WIND_ONSHORE'],
      newestGenerationStart: utc('2026-02-03T10:00:00'),
    })
  })

  test('is written once: a second program or a retry changes nothing', async () => {
    await add(createIssue(at))
    const first = await archive()
    const another = createIssue(at, () => ({ carbon: { value: 99, band: null } }))
    expect(await add(another)).toBe(false)
    expect(await archive()).toBe(first)
  })

  test('has an issue with all its hours or not at all, even when two programs write it together', async () => {
    const outcomes = await Promise.all([add(createIssue(at)), add(createIssue(at))])
    expect(outcomes.sort()).toEqual([false, true])
    const broken = createIssue(at.add({ hours: 1 }), ({ lead }) => (lead === 48 ? { lead: Number.NaN } : {}))
    await expect(add({ ...broken, hours: [...broken.hours, ...broken.hours.slice(0, 1)] })).rejects.toThrow()
    const [counts] = await fixture.sql`
      select (select count(*)::int from forecast_issues) as issues, (select count(*)::int from forecast_issue_hours) as hours`
    expect(counts).toEqual({ issues: 1, hours: 49 })
  })

  test('marks a carried-over forecast as such, without a mix', async () => {
    const carried = createIssue(at, () => ({ powerMwByType: null, spreads: { lifeCycle: null, direct: null } }))
    await add({
      ...carried,
      method: 'carry_over',
      missingInputs: ['generation_by_type'],
      newestGenerationStartMs: null,
    })
    const [head] =
      await fixture.sql`select method, missing_inputs, mix_types, newest_generation_start from forecast_issues`
    expect(head).toEqual({
      method: 'carry_over',
      missingInputs: ['generation_by_type'],
      mixTypes: null,
      newestGenerationStart: null,
    })
    const mixes =
      await fixture.sql`select 1 from forecast_issue_hours where mix_mw is not null or carbon_spread is not null`
    expect(mixes).toHaveLength(0)
  })

  test('returns the state of the bands of the newest issue digit by digit', async () => {
    const bucket = { levels: { low: -1 / 3, high: 0.1 + 0.2 }, alpha: -0.0112, errors: 1_234 }
    const bands = { ...noBandState, carbon: noBandState.carbon.map((empty, index) => (index === 4 ? bucket : empty)) }
    await add(createIssue(at), bands)
    expect(await readNewestBands(fixture.sql, at.subtract({ hours: 1 }))).toBeNull()
    expect(await readNewestBands(fixture.sql, at)).toEqual({ issuedAt: at, bands })
    expect(await readNewestIssueAt(fixture.sql, at.subtract({ seconds: 1 }))).toBeNull()
    expect(await readNewestIssueAt(fixture.sql, at)).toEqual(at)
  })
})
