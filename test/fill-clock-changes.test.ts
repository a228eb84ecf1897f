import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { buildInputRecord } from '@hexawatt/shared/stored-points/input-record'
import { scorePoint } from '@hexawatt/shared/stored-points/score-point'
import { findKnownVersion } from '@hexawatt/shared/stored-rows/known-version'
import { planBackfill } from '@hexawatt/svc-ingest/src/backfill/backfill-plan.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { runBackfill } from '@hexawatt/svc-ingest/src/backfill/run-backfill.ts'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { fillPoints } from '@hexawatt/svc-ingest/src/points/fill-points.ts'
import { createHistoricPoints } from '@hexawatt/svc-ingest/src/points/historic-points.ts'
import { listTicks } from '@hexawatt/svc-ingest/src/points/point-tick.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import fc from 'fast-check'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

const never = new AbortController().signal

/** Three Paris days around the night of a clock change, and how many hours they have together. */
const changes = [
  { name: 'spring', from: '2025-03-29', hours: 71, minuteOfTicks: [0, 10, 50] },
  { name: 'autumn', from: '2025-10-25', hours: 73, minuteOfTicks: [0, 20, 30] },
] as const

for (const { name, from, hours, minuteOfTicks } of changes) {
  describe(`points filled around the change of the clocks in ${name}`, () => {
    let fixture: IngestFixture
    const first = Temporal.PlainDate.from(from)
    const window = toWindow({ from: first, to: first.add({ days: 3 }) })

    beforeAll(async () => {
      fixture = await startIngestFixture(`${first.add({ days: 9 })}T12:00:00Z`)
      await seedReferences(fixture.deps.sql)
      const span = toWindow({ from: first.subtract({ days: 15 }), to: first.add({ days: 13 }) })
      const { pieces } = planBackfill(feedIds, span, fixture.clock.now())
      const outcome = await runBackfill(fixture.deps, pieces, { parallel: 4, stopping: never, signal: never })
      expect(outcome.complete).toBe(true)
      const startedAtMs = performance.now()
      const filled = await fillPoints(fixture.deps, window, { stopping: never })
      const seconds = (performance.now() - startedAtMs) / 1_000
      console.log(`${filled.addedPoints} points in ${seconds.toFixed(2)} s, the first look-back included`)
      expect(filled.addedPoints).toBe(6 * hours)
    }, 120_000)
    afterAll(() => fixture.stop())

    test('each tick has one point with known intensity and price', async () => {
      const [row] = await fixture.sql<Record<string, number>[]>`
        select count(*)::int as points, count(production_g_co2eq_per_kwh)::int as carbon,
          count(consumption_g_co2eq_per_kwh)::int as consumption, count(spot_price_eur_per_mwh)::int as price,
          count(*) filter (where 'adequacy' = any(fallbacks))::int as guessed,
          min(confidence)::int as confidence from score_points`
      // Without the signal, of which the publisher gives no past: 88 of 100, and the share of a fallback.
      expect(row).toEqual({
        points: 6 * hours,
        carbon: 6 * hours,
        consumption: 6 * hours,
        price: 6 * hours,
        guessed: 0,
        confidence: 75,
      })
    })

    /** The marks that are redone by other means. */
    const someTicks = Array.from({ length: 14 }, (_, index) => {
      const minutes = 293 * index + (minuteOfTicks[index % 3] ?? 0)
      return window.start.add({ minutes: Math.floor(minutes / 10) * 10 })
    })

    test('computing ticks in random order with state kept between them equals computing each from scratch', async () => {
      const { sql, clock } = fixture.deps
      const span = { startMs: window.start.epochMilliseconds, endMs: window.end.epochMilliseconds }
      const ticks = listTicks(span)
      const maker = createHistoricPoints(sql, findKnownVersion)
      await maker.load(span, ticks, clock.now())
      const steps = fc.array(fc.constantFrom(...ticks), { minLength: 1, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(steps, async (path) => {
          for (const at of path) {
            const known = await maker.rowsAt(at)
            const inputs = assembleScoreInputs(known.rows, at)
            const record = buildInputRecord(known.originsByFeed, inputs)
            const sources = { assessment: known.rows.carbon, factorSetId: known.factorSetId, inputs: record }
            expect(maker.pointOf(known, at)).toEqual(scorePoint(inputs, sources, at))
          }
        }),
        { numRuns: 40 },
      )
    })

    test('filled points equal the live computation on a database that learnt each value when it was due', async () => {
      const filled = await pointsAt(fixture, someTicks)
      expect(filled).toHaveLength(someTicks.length)
      await fixture.sql`delete from score_points`
      await learnWhenDue(fixture)
      for (const tick of someTicks) {
        await receiveUntil(fixture, tick)
        const clock = { now: () => tick.add({ seconds: 10 }) }
        expect(await computePoint({ ...fixture.deps, clock }, tick)).toBe('stored')
      }
      expect(await pointsAt(fixture, someTicks)).toEqual(filled)
    })
  })
}

/** Points as texts, without the columns on how, when and from which fetches they were computed. */
async function pointsAt({ sql }: IngestFixture, ticks: readonly Temporal.Instant[]): Promise<unknown[]> {
  const rows = await sql<{ point: string }[]>`
    select (to_jsonb(score_points) - 'computed_at' - 'provenance')::text as point
    from score_points where at = any(${ticks.map(String)}::timestamptz[]) order by at`
  return rows.map(({ point }) => JSON.parse(point, (key, value) => (key === 'newestKnownFrom' ? undefined : value)))
}

/** Rewrites when each value was learnt to when it was due, in SQL: another account of the rule than the product's. */
async function learnWhenDue({ sql }: IngestFixture): Promise<void> {
  const paris = (days: number, time: string) =>
    `((slot_start at time zone 'Europe/Paris')::date - ${days} + time '${time}') at time zone 'Europe/Paris'`
  const rules: [string, string][] = [
    [`feed in ('generation_by_type', 'physical_flows')`, `slot_end + interval '60 minutes'`],
    [`feed = 'generation_mix_15min'`, `slot_end + interval '25 minutes'`],
    [`feed = 'consumption' and series = 'REALISED'`, `slot_end + interval '15 minutes'`],
    [`feed = 'consumption' and series = 'D-1'`, paris(1, '19:30')],
    [`feed = 'consumption' and series = 'D-2'`, paris(2, '07:00')],
    [`feed in ('consumption', 'generation_forecast') and series like 'ID%'`, `date_trunc('hour', slot_start)`],
    [`feed = 'generation_forecast' and series like 'D-1%'`, paris(1, '18:00')],
    [`feed = 'generation_forecast' and series like 'D-2%'`, paris(2, '18:00')],
    [`feed = 'generation_forecast' and series like 'D-3%'`, paris(3, '18:00')],
    [`feed = 'consumption_weekly'`, paris(9, '13:30')],
    [`feed = 'power_exchanges'`, paris(1, '13:30')],
    [`feed = 'exchange_schedules'`, paris(1, '15:30')],
    [`feed = 'tariff_calendar'`, paris(1, '10:40')],
    [`feed = 'installed_capacities'`, `slot_start`],
    [`feed = 'imbalance' and series in ('IMBALANCE', 'TREND')`, `slot_end + interval '45 minutes'`],
    [`feed = 'imbalance' and series like '%PRICE'`, `slot_end + interval '60 minutes'`],
  ]
  let updated = 0
  for (const [rows, due] of rules) {
    updated += (await sql.unsafe(`update feed_values set known_from = ${due} where ${rows}`)).count
  }
  const [stored] = await sql<{ count: number }[]>`select count(*)::int as count from feed_values`
  expect(updated).toBe(stored?.count ?? 0)
  await sql`update feed_documents set known_from = valid_from`
}

/** Series whose newest slot tells how fresh a feed is, where not all of them do. */
const freshSeries: Partial<Record<FeedId, string[]>> = {
  consumption: ['REALISED'],
  generation_forecast: ['D-1', 'ID'].flatMap((lead) =>
    ['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE'].map((type) => `${lead}/${type}`),
  ),
}

/** The state of the sources as polls that never fail would have left it at a tick. */
async function receiveUntil({ sql }: IngestFixture, tick: Temporal.Instant): Promise<void> {
  await sql`delete from source_status`
  for (const feed of feedIds) {
    if (feed === 'grid_signals') continue
    const fresh = freshSeries[feed] ?? null
    await sql`
      insert into source_status (source, last_attempt_at, last_success_at, newest_slot_end)
      select ${feed}, ${tick}, ${tick}, (select slot_end from feed_values where feed = ${feed} and known_from <= ${tick}
        and (${fresh}::text[] is null or series = any(${fresh}::text[])) order by slot_start desc limit 1)`
  }
}
