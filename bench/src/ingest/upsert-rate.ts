import { parseEnv } from '@hexawatt/shared/config/parse-env'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { planBackfill } from '@hexawatt/svc-ingest/src/backfill/backfill-plan.ts'
import { createDeps } from '@hexawatt/svc-ingest/src/deps.ts'
import { Env } from '@hexawatt/svc-ingest/src/env.ts'
import { feedRegistry } from '@hexawatt/svc-ingest/src/feeds/registry.ts'
import { windowOfDays } from '@hexawatt/svc-ingest/src/gaps/completeness.ts'
import { storePayload } from '@hexawatt/svc-ingest/src/pipeline/store-payload.ts'
import { type IngestGround, year } from './ingest-ground.ts'

/** Rows and the seconds they took. */
export type Rate = { rows: number; seconds: number }

/** Loads the year of every feed and times only what comes after the fetch: normalise, judge, archive, upsert. */
export async function upsertRate(ground: IngestGround, sql: Sql, database: string): Promise<Rate> {
  const deps = await createDeps(parseEnv(Env, ground.ingestEnv(database)))
  const days = windowOfDays({ from: Temporal.PlainDate.from(year.from), to: Temporal.PlainDate.from(year.to) })
  const { pieces } = planBackfill(feedRegistry, days, deps.clock.now())
  let storeMs = 0
  for (const { feed, window } of pieces) {
    for await (const payload of deps.operator.fetchWindow(feed.resource, window)) {
      const startedAtMs = performance.now()
      await storePayload(deps, feed, payload)
      storeMs += performance.now() - startedAtMs
    }
  }
  await deps.close()
  return { rows: await countRows(sql), seconds: storeMs / 1_000 }
}

/** Stored versions. */
export async function countRows(sql: Sql): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from feed_values`
  return row?.rows ?? 0
}
