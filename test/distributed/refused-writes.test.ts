import { describe, expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { haproxy, redisServer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { until } from '@hexawatt/shared/testing/until'
import { findDrillPrograms } from './testing/drill-programs.ts'
import { exactBound } from './testing/figures.ts'
import {
  type LimiterOutcome,
  type LimiterTargets,
  limiterFigures,
  requestsPerMinute,
  runLimiterDrill,
} from './testing/limiter-drill.ts'
import type { Processes } from './testing/processes.ts'
import type { Product } from './testing/product.ts'
import { type RedisNode, startRedisNode } from './testing/redis-node.ts'
import { startReplicatedRedis } from './testing/redis-replicated.ts'

const { programs, missing } = await findDrillPrograms({ redis: redisServer, haproxy })
const timeoutMs = 150_000
const demoKey = `hxw_${'0123456789abcdef'.repeat(2)}`
/** How long a Redis takes no write in these drills, s. */
const refusalSeconds = 15

describe.skipIf(missing !== null)('a Redis that refuses writes', () => {
  test(
    'I. paid accounts notice nothing when anonymous clients have filled their own Redis',
    async () => {
      if (programs === null) return
      const { redis } = programs
      let flood: AnonymousFlood = { sent: 0, failed: 0 }
      let used = 0
      const outcome = await runLimiterDrill({
        gatewayCount: 2,
        secondsBefore: 13,
        secondsAfter: 25,
        gatewaySettings: { DEMO_API_KEY: demoKey, TRUSTED_PROXIES: '127.0.0.1' },
        async startTopology(processes) {
          const limits = await startRedisNode({ processes, redis, name: 'limits' })
          const settings = ['maxmemory 8mb', 'maxmemory-policy volatile-ttl']
          const anonymous = await startRedisNode({ processes, redis, name: 'anonymous', settings })
          const stores = { REDIS_URL: limits.url, STRANGER_REDIS_URL: anonymous.url }
          return { anonymous, stores, masters: async () => [limits] }
        },
        async disturb({ anonymous }, { gateways }) {
          await askAnonymously(gateways, 1)
          used = Number(await anonymous.command('DBSIZE'))
          // Nothing that expires makes room for this: every write is refused from now on.
          await anonymous.command('SETRANGE', 'ballast', String(8 * 2 ** 20), 'x')
          const refused = await anonymous.command('SET', 'one', 'more').catch((error: Error) => error.message)
          flood = await askAnonymously(gateways, 10)
          return [
            { name: 'states of anonymous clients in their Redis before', value: used, target: 'more than 0' },
            { name: 'what the Redis of anonymous clients says', value: String(refused).slice(0, 40) },
            { name: 'requests of anonymous clients', value: flood.sent },
            { name: 'of which 5xx', value: flood.failed, target: '0' },
          ]
        },
      })
      const targets = { admitted: 'exact', unnamed: '0', localSeconds: 'of accounts 0' }
      await reportFigures('I Redis of anonymous clients at its maximum', limiterFigures(outcome, targets))
      expectEveryRequestNamed(outcome)
      expect(used).toBeGreaterThan(0)
      expect(flood.failed).toBe(0)
      expect(outcome.admitted).toBeLessThanOrEqual(exactBound(requestsPerMinute))
    },
    timeoutMs,
  )

  test(
    'I. when Redis cannot write to its disk, every answer is billed or counted as not billed',
    async () => {
      if (programs === null) return
      const { redis } = programs
      const outcome = await runLimiterDrill({
        gatewayCount: 2,
        secondsBefore: 13,
        secondsAfter: 25,
        async startTopology(processes) {
          const settings = ['enable-protected-configs yes', 'stop-writes-on-bgsave-error yes', 'save "3600 1"']
          const limits = await startRedisNode({ processes, redis, name: 'limits', settings })
          return { limits, stores: { REDIS_URL: limits.url }, masters: async () => [limits] }
        },
        async disturb({ limits }) {
          const said = await refuseSnapshots(limits)
          await Bun.sleep(refusalSeconds * 1_000)
          await limits.command('CONFIG', 'SET', 'dir', '/tmp')
          await limits.command('CONFIG', 'SET', 'save', '')
          return [{ name: 'what Redis says', value: said.slice(0, 40) }]
        },
      })
      await reportFigures('I a Redis that cannot write to its disk', limiterFigures(outcome, refusalTargets))
      expectEveryRequestNamed(outcome)
    },
    timeoutMs,
  )

  test(
    'I. when a master has lost its replicas, every answer is billed or counted as not billed',
    async () => {
      if (programs === null) return
      const outcome = await runLimiterDrill({
        gatewayCount: 2,
        secondsBefore: 13,
        secondsAfter: 25,
        async startTopology(processes: Processes) {
          const redis = await startReplicatedRedis({ processes, ...programs })
          return { redis, stores: redis.proxiedStores, masters: async () => [await redis.master()] }
        },
        async disturb({ redis }) {
          const replicas = await redis.replicas()
          for (const replica of replicas) replica.signal('SIGSTOP')
          const said = await refusalOf(await redis.master())
          await Bun.sleep(refusalSeconds * 1_000)
          for (const replica of replicas) replica.signal('SIGCONT')
          return [{ name: 'what Redis says', value: said.slice(0, 40) }]
        },
      })
      await reportFigures('I a master without replicas', limiterFigures(outcome, refusalTargets))
      expectEveryRequestNamed(outcome)
    },
    timeoutMs,
  )
})

const refusalTargets: LimiterTargets = {
  admitted: 'the gateways share it meanwhile',
  unnamed: '0',
  localSeconds: `about ${refusalSeconds}`,
}

/** @returns the answer of Redis to a write, once Redis refuses it */
async function refusalOf(node: RedisNode): Promise<string> {
  let said = ''
  await until('a refused write', async () => {
    said = await node.command('SET', 'drill', 'x').then(String, (error: Error) => error.message)
    await Bun.sleep(100)
    return said !== 'OK'
  })
  return said
}

/** A snapshot that fails makes Redis refuse writes, as a full disk does; no user, root included, may write to its folder. */
async function refuseSnapshots(node: RedisNode): Promise<string> {
  await node.command('CONFIG', 'SET', 'dir', '/proc')
  await node.command('BGSAVE').catch(() => undefined)
  return refusalOf(node)
}

type AnonymousFlood = { sent: number; failed: number }

/** Asks with the demo key from many addresses, a hundred in each second. */
async function askAnonymously(gateways: Product['gateways'], seconds: number): Promise<AnonymousFlood> {
  let [sent, failed] = [0, 0]
  for (let second = 0; second < seconds; second += 1) {
    const asked = Array.from({ length: 100 }, async (_, index) => {
      const address = `2001:db8:${second}:${index}::1`
      const gateway = gateways[index % gateways.length]
      const response = await fetch(`${gateway?.url}/v1/carbon/intensity`, {
        headers: { 'x-api-key': demoKey, 'x-forwarded-for': address },
      })
      await response.arrayBuffer()
      sent += 1
      if (response.status >= 500) failed += 1
    })
    await Promise.all([...asked, Bun.sleep(1_000)])
  }
  return { sent, failed }
}

function expectEveryRequestNamed(outcome: LimiterOutcome): void {
  const { sent, served, refused, failed, unnamed, mostOvercharged, mostBeyondExact, fallen } = outcome
  expect(sent).toBe(served + refused + failed)
  expect({ failed, unnamed, mostOvercharged, mostBeyondExact, fallen }).toEqual({
    failed: 0,
    unnamed: 0,
    mostOvercharged: 0,
    mostBeyondExact: 0,
    fallen: 0,
  })
}
