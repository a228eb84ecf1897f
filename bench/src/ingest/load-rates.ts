import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { planBackfill } from '@hexawatt/svc-ingest/src/backfill/backfill-plan.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { createDeps } from '@hexawatt/svc-ingest/src/deps.ts'
import { Env } from '@hexawatt/svc-ingest/src/env.ts'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import { createEmptyFetch, storeAnswer } from '@hexawatt/svc-ingest/src/poll/fetch-and-store.ts'
import { buildScriptCommand, readPeakMegabytes, root } from '../figures/child-programs.ts'
import { runPsql } from '../figures/psql.ts'
import { type IngestFixture, year } from './ingest-fixture.ts'

/** Rows and their duration. */
export type Rate = { rows: number; seconds: number }

/** Loads the year of every feed and measures the steps after the fetch: normalise, judge, archive, upsert. */
export async function measureUpsertRate(fixture: IngestFixture, sql: Sql, database: string): Promise<Rate> {
  const deps = await createDeps(parseEnv(Env, fixture.ingestEnv(database)))
  const days = toWindow({ from: Temporal.PlainDate.from(year.from), to: Temporal.PlainDate.from(year.to) })
  const { pieces } = planBackfill(feedIds, days, deps.clock.now())
  let storeMs = 0
  for (const { source, window } of pieces) {
    const calls = source.backfillCalls?.(window) ?? []
    for await (const { answer } of deps.client.fetch(source, calls)) {
      const startedAtMs = performance.now()
      await storeAnswer(deps, source, answer, source.fills, createEmptyFetch(source.fills))
      storeMs += performance.now() - startedAtMs
    }
  }
  await deps.close()
  return { rows: await countRows(sql), seconds: storeMs / 1_000 }
}

/** Number of stored versions. */
async function countRows(sql: Sql): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from feed_values`
  return row?.rows ?? 0
}

/** Copies the rows of one database to the same table of another with `psql`, and measures the import. */
export async function measureCopyRate(
  fixture: IngestFixture,
  from: Sql,
  fromName: string,
  to: Sql,
  toName: string,
): Promise<Rate> {
  const file = join(fixture.folder, 'feed_values.copy')
  await runPsql(fixture.databaseUrl(fromName), `\\copy (select * from feed_values order by slot_start) to '${file}'`)
  const months = await from<{ month: Temporal.Instant }[]>`
    select distinct date_trunc('month', slot_start) as month from feed_values`
  await createPartitions(to).ensure(
    'feed_values',
    months.map(({ month }) => month),
  )
  const durationMs = await runPsql(fixture.databaseUrl(toName), `\\copy feed_values from '${file}'`)
  await rm(file)
  return { rows: await countRows(to), seconds: durationMs / 1_000 }
}

const sampleEveryMs = 100

/** Rate of `bun run backfill` in its own process, with its peak memory, MB. */
type BackfillRate = Rate & { peakMegabytes: number }

/** Runs the backfill of the year like an operator, over HTTP, unthrottled. */
export async function measureBackfillRate(fixture: IngestFixture, sql: Sql, database: string): Promise<BackfillRate> {
  const startedAtMs = performance.now()
  const child = Bun.spawn(
    buildScriptCommand(
      'svc-ingest/src/cli/main.ts',
      'backfill',
      ...['--from', year.from, '--to', year.to, '--calls-per-second', '100'],
    ),
    {
      cwd: root,
      env: { PATH: Bun.env['PATH'] ?? '', ...fixture.ingestEnv(database) },
      stdout: 'ignore',
      stderr: 'inherit',
    },
  )
  let peakMegabytes = 0
  const sampling = setInterval(async () => {
    peakMegabytes = Math.max(peakMegabytes, (await readPeakMegabytes(child.pid)) || 0)
  }, sampleEveryMs)
  const exitCode = await child.exited
  clearInterval(sampling)
  if (exitCode !== 0) throw new SetupError(`The backfill ended with ${exitCode}.`)
  return { rows: await countRows(sql), seconds: (performance.now() - startedAtMs) / 1_000, peakMegabytes }
}
