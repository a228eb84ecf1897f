import { afterEach, describe, expect, test } from 'bun:test'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createBandLevelsReader, deriveBandState } from '@hexawatt/svc-ingest/src/forecast/band-state.ts'
import { issueForecast } from '@hexawatt/svc-ingest/src/forecast/issue-forecast.ts'
import { addForecastIssue } from '@hexawatt/svc-ingest/src/forecast/issue-store.ts'
import { createStoredRowsSource } from '@hexawatt/svc-ingest/src/inputs/stored-rows-source.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { addMadeIssues } from '@hexawatt/svc-ingest/src/testing/forecast-archive-fixture.ts'
import { addMadeConsumptionHours } from '@hexawatt/svc-ingest/src/testing/made-consumption-hours.ts'
import { startAuditFixture } from './testing/audit-fixture.ts'

/** The fourth and last archived forecast; the first is of 10:00. */
const newest = '2026-02-03T13:00:00Z'

const fixture = stopAtEnd(await startAuditFixture())
afterEach(() => fixture.restore())

describe('an audit of untouched forecasts', () => {
  test('untouched forecasts are audited as equal, also with revised values and a mix that stands in', async () => {
    const { exitCode, out } = await fixture.audit('--sample 10 --issues --seed 1')
    expect(out).toBe('4 forecasts audited (seed 1): 4 equal, 0 different, 0 not comparable')
    expect(exitCode).toBe(0)
  })

  test('the audit shows the columns of the issue, and counts its hours and levels', async () => {
    const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
    expect(out).toContain(`Forecast of ${newest}, computed at 2026-02-03T13:00:10Z`)
    expect(out).toMatch(/^method +analog_mix +analog_mix$/m)
    expect(out).toMatch(/^consumption_method +similar_hours +similar_hours$/m)
    expect(out).toMatch(/^newest_consumption_start +2026-02-03T09:00:00Z +2026-02-03T09:00:00Z$/m)
    expect(out).toMatch(/^hours +49 +49$/m)
    expect(out).toMatch(/^levels +78 +78$/m)
    expect(out).toEndWith(
      'Equal: the archived payloads give this forecast, and the archive before it the levels of its bands.',
    )
    expect(exitCode).toBe(0)
  })

  test('the audit names the nearest issues if there is none at the asked hour', async () => {
    await expect(fixture.audit('--issue 2026-02-03T12:30:00Z')).rejects.toThrow(
      'No forecast of 2026-02-03T12:30:00Z is archived; the nearest: 2026-02-03T12:00:00Z and 2026-02-03T13:00:00Z.',
    )
  })
})

describe('an audit finds', () => {
  test('the audit finds every changed column of a stored hour', async () => {
    const columns = await fixture.sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns where table_name = 'forecast_issue_hours'
        and column_name not in ('issued_at', 'lead_hours')`
    expect(columns.length).toBeGreaterThan(34)
    // One report shows about thirty columns.
    for (const part of [columns.slice(0, 20), columns.slice(20)]) {
      await fixture.tamperWith('forecast_issue_hours')
      for (const [lead, { name, type }] of part.entries()) {
        await fixture.sql.unsafe(
          `update forecast_issue_hours set ${name} = ${changed(name, type)} where issued_at = '${newest}' and lead_hours = ${lead}`,
        )
      }
      const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
      for (const [lead, { name }] of part.entries()) expect(out).toMatch(new RegExp(`^hour ${lead} ${name} +≠ `, 'm'))
      expect(out).toContain(`Different: ${part.length} columns of the forecast, 0 findings in its inputs.`)
      expect(exitCode).toBe(1)
      await fixture.restore()
    }
  })

  test('the audit finds imports that are not those which were known at the issue', async () => {
    await fixture.tamperWith('consumption_hours')
    await fixture.sql`update consumption_hours set import_mw = import_mw + 2000 where hour_start = '2026-02-03T09:00Z'`
    const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
    expect(out).toMatch(/^hour 1 consumption_carbon +≠ /m)
    expect(out).not.toMatch(/^hour 1 carbon +≠ /m)
    expect(exitCode).toBe(1)
    // A version that became known after the issue changes nothing.
    await fixture.restore()
    await fixture.tamperWith('consumption_hours')
    const start = Temporal.Instant.from('2026-02-03T09:00:00Z')
    const later = Temporal.Instant.from(newest).add({ minutes: 5 })
    await addMadeConsumptionHours(fixture.sql, start, start.add({ hours: 1 }), later, 2_000)
    expect((await fixture.audit(`--issue ${newest}`)).exitCode).toBe(0)
  })

  test('the audit finds a deleted stored hour', async () => {
    await fixture.tamperWith('forecast_issue_hours')
    await fixture.sql`delete from forecast_issue_hours where issued_at = ${newest} and lead_hours = 48`
    const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
    expect(out).toMatch(/^hours +≠ +48 +49$/m)
    expect(exitCode).toBe(1)
  })

  test('the audit finds changed columns of the issue, and levels that do not follow from earlier archived forecasts', async () => {
    await fixture.tamperWith('forecast_issues')
    await fixture.sql`
      update forecast_issues set method = 'carry_over', missing_inputs = '{consumption}', newest_generation_start = null,
        factor_set_id = factor_set_id + 1,
        band_levels = jsonb_set(jsonb_set(band_levels, '{carbon,0,alpha}', '0.01'), '{score,2,errors}', '99')
      where issued_at = ${newest}`
    const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
    for (const name of ['method', 'missing_inputs', 'newest_generation_start', 'factor_set_id']) {
      expect(out).toMatch(new RegExp(`^${name} +≠ `, 'm'))
    }
    expect(out).toMatch(/^levels of carbon to 1 h +≠ +frozen or none, α 0\.01, /m)
    expect(out).toMatch(/^levels of score to 3 h +≠ +frozen or none, α 0, 99 errors /m)
    expect(exitCode).toBe(1)
  })

  test('the audit finds a stored value of weeks ago that its payload does not contain', async () => {
    await fixture.tamperWith('feed_values')
    const [oldest] = await fixture.sql<{ slotStart: Temporal.Instant }[]>`
      select min(slot_start) as slot_start from feed_values where feed = 'power_exchanges'`
    await fixture.sql`
      update feed_values set value = value + 1 where feed = 'power_exchanges' and slot_start = ${oldest?.slotStart ?? null}`
    const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
    expect(out).toMatch(/^power_exchanges PRICE \S+ for .* is stored .*, payload \d+ gives/m)
    expect(exitCode).toBe(1)
  })

  test('the audit reports a forecast of another method version as not comparable', async () => {
    await fixture.tamperWith('forecast_issues')
    await fixture.sql`update forecast_issues set forecast_version = 4 where issued_at = ${newest}`
    const { exitCode, out } = await fixture.audit(`--issue ${newest}`)
    expect(out).toContain('issued by version 4 of the forecast (this program: 3)')
    expect(exitCode).toBe(1)
  })

  test('the audit finds a state of the ridge that does not follow from earlier archived forecasts', async () => {
    const [first] = await fixture.sql<{ issuedAt: Temporal.Instant }[]>`
      select issued_at from forecast_issues where ridge_state is not null`
    await fixture.tamperWith('forecast_issues')
    await fixture.sql`
      update forecast_issues set ridge_state = jsonb_set(ridge_state, '{bucketsByRule,direct,3,targets,0}', '0.5')
      where issued_at = ${first?.issuedAt ?? null}`
    const { exitCode, out } = await fixture.audit(`--issue ${first?.issuedAt}`)
    expect(out).toMatch(/^ridge_state +≠ +taught up to hour/m)
    expect(exitCode).toBe(1)
  })
})

describe('forecasts of version 2', () => {
  test('a forecast without refinements is audited as equal by its own version, and not by the present one', async () => {
    const at = Temporal.Instant.from('2026-02-03T14:00:00Z')
    const { sql, deps } = fixture
    fixture.clock.moveTo('2026-02-03T14:00:10Z')
    expect(await computePoint(deps, at)).toBe('stored')
    const { rows, factorSetId } = await readScoreRows(createStoredRowsSource(sql, at), at)
    const inputs = assembleScoreInputs(rows, at)
    const { issue } = await issueForecast({ ...deps, readRefinements: async () => null }, inputs, at)
    const bands = await deriveBandState(sql, at)
    await sql`delete from forecast_issues where issued_at = ${at}`
    await sql`delete from forecast_issue_hours where issued_at = ${at}`
    await sql.begin((tx) =>
      addForecastIssue(tx, { issue, bands, factorSetId, taughtRidge: null }, at.add({ seconds: 10 })),
    )
    expect((await fixture.audit(`--issue ${at}`)).out).toMatch(/^hour 0 uncorrected_carbon +≠ /m)
    await sql`update forecast_issues set forecast_version = 2 where issued_at = ${at}`
    const { exitCode, out } = await fixture.audit(`--issue ${at}`)
    expect(out).toContain('Equal: the archived payloads give this forecast')
    expect(exitCode).toBe(0)
  })
})

test('a forecast of a program before hourly imports is audited as equal, although imports of its past are known now', async () => {
  await fixture.tamperWith('forecast_issues')
  await fixture.tamperWith('forecast_issue_hours')
  const noValues = ['consumption_carbon', 'direct_consumption_carbon'].flatMap((name) =>
    ['', '_low', '_high', '_spread'].map((part) => `${name}${part} = null`),
  )
  await fixture.sql.unsafe(`update forecast_issue_hours set ${noValues.join(', ')} where issued_at = '${newest}'`)
  const audit = () => fixture.audit(`--issue ${newest}`)
  expect((await audit()).exitCode).toBe(1)
  await fixture.sql`
    update forecast_issues set consumption_method = null, newest_consumption_start = null,
      band_levels = band_levels - '{consumptionCarbon,directConsumptionCarbon}'::text[]
    where issued_at = ${newest}`
  const { exitCode, out } = await audit()
  expect(out).toMatch(/^levels +52 +52$/m)
  expect(exitCode).toBe(0)
})

describe('levels and corrections that were learnt from an archive of days', () => {
  test('levels and corrections follow from the archived forecasts and the payloads, and no longer do once an earlier forecast is changed', async () => {
    const next = Temporal.Instant.from('2026-02-03T15:00:00Z')
    const [from, before] = [next.subtract({ hours: 24 * 8 }), next.subtract({ hours: 6 })]
    await addMadeIssues(fixture.deps, from, before, { low: -0.1, high: 0.1 }, 3)
    // As if no issue of the day had archived what it was taught.
    await fixture.sql`update forecast_issues set ridge_state = null`
    fixture.clock.moveTo('2026-02-03T15:00:10Z')
    expect(await computePoint(fixture.deps, next)).toBe('stored')
    const { carbon, price } = await createBandLevelsReader(fixture.sql)(next)
    expect(carbon[0]?.errors).toBeGreaterThan(100)
    for (const ofLongest of [carbon[10], price[10]]) expect(ofLongest?.errors).toBeGreaterThan(1_000)
    const [hour] = await fixture.sql<{ carbon: number; uncorrected: number; recentError: number; days: number }[]>`
      select carbon, uncorrected_carbon as uncorrected, carbon_recent_error as recent_error,
        (ridge_state #>> '{bucketsByRule,lifeCycle,4,targetDays}')::int as days
      from forecast_issue_hours join forecast_issues using (issued_at) where issued_at = ${next} and lead_hours = 30`
    expect(hour?.days).toBeGreaterThan(5)
    expect(hour?.recentError).not.toBeNull()
    expect(hour?.carbon).not.toBe(hour?.uncorrected ?? Number.NaN)
    expect((await fixture.audit(`--issue ${next}`)).exitCode).toBe(0)
    await fixture.tamperWith('forecast_issue_hours')
    await fixture.sql`
      update forecast_issue_hours set carbon = 5 where issued_at = ${next.subtract({ hours: 24 })} and lead_hours = 1`
    await fixture.sql`
      update forecast_issue_hours set uncorrected_carbon = 5 where issued_at = ${next.subtract({ hours: 48 })} and lead_hours = 30`
    const { exitCode, out } = await fixture.audit(`--issue ${next}`)
    expect(out).toMatch(/^levels of carbon to 1 h +≠ /m)
    expect(out).toMatch(/^hour 30 carbon_hour_bias +≠ /m)
    expect(out).toMatch(/^ridge_state +≠ /m)
    expect(exitCode).toBe(1)
  })
})

/** SQL of another value for a column. */
function changed(name: string, type: string): string {
  if (type === 'timestamp with time zone') return `${name} + interval '1 hour'`
  if (type === 'ARRAY') return `array_prepend(1::real, ${name}[2:])`
  return type === 'boolean' ? `not ${name}` : `coalesce(${name}, 0) + 1`
}
