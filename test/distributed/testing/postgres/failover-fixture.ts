import { startEmbeddedRedis } from '@hexawatt/dev/src/embedded/redis.ts'
import { makeRandomSecret } from '@hexawatt/dev/src/embedded/secret-file.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { until } from '@hexawatt/shared/testing/until'
import { cacheDir, type DrillPlace } from './drill-place.ts'
import { startPatroniCluster } from './patroni-fixture.ts'
import { startPostgresAccess } from './postgres-access-fixture.ts'

/** Longest until writes pass again, ms. */
const writableTimeoutMs = 60_000

/** A Postgres that fails over, with what stands before it, and a Redis beside it. The programs' database is `hexawatt`. */
export async function startFailoverTopology(place: DrillPlace) {
  const password = makeRandomSecret()
  const cluster = await startPatroniCluster(place, password)
  const [access, redis] = await Promise.all([
    startPostgresAccess(place, { servers: cluster.nodes, password }),
    startEmbeddedRedis({ dataDir: place.processes.folder, cacheDir }),
  ])
  await cluster.whenSettled()
  let redisDatabases = 0

  async function asAdministrator(work: (sql: Sql) => Promise<unknown>): Promise<void> {
    const leader = await cluster.leader()
    if (leader === null) throw new Error('nobody leads')
    const sql = cluster.administrator(leader)
    await work(sql).finally(() => sql.end({ timeout: 1 }))
  }

  return {
    ...access,
    cluster,
    /** Address of a Redis database that no other part of the drill uses. */
    createRedisUrl(): string {
      redisDatabases += 1
      return new URL(`/${redisDatabases}`, redis.url).href
    },
    /** Makes a migrated database. */
    async createDatabase(name: string): Promise<void> {
      await asAdministrator(async (sql) => {
        // Here the programs are the owner, who has no time-out of statements as their own roles have.
        await sql`alter role hexawatt set statement_timeout = '30s'`
        await sql.unsafe(`create database ${name} owner hexawatt`)
      })
      const sql = createSql(access.directUrl(name), 'drill', 1)
      await migrate(sql).finally(() => sql.end({ timeout: 1 }))
    },
    /** Replaces the programs' database by a copy of another one, to which nobody may be connected. */
    async resetDatabase(template: string): Promise<void> {
      await asAdministrator(async (sql) => {
        await sql`drop database if exists hexawatt with (force)`
        await sql.unsafe(`create database hexawatt owner hexawatt template ${template}`)
      })
    },
    /** Resolves when a write passes through all that stands before the primary. */
    async whenWritable(): Promise<void> {
      const sql = createSql(access.url, 'drill', 1)
      const writes = () =>
        sql`create temporary table written on commit drop as select 1 as n`.then(
          () => true,
          () => false,
        )
      await until('a primary that takes writes', writes, writableTimeoutMs).finally(() => sql.end({ timeout: 1 }))
    },
    stopRedis: () => redis.stop(),
  }
}
export type FailoverTopology = Awaited<ReturnType<typeof startFailoverTopology>>
