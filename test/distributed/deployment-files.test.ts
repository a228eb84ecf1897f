import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { prepareDatabase } from '@hexawatt/shared/postgres/migrate'
import { programRoles, rolePrograms } from '@hexawatt/shared/postgres/roles/program-roles'
import { until } from '@hexawatt/shared/testing/until'
import {
  ask,
  databasePasswords,
  startAccess,
  startPostgresServers,
  startRedisServers,
} from './testing/deployment-stores.ts'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { openDrillPlace } from './testing/postgres/drill-place.ts'
import { killNode, type PatroniNode } from './testing/postgres/patroni-node.ts'

/** How long a server may take to lead after another one is lost, ms: Patroni's lock lasts for 20 s. */
const takeOverMs = 90_000

const hasSubstitution = Bun.which('envsubst') !== null
if (!hasSubstitution)
  console.warn('SKIPPED: envsubst (gettext-base), which the start scripts of deploy/ha fill their templates with')
const { programs } = await findDrillPrograms({ redis: redisServer })
const { place, close } = await openDrillPlace('the files of deploy/ha')
afterAll(close)

describe.skipIf(place === null || programs === null || !hasSubstitution)(
  'the files of deploy/ha, started as their images start them',
  () => {
    let redis: Awaited<ReturnType<typeof startRedisServers>>
    let postgres: PatroniNode[]
    let stores: Awaited<ReturnType<typeof startAccess>>
    beforeAll(async () => {
      if (place === null || programs === null) return
      const stage = { ...place, redis: programs.redis }
      ;[redis, postgres] = await Promise.all([startRedisServers(stage), startPostgresServers(stage)])
      stores = await startAccess(stage, { postgres, redisPorts: redis.ports })
    })

    const answered = (work: Promise<unknown>): Promise<boolean> =>
      work.then(
        () => true,
        () => false,
      )
    const roleOf = async (port: number): Promise<string> =>
      /^role:(\w+)/m.exec(String(await ask(port, 'INFO', 'replication').catch(() => '')))?.[1] ?? 'away'

    test('Redis is reached at one address, which leads to the new master after the old one was killed, and the old one follows it', async () => {
      // Before its first checks HAProxy takes every server for the master.
      await until('the master at the address', async () => {
        const roles = await Promise.all([1, 2, 3, 4].map(() => roleOf(stores.redisPort)))
        return roles.every((role) => role === 'master')
      })
      await ask(stores.redisPort, 'SET', 'kept', 'first')
      expect(await Promise.all(redis.ports.map(roleOf))).toEqual(['master', 'slave', 'slave'])
      // A Sentinel that has not heard of the others would not agree with them.
      await until('three Sentinels that know each other', async () => {
        const seen = await Promise.all(redis.sentinelPorts.map((port) => ask(port, 'INFO', 'sentinel')))
        return seen.every((text) => /status=ok,.*slaves=2,sentinels=3/.test(String(text)))
      })
      await ask(stores.redisPort, 'WAIT', '2', '2000')
      const [master] = redis.ports
      await redis.kill(master)
      await until('another master', () => answered(ask(stores.redisPort, 'SET', 'kept', 'second')), takeOverMs)
      await redis.startAgain(master)
      await until('the killed one following', async () => (await roleOf(master)) === 'slave', takeOverMs)
      await until('its data', async () => (await ask(master, 'GET', 'kept')) === 'second')
      expect(await roleOf(stores.redisPort)).toBe('master')
    })

    test('Postgres gets its database and roles, migrations run beside the pool, and each program uses the pool as its own role and reads from a replica', async () => {
      const direct = createSql(stores.directUrl, 'drill', 1)
      await until('a primary', () => answered(direct`select 1`), takeOverMs)
      const { applied, remarks } = await prepareDatabase(direct, databasePasswords)
      expect([applied.length > 15, remarks]).toEqual([true, []])
      await direct.end({ timeout: 1 })
      for (const program of rolePrograms) {
        const sql = createSql(stores.poolUrl(program), 'drill', 1)
        const [row] = await sql`select current_user as role, current_setting('statement_timeout') as timeout`
        expect({ ...row }).toEqual({ role: programRoles[program].role, timeout: '30s' })
        const write = sql`insert into data_stamp select * from data_stamp where false`
        expect([program, await answered(write)]).toEqual([program, program === 'svc-ingest'])
        await sql.end({ timeout: 1 })
      }
      const [pooled, reads] = [
        createSql(stores.poolUrl('svc-ingest'), 'drill', 3),
        createSql(stores.readPoolUrl, 'drill', 1),
      ]
      const timeouts = await Promise.all(
        [1, 2, 3].map((each) => pooled`select ${each}::int as n, current_setting('statement_timeout') as t`),
      )
      expect(timeouts.flat().map(({ n, t }) => [n, t])).toEqual([
        [1, '30s'],
        [2, '30s'],
        [3, '30s'],
      ])
      await until(
        'a replica',
        async () => (await reads`select pg_is_in_recovery() as r`)[0]?.['r'] === true,
        takeOverMs,
      )
      await Promise.all([pooled, reads].map((sql) => sql.end({ timeout: 1 })))
    })

    test('when the primary of Postgres is killed, the replica takes writes at the same address and has every confirmed row', async () => {
      const sql = createSql(stores.poolUrl('svc-ingest'), 'drill', 1)
      const roles = () =>
        Promise.all(postgres.map(async ({ restPort }) => (await fetch(`http://127.0.0.1:${restPort}/primary`)).ok))
      await until(
        'a synchronous replica',
        async () => {
          const members = await (await fetch(`http://127.0.0.1:${postgres[0]?.restPort}/cluster`)).text()
          return members.includes('sync_standby')
        },
        takeOverMs,
      )
      await sql`insert into data_stamp (mode) values ('demo')`
      const primary = postgres[(await roles()).indexOf(true)]
      if (primary === undefined) throw new Error('nobody leads')
      await killNode(primary)
      await until('a primary again', () => answered(sql`update data_stamp set stamped_at = now()`), takeOverMs)
      const stamp = await sql`select mode, zone, pg_is_in_recovery() as is_replica from data_stamp`
      expect([...stamp]).toEqual([{ mode: 'demo', zone: 'FR', isReplica: false }])
      await sql.end({ timeout: 1 })
    })
  },
)
