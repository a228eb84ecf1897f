import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import { until } from '@hexawatt/shared/testing/until'
import type { Processes } from './processes.ts'
import type { StoreSettings } from './product.ts'
import { type RedisNode, redisPassword, startRedisNode } from './redis-node.ts'
import { startStoresProxy } from './stores-proxy.ts'
import { startWire, type Wire } from './wire.ts'

const masterName = 'hexawatt'
const nodeNames = ['redis-1', 'redis-2', 'redis-3'] as const
/** The configuration that the deployment with failover ships; every drill is one of it too. */
const deployedDir = join(import.meta.dir, '../../../deploy/ha/images')

/** Lines of a shipped template with these variables in it. */
async function deployedLines(name: string, variables: Readonly<Record<string, string>>): Promise<string[]> {
  const text = await Bun.file(join(deployedDir, 'redis', name)).text()
  return text.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => variables[variable] ?? '').split('\n')
}

export type ReplicatedRedis = {
  nodes: readonly RedisNode[]
  /** Settings of programs that ask the Sentinels. */
  sentinelStores: StoreSettings
  /** Settings of programs that connect to HAProxy; only where it was started. */
  proxiedStores: StoreSettings
  /** The node that takes writes, as the Sentinels have it. */
  master(): Promise<RedisNode>
  replicas(): Promise<RedisNode[]>
  /** Hands over to a replica in order: no write is taken that the replica has not. */
  failOverInOrder(): Promise<void>
  /** The way on which the other nodes and the Sentinels reach a node; clients reach it directly. */
  wireOf(node: RedisNode): Wire
  /** Resolves when another node than this is master and takes writes. */
  untilPromoted(old: RedisNode): Promise<RedisNode>
}

type Options = { processes: Processes; redis: FoundProgram; haproxy: FoundProgram }

/** Starts a master with two replicas, three Sentinels, and HAProxy, which leads to the master. */
export async function startReplicatedRedis({ processes, redis, haproxy }: Options): Promise<ReplicatedRedis> {
  const wires = new Map<RedisNode, Wire>()
  async function startNode(name: string, masterPort: number | null): Promise<RedisNode> {
    const port = await freePort()
    const wire = await startWire(port)
    const lines = await deployedLines('redis.conf', {
      ...(await variablesOf(name, port)),
      REDIS_MAXMEMORY: '256mb',
    })
    const settings = [...lines, `replica-announce-port ${wire.port}`, 'bind 127.0.0.1']
    if (masterPort !== null) settings.push(`replicaof 127.0.0.1 ${masterPort}`)
    const node = await startRedisNode({ processes, redis, name, port, settings })
    wires.set(node, wire)
    return node
  }
  async function variablesOf(name: string, port: number) {
    return {
      REDIS_NAME: '127.0.0.1',
      REDIS_PORT: String(port),
      REDIS_PASSWORD: redisPassword,
      REDIS_FOLDER: await processes.folderOf(join(name, 'data')),
    }
  }
  const wireOf = (node: RedisNode): Wire => {
    const wire = wires.get(node)
    if (wire === undefined) throw new Error(`${node.name} has no wire`)
    return wire
  }
  const [firstName, ...otherNames] = nodeNames
  const first = await startNode(firstName, null)
  const others = await Promise.all(otherNames.map((name) => startNode(name, wireOf(first).port)))
  const nodes = [first, ...others]
  const sentinels = await Promise.all(
    ['sentinel-1', 'sentinel-2', 'sentinel-3'].map(async (name) => {
      const port = await freePort()
      const lines = await deployedLines('sentinel.conf', {
        ...(await variablesOf(name, port)),
        REDIS_FIRST: `127.0.0.1 ${wireOf(first).port}`,
      })
      const settings = [...lines, 'bind 127.0.0.1']
      return startRedisNode({ processes, redis, name, port, settings, isSentinel: true })
    }),
  )

  async function master(): Promise<RedisNode> {
    for (const sentinel of sentinels) {
      const address = await sentinel.command('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName).catch(() => null)
      const port = Array.isArray(address) ? Number(address[1]) : 0
      const node = nodes.find((each) => wireOf(each).port === port)
      if (node !== undefined) return node
    }
    throw new Error('no Sentinel knows the master')
  }

  async function replicas(): Promise<RedisNode[]> {
    const current = await master()
    return nodes.filter((node) => node !== current)
  }

  async function untilPromoted(old: RedisNode): Promise<RedisNode> {
    let promoted = old
    await until('another master that takes writes', async () => {
      promoted = await master()
      if (promoted === old || (await promoted.info('replication', 'role').catch(() => '')) !== 'master') return false
      return promoted.command('SET', 'drill', 'written').then(
        () => true,
        () => false,
      )
    })
    return promoted
  }

  await until('three Sentinels that know each other and two replicas', async () => {
    const seen = await Promise.all(sentinels.map((sentinel) => sentinel.info('sentinel', 'master0').catch(() => '')))
    return seen.every((line) => /status=ok,.*slaves=2,sentinels=3/.test(line))
  })
  await until('replicas in step', async () => (await first.info('replication', 'connected_slaves')) === '2')
  const { redisPort: proxyPort } = await startStoresProxy(
    { processes, haproxy },
    {
      redisPorts: nodes.map(({ port }) => port),
      redisPassword,
      isReady: ({ redisPort }) => leadsToMaster(redisPort),
    },
  )
  const sentinelUrls = sentinels.map(({ port }) => `redis://:${redisPassword}@127.0.0.1:${port}`)
  return {
    nodes,
    master,
    replicas,
    wireOf,
    untilPromoted,
    sentinelStores: {
      REDIS_MODE: 'sentinel',
      REDIS_URL: sentinelUrls.join(','),
      REDIS_MASTER_NAME: masterName,
      REDIS_SENTINEL_PASSWORD: redisPassword,
    },
    proxiedStores: { REDIS_MODE: 'single', REDIS_URL: `redis://:${redisPassword}@127.0.0.1:${proxyPort}` },
    async failOverInOrder() {
      const old = await master()
      const followers = await replicas()
      // Longer than the failover takes; whoever waits with a write is cut off by it, and its write never happens.
      await old.command('CLIENT', 'PAUSE', '5000', 'WRITE')
      const offset = await old.info('replication', 'master_repl_offset')
      await until('replicas that have everything', async () => {
        const offsets = await Promise.all(followers.map((node) => node.info('replication', 'slave_repl_offset')))
        return offsets.every((each) => Number(each) >= Number(offset))
      })
      await sentinels[0]?.command('SENTINEL', 'FAILOVER', masterName)
    },
  }
}

/** Whether several connections in a row lead to the master: before its first checks HAProxy takes every node for the master. */
async function leadsToMaster(port: number): Promise<boolean> {
  for (let tries = 0; tries < 2 * nodeNames.length; tries += 1) {
    const replication = await withRedis(`redis://:${redisPassword}@127.0.0.1:${port}`, (redis) =>
      redis.info('replication'),
    )
    if (!replication.includes('role:master')) return false
  }
  return true
}
