import { describe, expect, test } from 'bun:test'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { confidenceHeader } from '@hexawatt/shared/http/principal'
import { assembleIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { firstRefinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { noBandLevels } from '@hexawatt/shared/testing/no-band-levels'
import { createIssueDeps } from '@hexawatt/svc-ingest/src/forecast/issue-forecast.ts'
import { createLiveRefresh } from '@hexawatt/svc-ingest/src/snapshots/refresh-live.ts'
import { presentForecast, presentScore } from '@hexawatt/svc-ingest/src/snapshots/refresh-score.ts'
import { readRefusal, startScoreFixture } from '@hexawatt/svc-score/src/testing/score-fixture.ts'
import * as v from 'valibot'
import { startPolledSystem } from '../testing/system-fixture.ts'
import {
  combinations,
  expectedAvailability,
  expectedHour,
  isCountedOut,
  isMixProjected,
  type Missable,
  missable,
  missableFeeds,
  untouchedDimensions,
} from './missing/expected-when-missing.ts'
import { analogWithout, readStoredSources, rowsWithout } from './missing/stored-sources.ts'

/** 19:20 in Paris on a winter evening. */
const asOf = '2026-02-03T18:20:00Z'

const [system, fixture] = await Promise.all([startPolledSystem({ asOf }), startScoreFixture()])
stopAtEnd(system)
stopAtEnd(fixture)
const stored = await readStoredSources(system.sql, system.clock.now())
fixture.moveTo(asOf)

/** Stores the snapshots that svc-ingest would compute without these sources. */
async function storeWithout(missing: ReadonlySet<Missable>): Promise<void> {
  const { now } = stored
  const inputs = assembleScoreInputs(rowsWithout(stored, missing), now)
  await fixture.store(scoreSnapshot, presentScore(scoreNow(inputs, now), inputs, now, 'demo'))
  await fixture.store(
    forecastSnapshot,
    presentForecast(
      assembleIssue(
        {
          inputs,
          analog: analogWithout(stored, missing),
          levels: noBandLevels,
          refinements: firstRefinements,
          imports: [],
        },
        now,
        48,
      ),
      inputs,
      'demo',
    ),
  )
}

async function expectScore(response: Response, missing: ReadonlySet<Missable>): Promise<EnergyScore | null> {
  const { details, confidence } = expectedHour(missing, 0)
  if (confidence < 50) {
    const { status, code, problem, retryAfter } = await readRefusal(response)
    expect({ status, code, retryAfter }).toEqual({ status: 503, code: 'insufficient_data', retryAfter: '300' })
    expect(problem).toMatchObject({ confidence, sourceAvailability: expectedAvailability(missing) })
    return null
  }
  expect(response.status).toBe(200)
  const isFeedMissing = missableFeeds.some((feed) => isCountedOut(feed, missing))
  expect(response.headers.get(confidenceHeader)).toBe(confidence < 70 || isFeedMissing ? 'degraded' : null)
  const body = v.parse(EnergyScore, await response.json())
  expect(body.sourceAvailability).toEqual(expectedAvailability(missing))
  expect(body.subScores?.map(({ detail }, index) => details[index]?.test(detail) || detail)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect({ confidence: body.confidence, status: body.status }).toEqual({
    confidence,
    status: confidence >= 70 ? 'ok' : 'degraded',
  })
  expect(body.spotPriceEurPerMWh === null).toBe(missing.has('power_exchanges'))
  expect(body.gridSignalStatus === null).toBe(missing.has('grid_signals'))
  return body
}

/** The forecast is served whatever is missing: its confidence shows its quality. */
async function expectForecast(response: Response, missing: ReadonlySet<Missable>): Promise<void> {
  expect(response.status).toBe(200)
  const { hours, confidence } = v.parse(ScoreForecast, await response.json())
  expect(hours).toHaveLength(48)
  const [first] = hours
  const expected = expectedHour(missing, 1)
  expect(first?.subScores?.map(({ detail }, index) => expected.details[index]?.test(detail) || detail)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(first?.confidence).toBe(expected.confidence)
  expect(confidence).toBe(Math.min(...hours.map((hour) => hour.confidence)))
  expect(first?.spotPriceEurPerMWh === null).toBe(missing.has('power_exchanges'))
  expect(first?.carbonIntensityGco2Kwh === null).toBe(!isMixProjected(missing))
}

const valuesOf = (body: EnergyScore | null): Record<string, number> =>
  Object.fromEntries(body?.subScores?.map(({ dimension, value }) => [dimension, value]) ?? [])

const pick = (values: Record<string, number>, names: readonly string[]): Record<string, number | undefined> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

test('with every source there is no estimate, confidence is 100, and no header excuses anything', async () => {
  await storeWithout(new Set())
  const body = await expectScore(await fixture.ask('/v1/score'), new Set())
  expect(body).toMatchObject({ confidence: 100, status: 'ok' })
  await expectForecast(await fixture.ask('/v1/score/forecast?hours=48'), new Set())
})

test('without any source, any pair, the heaviest three, or all of them the response names exactly what is missing', async () => {
  await storeWithout(new Set())
  const complete = valuesOf(await expectScore(await fixture.ask('/v1/score'), new Set()))
  const counts = { served: 0, refused: 0 }
  for (const combination of combinations()) {
    const missing = new Set(combination)
    await storeWithout(missing)
    const body = await expectScore(await fixture.ask('/v1/score'), missing).catch(naming(combination))
    await expectForecast(await fixture.ask('/v1/score/forecast?hours=48'), missing).catch(naming(combination))
    counts[body === null ? 'refused' : 'served'] += 1
    if (body === null) continue
    const values = valuesOf(body)
    const untouched = untouchedDimensions(missing)
    expect({ combination, ...pick(values, untouched) }).toEqual({ combination, ...pick(complete, untouched) })
    if (missing.has('grid_signals')) expect(values['grid']).toBe(values['adequacy'] ?? Number.NaN)
  }
  // 14 single sources and 91 pairs are all worth 50 or more, 10 of the heaviest three and two of everything.
  expect(counts.served).toBeGreaterThanOrEqual(105)
  expect(counts.refused).toBeGreaterThanOrEqual(3)
  expect(counts.served + counts.refused).toBe(14 + 91 + 10 + 2)
})

/** A failed assertion names the missing sources. */
const naming =
  (combination: readonly Missable[]) =>
  (error: Error): never => {
    throw new Error(`without ${combination.join(' and ')}: ${error.message}`)
  }

describe('rows that are gone from Postgres', () => {
  test.each(missable)(
    '%s: with its rows gone from Postgres the whole product names it as missing over the gateway',
    async (source) => {
      const restore = await takeAway(source)
      try {
        // Versions are never deleted, so the cache of the forecast's inputs would still hold them: this program has just started.
        await createLiveRefresh({ ...system.ingest, ...createIssueDeps(system.sql) }, 60_000)()
        const missing = new Set([source])
        await expectScore(await system.get('/v1/score'), missing)
        await expectForecast(await system.get('/v1/score/forecast?hours=48'), missing)
      } finally {
        await restore()
      }
    },
  )
})

/** Takes a source out of every table; the returned function puts it back. */
async function takeAway(source: Missable): Promise<() => Promise<void>> {
  const { sql } = system
  const tables = tablesOf(source)
  for (const { name, column } of tables) {
    const rows = column === null ? sql`true` : sql`${sql(column)} = ${source}`
    await sql`create table ${sql(`kept_${name}`)} as select * from ${sql(name)} where ${rows}`
    await sql`delete from ${sql(name)} where ${rows}`
  }
  return async () => {
    for (const { name } of tables) {
      await sql`insert into ${sql(name)} overriding system value select * from ${sql(`kept_${name}`)}`
      await sql`drop table ${sql(`kept_${name}`)}`
    }
  }
}

/** Where the rows of a source stand; without a column the whole table is its own. */
function tablesOf(source: Missable): { name: string; column: string | null }[] {
  if (source === 'emission_factors') return [{ name: 'emission_factor_sets', column: null }]
  if (source === 'country_intensities') return [{ name: 'country_intensities', column: null }]
  return [
    { name: 'feed_values', column: 'feed' },
    { name: 'feed_documents', column: 'feed' },
    { name: 'source_status', column: 'source' },
  ]
}
