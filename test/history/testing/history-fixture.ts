import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { dimensions } from '@hexawatt/shared/contract/dimensions'
import { defaultPlanTable, type PlanId } from '@hexawatt/shared/contract/plans'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createTestDatabase, type TestContent } from '@hexawatt/shared/testing/stores-fixture'
import { createApp } from '@hexawatt/svc-history/src/app.ts'
import { createDeps } from '@hexawatt/svc-history/src/deps.ts'
import { Env } from '@hexawatt/svc-history/src/env.ts'
import { rollUp } from '@hexawatt/svc-ingest/src/points/roll-up-store.ts'
import type { SamplePoint } from './sample-series.ts'

/** Internal token of the tests. */
export const token = 'internal-token-of-the-history-tests-01234'

/** svc-history on a database of its own, with points that the roll-ups of svc-ingest describe; the clock is in the test's hand. */
export async function startHistoryFixture(startAt: string, content: TestContent = contentOf('no_points', () => [])) {
  const database = await createTestDatabase(content)
  const sql = createSql(database.url, 'history test', 2)
  let now = Temporal.Instant.from(startAt)
  const env = parseEnv(Env, {
    DATABASE_URL: database.urlOf('svc-history'),
    INTERNAL_PORT: '0',
    INTERNAL_TOKEN: token,
    LOG_LEVEL: 'silent',
  })
  const deps = { ...(await createDeps(env)), clock: { now: () => now } }
  const sumOf = async (metric: string): Promise<number> => {
    const values = (await deps.metrics.text()).matchAll(new RegExp(`^${metric}\\{.*\\} (\\d+)$`, 'gm'))
    return values.reduce((sum, [, value]) => sum + Number(value), 0)
  }
  const app = createApp(deps).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  return {
    sql,
    databaseUrl: database.url,
    port: app.server?.port ?? 0,
    /** Headers of the gateway for a customer of a plan. */
    headersOf,
    moveTo(instant: string): void {
      now = Temporal.Instant.from(instant)
    },
    addPoints: (points: readonly SamplePoint[]): Promise<void> => addPoints(sql, points),
    ask: (path: string, plan: PlanId = 'scale', init: RequestInit = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${app.server?.port}${path}`, {
        ...init,
        headers: { ...headersOf(plan), ...Object.fromEntries(new Headers(init.headers)) },
      }),
    /** Takes a point away as if it had never been stored. */
    removePoints: (at: string): Promise<void> =>
      sql.begin(async (tx) => {
        await tx`delete from score_points where at = ${at}::text::timestamptz`
        await rollUp(tx, [Temporal.Instant.from(at)])
      }),
    /** How often svc-history has asked Postgres for days of points. */
    dayQueries: (): Promise<number> => sumOf('history_day_queries_total'),
    /** Histories that svc-history is sending. */
    openStreams: (): Promise<number> => sumOf('history_open_streams'),
    async stop(): Promise<void> {
      await app.stop()
      await deps.close()
      await sql.end({ timeout: 1 })
      await database.drop()
    },
  }
}
export type HistoryFixture = Awaited<ReturnType<typeof startHistoryFixture>>

function headersOf(plan: PlanId): Record<string, string> {
  const principal = createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan }, defaultPlanTable)
  return { [internalTokenHeader]: token, [principalHeader]: JSON.stringify(principal) }
}

/**
 * Initial rows of the databases of several fixtures: points that are costly to store.
 *
 * @param months yields the points, month by month
 */
export function contentOf(name: string, months: () => Iterable<readonly SamplePoint[]>): TestContent {
  return {
    name,
    async fill(url) {
      const sql = createSql(url, 'history test', 1)
      await ensureDataMode(sql, 'replay')
      await makeRoomForPoints(sql)
      for (const points of months()) await addPoints(sql, points)
      await sql.end({ timeout: 5 })
    },
  }
}

const sumUp = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** One partition for points of every month, of which a new database has none. */
export async function makeRoomForPoints(sql: Sql): Promise<void> {
  await sql.unsafe('create table score_points_of_test partition of score_points default')
}

/** Stores points and rolls them up in one transaction, as svc-ingest does. */
export async function addPoints(sql: Sql, points: readonly SamplePoint[]): Promise<void> {
  const rows = points.map(
    ({ atMs, carbonSlotStartMs, versions, known = dimensions, provenance = 'backfilled', phi = {}, ...values }) => ({
      ...values,
      at: new Date(atMs).toISOString(),
      slotStart: carbonSlotStartMs === null ? null : new Date(carbonSlotStartMs).toISOString(),
      scoreVersion: versions[0],
      knownDimensions: versions[0] === 1 ? null : sumUp(known.map((name) => 2 ** dimensions.indexOf(name))),
      carbonVersion: versions[1],
      confidenceVersion: versions[2],
      consumptionVersion: versions[3],
      provenance,
      inputs: Object.fromEntries(feedIds.map((feed) => [feed, { phi: phi[feed] ?? 1 }])),
    }),
  )
  await sql.begin(async (tx) => {
    await tx`
      insert into score_points (at, price_score_tenths, carbon_score_tenths, grid_score_tenths, adequacy_score_tenths,
        global_score, confidence, fallbacks, carbon_slot_start, production_g_co2eq_per_kwh, consumption_g_co2eq_per_kwh,
        low_carbon_pct, spot_price_eur_per_mwh, score_version, known_dimensions, carbon_version, confidence_version, consumption_version,
        inputs, provenance, computed_at)
      select at, price, carbon, grid, adequacy, "globalScore", confidence, '{}', "slotStart", production, consumption,
        "lowCarbon", "spotPrice", "scoreVersion", "knownDimensions", "carbonVersion", "confidenceVersion", "consumptionVersion",
        inputs, provenance, at
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as point (at timestamptz, price smallint,
        carbon smallint, grid smallint, adequacy smallint, "globalScore" smallint, confidence smallint,
        "slotStart" timestamptz, production float8, consumption float8, "lowCarbon" float8, "spotPrice" float8,
        "scoreVersion" smallint, "knownDimensions" smallint, "carbonVersion" smallint, "confidenceVersion" smallint, "consumptionVersion" smallint, inputs jsonb, provenance text)`
    await rollUp(
      tx,
      points.map(({ atMs }) => Temporal.Instant.fromEpochMilliseconds(atMs)),
    )
  })
}
