import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { haproxy } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { copySources } from '../testing/copied-sources.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { requestFigures } from './testing/figures.ts'
import { countRequests, failedRequests, startLoad } from './testing/load.ts'
import { fillDatabase, startUpstream } from './testing/postgres/ingestion.ts'
import { filledAt } from './testing/postgres/outage-drill.ts'
import { createProcesses } from './testing/processes.ts'
import { planTableWith, storeAccounts } from './testing/product.ts'
import {
  createRollingPrograms,
  type Place,
  type RollingPrograms,
  readinessOf,
  servingPrograms,
} from './testing/rolling-programs.ts'

const { programs: found, missing } = await findDrillPrograms({ haproxy })

const old = join(import.meta.dir, '../..')
const processes = await createProcesses()
const database = await createTestDatabase()
const upstream = startUpstream()
afterAll(async () => {
  await processes.stop()
  await upstream.stop()
  await database.drop()
})

/** What the next version expects of the schema: a column of a table that is read all the time, and something that takes longer than any statement may. */
const slowSeconds = 31
const migrations = {
  '9998_drill_expand.sql': 'alter table score_points add column drill_note text;',
  '9999_drill_slow.sql': `select pg_sleep(${slowSeconds});`,
}
/** Time in which another client holds the table, ms: longer than one wait of a migration. */
const heldMs = 8_000

const internalToken = 'internal-token-of-the-drills-0123456789ab'
const paths = ['/v1/score', '/v1/carbon/intensity', '/v1/grid/status', '/v1/score/history', '/v1/score/analytics']

/** Sources of the next version: these with more migrations. */
async function nextVersion(): Promise<string> {
  const folder = await processes.folderOf('next-version')
  await copySources(folder)
  for (const [name, text] of Object.entries(migrations)) {
    await Bun.write(join(folder, 'shared/src/postgres/migrations', name), text)
  }
  return folder
}

async function drill(haproxyProgram: FoundProgram) {
  const stores = { DATABASE_URL: database.url, REDIS_URL: await createTestRedisUrl() }
  await fillDatabase(stores, filledAt)
  const planTable = planTableWith(6_000)
  const accounts = await storeAccounts(database.url, planTable, 20)
  const next = await nextVersion()
  const plansFile = join(processes.folder, 'plans.json')
  await Bun.write(plansFile, JSON.stringify(planTable))
  const settings = {
    ...stores,
    INTERNAL_TOKEN: internalToken,
    CLOCK_OFFSET_MS: String(upstream.clockOffsetMs),
    PLANS_FILE: plansFile,
  }
  const programs = await createRollingPrograms({ processes, haproxy: haproxyProgram, settingsOf: () => settings })
  await programs.startAll(servingPrograms, old)

  const load = startLoad(
    [programs.urlOf('gateway')],
    accounts.map((account, index) => ({ ...account, perSecond: 2, path: paths[index % paths.length] ?? '' })),
  )
  await Bun.sleep(3_000)
  const sql = createSql(database.url, 'drill', 3)
  const early = await startEarly(next, programs)
  const migration = await migrateWhileHeld(sql, next)
  const readyAfterMigration = await Promise.all(
    early.map(({ place }) => until(place.name, async () => (await readinessOf(place)) === 200).then(() => true)),
  )
  await Promise.all(early.map(({ program }) => program.stop()))
  const codes: (number | null)[] = []
  for (const sources of [next, old]) {
    for (const instance of [0, 1]) codes.push(...(await programs.replace(instance, sources)))
  }
  const log = await load.stop()
  await sql.end({ timeout: 1 })
  return { log, early, migration, readyAfterMigration, codes }
}

/** A program of the next version of each kind, beside the others, before the schema is theirs: what they say of themselves. */
async function startEarly(next: string, { start }: Pick<RollingPrograms, 'start'>) {
  const ports = await freePorts(2 * servingPrograms.length)
  return Promise.all(
    servingPrograms.map(async (name, n) => {
      const [port = 0, internalPort = 0] = ports.slice(2 * n)
      const place: Place = { name, instance: 2, port, internalPort }
      const program = await start(place, next)
      return {
        place,
        program,
        statuses: await Promise.all([readinessOf(place), readinessOf(place, '/readyz/accepting')]),
      }
    }),
  )
}

/** Migrates by the operator's command while another client reads the table for a while. */
async function migrateWhileHeld(sql: Sql, next: string) {
  const startedAtMs = performance.now()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx`select count(*) from score_points`
    held()
    await released
  })
  await isHeld
  const command = await processes.start({
    name: 'migrate',
    command: process.execPath,
    args: ['--no-env-file', join(next, 'shared/src/postgres/migrate-main.ts')],
    env: { DATABASE_URL: database.url },
    workingDir: old,
  })
  await Bun.sleep(heldMs)
  const [whileHeld] = await sql<{ applied: number }[]>`
    select count(*)::int as applied from schema_migrations where name like '%drill%'`
  release()
  await holding
  const exitCode = await command.exited
  return {
    appliedWhileHeld: whileHeld?.applied ?? -1,
    exitCode,
    seconds: (performance.now() - startedAtMs) / 1_000,
    output: await command.log(),
  }
}

test.skipIf(missing !== null)(
  'G. no request fails while another schema and its programs are rolled out and back under load, past a long lock and a slow migration',
  async () => {
    if (found === null) return
    const { log, early, migration, readyAfterMigration, codes } = await drill(found.haproxy)
    const unready = early.filter(({ statuses }) => statuses.every((status) => status === 503))
    await reportFigures('G rolling upgrade and back', [
      ...requestFigures(log),
      {
        name: 'new programs unready before the migration',
        value: unready.length,
        target: String(servingPrograms.length),
      },
      { name: 'and ready after it', value: readyAfterMigration.length, target: String(servingPrograms.length) },
      { name: 'applied while the table was held', value: migration.appliedWhileHeld, target: '0' },
      { name: `migration, ${slowSeconds} s of it one statement, s`, value: migration.seconds.toFixed(1) },
      { name: 'its exit code', value: String(migration.exitCode), target: '0' },
      { name: 'programs replaced', value: codes.length, target: String(4 * servingPrograms.length) },
    ])
    expect(migration).toMatchObject({ exitCode: 0, appliedWhileHeld: 0 })
    expect(migration.seconds).toBeGreaterThan(slowSeconds)
    expect(early.map(({ place, statuses }) => [place.name, ...statuses])).toEqual(
      servingPrograms.map((name) => [name, 503, 503]),
    )
    expect(codes).toEqual(Array.from({ length: 4 * servingPrograms.length }, () => 0))
    expect(failedRequests(log)).toEqual([])
    expect(countRequests(log).served).toBeGreaterThan(1_000)
  },
  300_000,
)
