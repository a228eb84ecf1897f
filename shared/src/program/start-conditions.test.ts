import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { createSql, type Sql } from '../postgres/client.ts'
import { findNewestMigration, migrate } from '../postgres/migrate.ts'
import { createSchemaCondition } from '../postgres/schema-version-store.ts'
import { carbonSnapshot, scoreSnapshot } from '../snapshot/kinds.ts'
import { createSnapshotsCondition } from '../snapshot/readable-snapshots-store.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createDatabaseWithoutSchema, type TestDatabase } from '../testing/stores-fixture.ts'
import { createDrain } from './drain.ts'
import { createHealth } from './health.ts'

let database: TestDatabase
let sql: Sql

beforeEach(async () => {
  database = await createDatabaseWithoutSchema()
  sql = createSql(database.url, 'test', 1)
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

/** Status of `/readyz` and `/readyz/accepting`, and what the first says is missing, of a program over this database. */
function probed(of: Sql) {
  const conditions = {
    schema: createSchemaCondition(of, createLogger('test', 'silent')),
    snapshots: createSnapshotsCondition(of, [carbonSnapshot, scoreSnapshot]),
  }
  const app = createHealth(createMetrics('test'), {}, createDrain(), conditions)
  const get = (path: string) => app.handle(new Request(`http://localhost${path}`))
  return async () => {
    const [ready, accepting] = [await get('/readyz'), await get('/readyz/accepting')]
    return {
      ready: ready.status,
      accepting: accepting.status,
      ...v.parse(v.object({ missing: v.optional(v.record(v.string(), v.string())) }), await ready.json()),
    }
  }
}

const good = { ready: 200, accepting: 200 }

test('a program is not ready until the newest known migration is applied, and names the missing one', async () => {
  const probe = probed(sql)
  const newest = await findNewestMigration()
  const missing = { schema: `migration ${newest} is not applied: run "bun run migrate"` }
  expect(await probe()).toEqual({ ready: 503, accepting: 503, missing })
  await migrate(sql)
  await sql`delete from schema_migrations where name = ${newest}`
  expect(await probe()).toEqual({ ready: 503, accepting: 503, missing })
  await sql`insert into schema_migrations (name, sha256) values (${newest}, ''), ('9999_of_a_newer_version.sql', '')`
  expect(await probe()).toEqual(good)
  // Seen once it costs no query any more.
  await sql`drop table schema_migrations`
  await sql`drop table live_snapshots`
  expect(await probe()).toEqual(good)
})

test('a program is not ready while snapshots exist in other schema versions only; without any snapshot it is ready', async () => {
  await migrate(sql)
  expect(await probed(sql)()).toEqual(good)
  const store = (name: string) =>
    sql`insert into live_snapshots (name, body, computed_at) values (${name}, '{}', now())`
  await store('score_v999')
  await store('carbon_v1')
  const probe = probed(sql)
  const [carbon, score] = [`carbon_v${carbonSnapshot.schemaVersion}`, `score_v${scoreSnapshot.schemaVersion}`]
  expect(await probe()).toEqual({
    ready: 503,
    accepting: 503,
    missing: { snapshots: `svc-ingest of this version has not written ${carbon}, ${score}` },
  })
  await store(carbon)
  await store(score)
  expect(await probe()).toEqual(good)
})

test('a program stays ready for the load balancer while Postgres is away', async () => {
  const nowhere = new URL(database.url)
  nowhere.port = '1'
  const away = createSql(nowhere.href, 'test', 1)
  expect((await probed(away)()).accepting).toBe(200)
  await away.end({ timeout: 0 })
})
