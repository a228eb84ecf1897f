import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { createPartitions } from '@hexawatt/svc-ingest/src/pipeline/partition-store.ts'
import type { IngestGround } from './ingest-ground.ts'
import { countRows, type Rate } from './upsert-rate.ts'

/** Copies the rows of one database into the same table of another with `psql`, and times the way in. */
export async function copyRate(
  ground: IngestGround,
  from: Sql,
  fromName: string,
  to: Sql,
  toName: string,
): Promise<Rate> {
  const file = join(ground.folder, 'feed_values.copy')
  await psql(ground.databaseUrl(fromName), `\\copy (select * from feed_values order by slot_start) to '${file}'`)
  const months = await from<{ month: Temporal.Instant }[]>`
    select distinct date_trunc('month', slot_start) as month from feed_values`
  await createPartitions(to).ensure(
    'feed_values',
    months.map(({ month }) => month),
  )
  const startedAtMs = performance.now()
  await psql(ground.databaseUrl(toName), `\\copy feed_values from '${file}'`)
  const seconds = (performance.now() - startedAtMs) / 1_000
  await rm(file)
  return { rows: await countRows(to), seconds }
}

async function psql(url: string, command: string): Promise<void> {
  if (Bun.which('psql') === null) {
    throw new SetupError('psql is not on this machine: install postgresql-client, the yardstick of this benchmark.')
  }
  const child = Bun.spawn(['psql', '--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-c', command, url], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new SetupError('psql failed: see above.')
}
