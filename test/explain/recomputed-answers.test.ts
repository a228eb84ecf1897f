import { afterAll, describe, expect, test } from 'bun:test'
import { CarbonExplainResponse } from '@hexawatt/shared/contract/explanation/explanation'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { findKnownVersion } from '@hexawatt/shared/stored-rows/known-version'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { createHistoricPoints } from '@hexawatt/svc-ingest/src/points/historic-points.ts'
import { addScorePoints } from '@hexawatt/svc-ingest/src/points/point-store.ts'
import { rollUp } from '@hexawatt/svc-ingest/src/points/roll-up-store.ts'
import * as v from 'valibot'
import { startAuditFixture } from '../audit/testing/audit-fixture.ts'
import { afterFirstOpenRound } from '../open/testing/open-turns.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { type History, openHistory } from './testing/explain-fixture.ts'
import {
  computeConfidence,
  computeGlobalScore,
  computeIntensities,
  computeSubScores,
  listWrongSums,
  roundByHand,
} from './testing/plain-arithmetic.ts'

const instant = Temporal.Instant.from
const stopping = new AbortController().signal

/** Points of a live system, of its evening without data, and filled ones around them; some of them by version 1 of the score. */
async function storeDemoPoints(fixture: IngestFixture): Promise<void> {
  const { deps, clock } = fixture
  const window = { start: instant('2026-02-03T06:00:00Z'), end: instant('2026-02-03T13:40:00Z') }
  await fillPoints(deps, window, { stopping })
  await storeVersion1(fixture, ['2026-02-02T20:00:00Z', '2026-02-02T20:10:00Z', '2026-02-03T04:30:00Z'])
  // Generation is then too old, and two days later nothing is auctioned.
  for (const at of ['2026-02-03T21:00:00Z', '2026-02-03T23:50:00Z', '2026-02-05T09:00:00Z', '2026-02-05T18:20:00Z']) {
    clock.moveTo(instant(at).add({ seconds: 10 }).toString())
    expect(await computePoint(deps, instant(at))).toBe('stored')
  }
}

/** Stores points as a program of version 1 of the score filled them. */
async function storeVersion1({ deps, sql, clock }: IngestFixture, ticks: readonly string[]): Promise<void> {
  const instants = ticks.map((tick) => instant(tick))
  const historic = createHistoricPoints(deps.sql, findKnownVersion)
  const [first, last] = [instants[0], instants.at(-1)].map((at) => at?.epochMilliseconds ?? 0)
  await historic.load({ startMs: first ?? 0, endMs: (last ?? 0) + 1 }, instants, clock.now())
  for (const at of instants) {
    const rows = await historic.rowsAt(at)
    const present = historic.pointOf(rows, at)
    if (present === null) throw new Error(`nothing is known at ${at}`)
    const phi = Object.fromEntries(Object.entries(present.inputs).map(([feed, record]) => [feed, record.phi]))
    const point = historic.pointOf(rows, at, { phi: Object(phi), scoreVersion: 1, confidenceVersion: 1 })
    if (point === null) throw new Error(`nothing is known at ${at}`)
    await sql.begin(async (tx) => rollUp(tx, await addScorePoints(tx, [point], 'backfilled', clock.now())))
  }
}

/** Points of open mode: estimated imports, neither signal nor capacities. France imports from Germany and Belgium at the last one. */
async function storeOpenPoints({ deps, sql, clock }: IngestFixture): Promise<void> {
  for (const at of ['2026-02-03T18:10:00Z', '2026-02-03T18:20:00Z', '2026-02-03T19:00:00Z']) {
    if (at === '2026-02-03T19:00:00Z') await turnJointExchange(sql)
    clock.moveTo(instant(at).add({ seconds: 10 }).toString())
    expect(await computePoint(deps, instant(at))).toBe('stored')
  }
  const window = { start: instant('2026-02-03T15:00:00Z'), end: instant('2026-02-03T18:00:00Z') }
  await fillPoints(deps, window, { stopping })
}

/** A newer version of the joint exchange with Germany and Belgium: an import of 2 000 MW. */
async function turnJointExchange(sql: Sql): Promise<void> {
  await sql`
    insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id, source_updated_at, publisher)
    select feed, series, slot_start, slot_end, case when series like 'TOTAL/DE+BE>%' then 2000 else 0 end,
      '2026-02-03T18:58:00Z', payload_id, source_updated_at, publisher
    from feed_values where feed = 'exchange_schedules' and series like 'TOTAL/%DE+BE%'`
}

const demo = stopAtEnd(await startAuditFixture())
await storeDemoPoints(demo)
const openDatabase = await createTestDatabase(afterFirstOpenRound('2026-02-03T18:05:00Z'))
const open = stopAtEnd(await startIngestFixture('2026-02-03T18:05:00Z', { mode: 'open', filledDatabase: openDatabase }))
await storeOpenPoints(open)

const histories = {
  demo: await openHistory(demo.env.DATABASE_URL, demo.clock),
  open: await openHistory(open.env.DATABASE_URL, open.clock),
}
afterAll(() => Promise.all(Object.values(histories).map((history) => history.close())))

async function listTicks({ sql }: IngestFixture): Promise<string[]> {
  const rows = await sql<{ at: Temporal.Instant }[]>`select at from score_points order by at`
  return rows.map(({ at }) => at.toString())
}

async function explain(history: History, at: string): Promise<CarbonExplainResponse> {
  const response = await history.get(`/v1/carbon/explain?at=${at}`)
  const body: unknown = await response.json()
  expect([at, response.status, response.status === 200 ? null : body]).toEqual([at, 200, null])
  return v.parse(CarbonExplainResponse, body)
}

/** Of the filled points every second is enough; all of the others. */
async function explainSample(mode: keyof typeof histories, fixture: IngestFixture) {
  const ticks = await listTicks(fixture)
  const answers: { mode: keyof typeof histories; answer: CarbonExplainResponse }[] = []
  for (const [index, at] of ticks.entries()) {
    const answer = await explain(histories[mode], at)
    const isUsual = answer.provenance === 'backfilled' && answer.methodologyVersions.score === 2
    if (!isUsual || index % 2 === 0) answers.push({ mode, answer })
  }
  return answers
}

const answers = [...(await explainSample('demo', demo)), ...(await explainSample('open', open))]

describe('an explanation', () => {
  test('is tried on at least 50 points of every kind', () => {
    const has = (is: (answer: CarbonExplainResponse) => boolean) => answers.some(({ answer }) => is(answer))
    expect(answers.length).toBeGreaterThanOrEqual(50)
    const kinds = {
      'by flows': has(({ carbon }) => carbon?.consumption?.basis === 'physical_flows'),
      'by exchanges': has(({ carbon }) => carbon?.consumption?.isEstimate === true),
      'a divided joint exchange': has(({ carbon }) => (carbon?.consumption?.jointExchanges.length ?? 0) > 0),
      'by the quarter-hourly mix': has(({ carbon }) => carbon?.feed === 'generation_mix_15min'),
      'without an intensity': has(({ carbon }) => carbon === null),
      'estimated carbon': has(({ score }) => score?.carbon.basis === 'same_hour_mean'),
      'estimated price': has(({ score }) => score?.price.isKnown === false),
      'without a signal': has(({ score }) => score?.grid.basis === 'adequacy'),
      'a margin': has(({ score }) => score?.adequacy.basis === 'margin'),
      'a residual load': has(({ score }) => score?.adequacy.basis === 'residual_load'),
      'an estimate that counts': has(
        ({ score }) =>
          score?.composite.version === 2 &&
          score.composite.dimensions.some(({ isKnown, weightCounted }) => !isKnown && weightCounted > 0),
      ),
      'an estimate left out': has(
        ({ score }) => score?.composite.dimensions.some(({ weightCounted }) => weightCounted === 0) === true,
      ),
      'version 1': has(({ score }) => score?.composite.version === 1 && score.grid.isKnown),
      'version 1 with an estimate': has(({ score }) => score?.composite.version === 1 && !score.grid.isKnown),
      backfilled: has(({ provenance }) => provenance === 'backfilled'),
      'in open mode': answers.some(({ mode }) => mode === 'open'),
    }
    expect(Object.entries(kinds).filter(([, isThere]) => !isThere)).toEqual([])
  })

  test.each(answers.map(({ mode, answer }) => [mode, answer.computedFor, answer] as const))(
    'in %s mode, %s: both intensities, every sum and the score follow by plain arithmetic from the answer alone',
    (_mode, _at, { carbon, score }) => {
      if (carbon !== null) {
        const byHand = computeIntensities(carbon)
        const { production, consumption } = carbon
        expect(byHand.production).toBeCloseTo(production.unroundedGCo2PerKwh, 9)
        expect(roundByHand(byHand.production, 2)).toBe(production.gCo2PerKwh)
        expect(byHand.consumption === null).toBe(consumption === null)
        if (consumption !== null && byHand.consumption !== null) {
          expect(byHand.consumption).toBeCloseTo(consumption.unroundedGCo2PerKwh, 9)
          expect(roundByHand(byHand.consumption, 2)).toBe(consumption.gCo2PerKwh)
          expect(byHand.delta).toBe(consumption.boundaryDelta)
        }
      }
      if (score === null) throw new Error('no score')
      expect(listWrongSums(carbon, score)).toEqual([])
      const values = computeSubScores(score)
      const { price, grid, adequacy } = score
      expect(values).toEqual({
        price: price.value,
        carbon: score.carbon.value,
        grid: grid.value,
        adequacy: adequacy.value,
      })
      expect(computeGlobalScore(score, values)).toBe(score.composite.globalScore)
      expect(computeConfidence(score)).toBe(score.confidence.value)
    },
  )

  test('its figures are exactly those of the history', async () => {
    for (const { mode, answer } of answers) {
      const to = instant(answer.computedFor).add({ minutes: 10 }).toString()
      const response = await histories[mode].get(
        `/v1/score/history?from=${answer.computedFor}&to=${to}&granularity=raw`,
      )
      const { points, methodologyBreakdown } = v.parse(ScoreHistoryResponse, await response.json())
      const { carbon, score, methodologyVersions } = answer
      expect(points).toEqual([
        expect.objectContaining({
          timestamp: answer.computedFor,
          globalScore: score?.composite.globalScore,
          level: score?.composite.level,
          confidence: score?.confidence.value,
          carbonSlotStart: carbon?.slotStart ?? null,
          carbonIntensityGco2Kwh: carbon?.production.gCo2PerKwh ?? null,
          carbonIntensityConsumptionGco2Kwh: carbon?.consumption?.gCo2PerKwh ?? null,
          spotPriceEurPerMWh: score?.price.basis === 'day_ahead' ? roundByHand(score.price.eurPerMwh, 2) : null,
        }),
      ])
      expect(methodologyBreakdown).toEqual([{ methodologyVersions, sampleCount: 1 }])
    }
  })
})
