import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { haproxy, redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, type TestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { computeOffsetMs } from '@hexawatt/shared/time/clock'
import * as v from 'valibot'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { requestFigures } from './testing/figures.ts'
import { makeDue, startIngestion, untilPolled } from './testing/ingestion.ts'
import { countRequests, startLoad } from './testing/load.ts'
import { createProcesses, type Processes } from './testing/processes.ts'
import {
  type DrillAccount,
  drillInstant,
  planTableWith,
  type ServedProgram,
  type StoreSettings,
  startProduct,
  storeAccounts,
} from './testing/product.ts'
import { type ReplicatedRedis, startReplicatedRedis } from './testing/redis-replicated.ts'

const { programs, missing } = await findDrillPrograms({ redis: redisServer, haproxy })
const timeoutMs = 180_000
/** Longest time until polls go on and the newest data are served, s. */
const targetSeconds = 60
/** Longest that a drill waits for them, ms. */
const patienceMs = 130_000
const clockOffsetMs = computeOffsetMs(Temporal.Instant.from(drillInstant))

describe.skipIf(missing !== null)('two svc-ingest that lose their replicated Redis', () => {
  let processes: Processes
  let database: TestDatabase
  let sql: Sql
  let redis: ReplicatedRedis
  let stores: StoreSettings
  let gateways: ServedProgram[]
  let account: DrillAccount | undefined

  beforeAll(async () => {
    if (programs === null) return
    processes = await createProcesses()
    database = await createTestDatabase()
    sql = createSql(database.url, 'drill', 2)
    redis = await startReplicatedRedis({ processes, ...programs })
    stores = { DATABASE_URL: database.url, ...redis.sentinelStores }
    await startIngestion({ processes, stores, clockOffsetMs })
    const planTable = planTableWith(60_000)
    ;[account] = await storeAccounts(database.url, planTable, 1)
    const product = await startProduct({
      processes,
      stores,
      gatewayCount: 2,
      planTable,
      services: ['svc-carbon', 'svc-score'],
      clockOffsetMs,
    })
    gateways = product.gateways
    await until('a score', async () => (await servedScoreMs()) !== null)
  }, timeoutMs)
  afterAll(async () => {
    await sql?.end({ timeout: 1 })
    await processes?.stop()
    await database?.drop()
  }, 30_000)

  /** When the score was computed that a gateway serves, by the data's clock, ms; null without one. */
  async function servedScoreMs(): Promise<number | null> {
    const [gateway] = gateways
    const response = await fetch(`${gateway?.url}/v1/score`, { headers: { 'x-api-key': account?.key ?? '' } })
    if (response.status !== 200) return null
    return Temporal.Instant.from(v.parse(EnergyScore, await response.json()).computedAt).epochMilliseconds
  }

  /** Seconds until a score is served that was computed after this instant of the data's clock. */
  async function untilNewerScore(thanMs: number): Promise<number> {
    const beganAtMs = performance.now()
    const isNewer = async () => {
      await Bun.sleep(200)
      return ((await servedScoreMs()) ?? 0) > thanMs
    }
    await until('a newer score', isNewer, patienceMs)
    return (performance.now() - beganAtMs) / 1_000
  }

  const faults: Readonly<Record<string, () => Promise<void>>> = {
    FLUSHALL: async () => {
      await (await redis.master()).command('FLUSHALL')
    },
    'a Redis that comes back empty, with its replicas': async () => {
      // The Sentinels would promote a replica that has everything: all of them lose what they have.
      await Promise.all(redis.nodes.map((node) => node.kill()))
      await Promise.all(redis.nodes.map((node) => node.startAgain({ isEmptied: true })))
    },
    'a demotion that leaves the connections open': async () => {
      const old = await redis.master()
      const [replica] = await redis.replicas()
      // As an operator does by hand: the Sentinels notice later, and no client is disconnected.
      await replica?.command('REPLICAOF', 'NO', 'ONE')
      await old.command('REPLICAOF', '127.0.0.1', String(replica === undefined ? 0 : redis.wireOf(replica).port))
    },
  }

  test.each(Object.keys(faults))(
    'D. within a minute of %s, polls run again and the newest data are served',
    async (name) => {
      const load = startLoad(
        gateways.map(({ url }) => url),
        [{ accountId: account?.accountId ?? '', key: account?.key ?? '', perSecond: 20, path: '/v1/score' }],
      )
      await Bun.sleep(2_000)
      await faults[name]?.()
      const faultAtMs = Date.now() + clockOffsetMs
      await makeDue(sql, sourceIds)
      const [pollSeconds, snapshotSeconds] = await Promise.all([
        untilPolled(sql, stores, sourceIds, patienceMs),
        untilNewerScore(faultAtMs),
      ])
      const log = await load.stop()
      await reportFigures(`D ${name}`, [
        ...requestFigures(log),
        {
          name: 'until the first source that was due is polled, s',
          value: pollSeconds.toFixed(1),
          target: `at most ${targetSeconds}`,
        },
        {
          name: 'until a newer score is served too, s',
          value: snapshotSeconds.toFixed(1),
          target: `at most ${targetSeconds}`,
        },
      ])
      expect(countRequests(log).failed).toBe(0)
      expect(pollSeconds).toBeLessThanOrEqual(targetSeconds)
      expect(snapshotSeconds).toBeLessThanOrEqual(targetSeconds)
    },
    timeoutMs,
  )
})
