import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { until } from '@hexawatt/shared/testing/until'
import { RedisClient } from 'bun'
import type { Processes } from './processes.ts'
import type { StoreSettings } from './product.ts'
import { type RedisNode, redisPassword, startRedisNode } from './redis-node.ts'
import { startWire, type Wire } from './wire.ts'

const masterName = 'hexawatt'
const nodeNames = ['redis-1', 'redis-2', 'redis-3'] as const
const sentinelPassword = 'sentinel-password-of-the-drills'

/** How long a master is silent before a Sentinel takes it for dead, ms: most of what an unplanned failover takes. */
const downAfterMs = 1_500

/**
 * A master without a replica that hears it takes no write: what it would accept would be lost. So many seconds is a replica silent before
 * it does not count.
 */
const replication = [
  'min-replicas-to-write 1',
  'min-replicas-max-lag 3',
  'repl-ping-replica-period 1',
  'repl-timeout 5',
  'repl-diskless-sync-delay 0',
  `masterauth ${redisPassword}`,
]

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
    const settings = [...replication, 'replica-announce-ip 127.0.0.1', `replica-announce-port ${wire.port}`]
    if (masterPort !== null) settings.push(`replicaof 127.0.0.1 ${masterPort}`)
    const node = await startRedisNode({ processes, redis, name, port, settings })
    wires.set(node, wire)
    return node
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
    [1, 2, 3].map((index) =>
      startRedisNode({
        processes,
        redis,
        name: `sentinel-${index}`,
        isSentinel: true,
        password: sentinelPassword,
        settings: [
          `sentinel sentinel-pass ${sentinelPassword}`,
          `sentinel monitor ${masterName} 127.0.0.1 ${wireOf(first).port} 2`,
          `sentinel auth-pass ${masterName} ${redisPassword}`,
          `sentinel down-after-milliseconds ${masterName} ${downAfterMs}`,
          // A failover that follows another waits for twice as long.
          `sentinel failover-timeout ${masterName} 4000`,
          `sentinel parallel-syncs ${masterName} 2`,
        ],
      }),
    ),
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
  const proxyPort = await startHaproxy({ processes, haproxy, nodes })
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
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
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

type ProxyOptions = { processes: Processes; haproxy: FoundProgram; nodes: readonly RedisNode[] }

/** HAProxy before the nodes: connections go to the one that is master and has a replica, and are cut when it no longer is. */
async function startHaproxy({ processes, haproxy, nodes }: ProxyOptions): Promise<number> {
  const port = await freePort()
  const lines = [
    'global',
    '  maxconn 4000',
    'defaults',
    '  mode tcp',
    '  timeout connect 500ms',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 500ms',
    'listen redis',
    `  bind 127.0.0.1:${port}`,
    '  option tcp-check',
    `  tcp-check send AUTH\\ ${redisPassword}\\r\\n`,
    '  tcp-check expect string +OK',
    '  tcp-check send INFO\\ replication\\r\\n',
    // A master that was away comes back as one, for some seconds: without a replica.
    '  tcp-check expect rstring role:master\\r\\nconnected_slaves:[1-9]',
    '  default-server inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions init-addr none',
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check`),
  ]
  const folder = await processes.folderOf('haproxy')
  const file = `${folder}/haproxy.cfg`
  await Bun.write(file, `${lines.join('\n')}\n`)
  await processes.start({
    name: 'haproxy',
    command: haproxy.command,
    args: ['-db', '-f', file],
    env: { ...haproxy.env },
    isReady: () => leadsToMaster(port),
  })
  return port
}

/** Whether several connections in a row do: before its first checks HAProxy takes every node for the master. */
async function leadsToMaster(port: number): Promise<boolean> {
  for (let tries = 0; tries < 2 * nodeNames.length; tries += 1) {
    const client = new RedisClient(`redis://:${redisPassword}@127.0.0.1:${port}`, { autoReconnect: false })
    try {
      await client.connect()
      if (!String(await client.send('INFO', ['replication'])).includes('role:master')) return false
    } finally {
      client.close()
    }
  }
  return true
}
