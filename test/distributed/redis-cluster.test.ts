import { describe, expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { createSql } from '@hexawatt/shared/postgres/client'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { exactBound } from './testing/figures.ts'
import { makeDue, startIngestion, untilPolled } from './testing/ingestion.ts'
import {
  type LimiterOutcome,
  limiterFigures,
  lostOfAll,
  requestsPerMinute,
  runLimiterDrill,
} from './testing/limiter-drill.ts'
import { mostAdmitted } from './testing/load.ts'
import { createProcesses, type Processes } from './testing/processes.ts'
import { type RedisCluster, startRedisCluster } from './testing/redis-cluster.ts'
import { readMonths, sumOf } from './testing/redis-months.ts'
import type { RedisNode } from './testing/redis-node.ts'

const { programs, missing } = await findDrillPrograms({ redis: redisServer })
const timeoutMs = 180_000
/** Longest that a drill waits for the queues to go on, ms. */
const patienceMs = 130_000
const tick = '2026-02-03T18:20:00Z'

describe.skipIf(missing !== null)('a Redis Cluster of three masters with a replica each', () => {
  test(
    'C. when a master is killed, the limits of the other shards stay exact',
    async () => {
      if (programs === null) return
      const { redis } = programs
      let elsewhere: string[] = []
      const outcome = await runLimiterDrill({
        gatewayCount: 2,
        secondsBefore: 13,
        secondsAfter: 25,
        startTopology: (processes) => startTopology(processes, redis),
        async disturb({ cluster }) {
          const [victim] = await cluster.masters()
          if (victim === undefined) throw new Error('a cluster without masters')
          const others = (await cluster.masters()).filter((node) => node !== victim)
          const shards = await Promise.all(others.map(async (node) => sumOf(await readMonths([node]))))
          elsewhere = [...(await readMonths(others)).keys()]
          await victim.kill()
          await cluster.untilWhole(victim)
          await Bun.sleep(5_000)
          await victim.startAgain()
          return [
            { name: 'accounts of the other shards', value: elsewhere.length },
            { name: 'requests that each of them had counted', value: shards.join(', '), target: 'spread' },
          ]
        },
      })
      const ofOthers = outcome.log.filter(({ accountId }) => elsewhere.includes(accountId))
      const { admitted } = mostAdmitted(ofOthers)
      const lost = lostOfAll(outcome, elsewhere)
      const targets = {
        admitted: 'then what replication lost',
        unnamed: 'of the killed shard',
        localSeconds: 'at most 5',
      }
      await reportFigures('C a master of a cluster is killed', [
        ...limiterFigures(outcome, targets),
        { name: 'most of an account of another shard', value: admitted, target: String(exactBound(requestsPerMinute)) },
        { name: 'not named, of accounts of other shards', value: lost, target: '0' },
      ])
      expectNothingFailed(outcome)
      expect(elsewhere.length).toBeGreaterThan(5)
      expect(admitted).toBeLessThanOrEqual(exactBound(requestsPerMinute))
      expect(lost).toBe(0)
      expect(outcome.mostBeyondLost).toBe(0)
      // The flush has read every master, the promoted one too.
      expect(outcome.storedRequests).toBe(outcome.inRedis)
      expect(outcome.localSeconds).toBeLessThanOrEqual(5)
    },
    timeoutMs,
  )

  test(
    'C. while a slot of the cluster moves under load, every limit is exact and every answer is billed',
    async () => {
      if (programs === null) return
      const { redis } = programs
      const outcome = await runLimiterDrill({
        gatewayCount: 2,
        secondsBefore: 13,
        secondsAfter: 25,
        startTopology: (processes) => startTopology(processes, redis),
        async disturb({ cluster }) {
          const [from, to] = await cluster.masters()
          if (from === undefined || to === undefined) throw new Error('a cluster without masters')
          const slot = await busiestSlot(cluster, from)
          const moved = await cluster.moveSlot(slot, to, 3_000)
          return [{ name: 'keys that moved', value: moved, target: 'more than 0' }]
        },
      })
      const targets = { admitted: 'exact', unnamed: '0', localSeconds: 'none but of that slot' }
      await reportFigures('C a slot moves', limiterFigures(outcome, targets))
      expectNothingFailed(outcome)
      expect(outcome.unnamed).toBe(0)
      expect(outcome.mostBeyondExact).toBe(0)
    },
    timeoutMs,
  )

  test('C. when the master of the queues is killed during polls, no job is lost and each instant gets one point', async () => {
    if (programs === null) return
    const processes = await createProcesses()
    const database = await createTestDatabase()
    const sql = createSql(database.url, 'drill', 2)
    try {
      const cluster = await startRedisCluster(processes, programs.redis)
      // A tick falls thirty seconds after the start.
      const clockOffsetMs = Temporal.Instant.from('2026-02-03T18:19:30Z').epochMilliseconds - Date.now()
      const stores = { DATABASE_URL: database.url, ...cluster.stores }
      await startIngestion({ processes, stores, clockOffsetMs })
      const polled = async () => (await sql`select 1 from source_calls where is_answered`).length
      await until('every source polled', async () => (await polled()) >= sourceIds.length)
      // The point of a tick is computed ten seconds after it.
      await until('the job of the tick', () => Date.now() + clockOffsetMs >= Date.parse(tick) + 9_700)
      const victim = await ownerOfQueues(cluster)
      const beganAtMs = performance.now()
      await victim.kill()
      await makeDue(sql, sourceIds)
      await cluster.untilWhole(victim)
      const wholeAfter = secondsSince(beganAtMs)
      const isComputed = async () => (await sql`select 1 from score_points where at = ${tick}`).length > 0
      await until('the row of the tick', isComputed, patienceMs)
      const computedAfter = secondsSince(beganAtMs)
      await untilPolled(sql, stores, sourceIds, patienceMs)
      const polledAfter = secondsSince(beganAtMs)
      const rows = await sql<{ at: Temporal.Instant; rows: number }[]>`
          select at, count(*)::int as rows from score_points group by at order by at`
      const failedJobs = await countFailedJobs(cluster)
      await reportFigures('C the master of the queues is killed', [
        { name: 'until the cluster is whole, s', value: wholeAfter },
        { name: 'until the row of the tick is there, s', value: computedAfter },
        {
          name: 'until the first source that was due is polled, s',
          value: polledAfter,
          target: 'at most 130',
        },
        { name: 'rows of each tick', value: rows.map(({ rows }) => rows).join(', '), target: '1' },
        { name: 'failed jobs', value: failedJobs, target: '0' },
      ])
      expect(rows.map(({ at }) => at.toString())).toContain(tick)
      expect(rows.filter(({ rows }) => rows !== 1)).toEqual([])
      expect(failedJobs).toBe(0)
    } finally {
      await sql.end({ timeout: 1 })
      await processes.stop()
      await database.drop()
    }
  }, 240_000)
})

async function startTopology(processes: Processes, redis: NonNullable<typeof programs>['redis']) {
  const cluster = await startRedisCluster(processes, redis)
  return { cluster, stores: cluster.stores, masters: cluster.masters }
}

/** Every key of a node that matches. */
function keysOf(node: RedisNode, pattern: string): Promise<string[]> {
  return withRedis(node.url, (redis) => redis.keys(pattern))
}

/** The slot of this master with the most states of accounts. */
async function busiestSlot(cluster: RedisCluster, master: RedisNode): Promise<number> {
  const keys = await keysOf(master, '*:limit:*:a:*')
  const slots = await Promise.all(keys.map(cluster.slotOf))
  const counts = [...Map.groupBy(slots, (slot) => slot)].map(([slot, members]) => ({ slot, count: members.length }))
  const [busiest] = counts.sort((a, b) => b.count - a.count)
  if (busiest === undefined) throw new Error('a master without accounts')
  return busiest.slot
}

async function ownerOfQueues(cluster: RedisCluster): Promise<RedisNode> {
  for (const master of await cluster.masters()) {
    if ((await keysOf(master, '*:repeat')).length > 0) return master
  }
  throw new Error('no master holds a queue')
}

async function countFailedJobs(cluster: RedisCluster): Promise<number> {
  let failed = 0
  for (const master of await cluster.masters()) {
    for (const key of await keysOf(master, '*:failed')) failed += Number(await master.command('ZCARD', key))
  }
  return failed
}

function expectNothingFailed({ sent, served, refused, failed, mostOvercharged, fallen }: LimiterOutcome): void {
  expect(sent).toBe(served + refused + failed)
  expect({ failed, mostOvercharged, fallen }).toEqual({ failed: 0, mostOvercharged: 0, fallen: 0 })
}

function secondsSince(beganAtMs: number): string {
  return ((performance.now() - beganAtMs) / 1_000).toFixed(1)
}
