import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { until } from '@hexawatt/shared/testing/until'
import type { Processes } from './processes.ts'
import type { StoreSettings } from './product.ts'
import { type RedisNode, redisPassword, startRedisNode } from './redis-node.ts'

const slotCount = 16_384
const masterCount = 3
/** How long a node is silent before the others take it for dead, ms: most of what a failover takes. */
const nodeTimeoutMs = 1_500
/** Keys that one MIGRATE moves. */
const migratedAtOnce = 10

/** A node as CLUSTER NODES has it. */
type NodeLine = { id: string; port: number; isMaster: boolean; isFailed: boolean; slots: (readonly [number, number])[] }

export type RedisCluster = {
  nodes: readonly RedisNode[]
  stores: StoreSettings
  /** The nodes that hold slots now. */
  masters(): Promise<RedisNode[]>
  slotOf(key: string): Promise<number>
  /** The master of a slot. */
  ownerOf(slot: number): Promise<RedisNode>
  /** Moves a slot with its keys to another master, while clients use them; waits in the middle of it. */
  moveSlot(slot: number, to: RedisNode, pauseMs: number): Promise<number>
  /** Resolves when every slot has a master that takes writes and is not this one. */
  untilWhole(without: RedisNode): Promise<void>
}

/** Starts three masters with a replica each, of which every one has a third of the slots. */
export async function startRedisCluster(processes: Processes, redis: FoundProgram): Promise<RedisCluster> {
  const ports = await freePorts(4 * masterCount)
  const nodes = await Promise.all(
    Array.from({ length: 2 * masterCount }, (_, index) =>
      startRedisNode({
        processes,
        redis,
        name: `cluster-${index + 1}`,
        port: ports[index] ?? 0,
        settings: [
          'cluster-enabled yes',
          `cluster-port ${ports[index + 2 * masterCount]}`,
          `cluster-node-timeout ${nodeTimeoutMs}`,
          // A shard without a master is no reason for the others to stop.
          'cluster-require-full-coverage no',
          `masterauth ${redisPassword}`,
          'repl-diskless-sync-delay 0',
        ],
      }),
    ),
  )
  const [first] = nodes
  if (first === undefined) throw new Error('a cluster without nodes')
  const portOf = (node: RedisNode): string => String(node.port)
  await Promise.all(
    nodes.slice(0, masterCount).map((node, index) => {
      const from = Math.floor((index * slotCount) / masterCount)
      const to = Math.floor(((index + 1) * slotCount) / masterCount) - 1
      return node.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
    }),
  )
  for (const [index, node] of nodes.entries()) {
    const busPort = String(ports[index + 2 * masterCount])
    if (node !== first) await first.command('CLUSTER', 'MEET', '127.0.0.1', portOf(node), busPort)
  }
  const idOf = async (node: RedisNode): Promise<string> => String(await node.command('CLUSTER', 'MYID'))
  await until('six nodes that know each other', async () => {
    const known = await Promise.all(nodes.map(async (node) => linesOf(await node.command('CLUSTER', 'NODES')).length))
    return known.every((count) => count === nodes.length)
  })
  for (const [index, replica] of nodes.slice(masterCount).entries()) {
    const master = nodes[index]
    if (master !== undefined) await replica.command('CLUSTER', 'REPLICATE', await idOf(master))
  }

  /** State by the first node that answers. */
  async function lines(): Promise<NodeLine[]> {
    for (const node of nodes) {
      const text = await node.command('CLUSTER', 'NODES').catch(() => null)
      if (text !== null) return linesOf(text)
    }
    throw new Error('no node of the cluster answers')
  }
  function nodeAt(port: number): RedisNode {
    const node = nodes.find((each) => each.port === port)
    if (node === undefined) throw new Error(`no node at port ${port}`)
    return node
  }
  const holders = (all: readonly NodeLine[]) => all.filter(({ isMaster, slots }) => isMaster && slots.length > 0)

  async function untilServed(without: RedisNode | null): Promise<void> {
    await until('a cluster that serves every slot', async () => {
      const alive = nodes.filter((node) => node !== without)
      const states = await Promise.all(alive.map((node) => node.info('cluster', 'cluster_enabled').catch(() => '')))
      if (states.some((state) => state !== '1')) return false
      const owners = holders(await linesFrom(alive))
      const held = owners.flatMap(({ slots }) => slots).reduce((sum, [from, to]) => sum + to - from + 1, 0)
      return held === slotCount && owners.every(({ isFailed, port }) => !isFailed && port !== without?.port)
    })
  }
  async function linesFrom(alive: readonly RedisNode[]): Promise<NodeLine[]> {
    const [one] = alive
    return one === undefined ? [] : linesOf(await one.command('CLUSTER', 'NODES'))
  }
  await untilServed(null)
  await until('replicas in step', async () => {
    const links = await Promise.all(
      nodes.slice(masterCount).map((node) => node.info('replication', 'master_link_status')),
    )
    return links.every((link) => link === 'up')
  })

  async function ownerOf(slot: number): Promise<RedisNode> {
    const owner = holders(await lines()).find(({ slots }) => slots.some(([from, to]) => from <= slot && slot <= to))
    if (owner === undefined) throw new Error(`nobody holds slot ${slot}`)
    return nodeAt(owner.port)
  }

  return {
    nodes,
    stores: {
      REDIS_MODE: 'cluster',
      REDIS_URL: nodes.map(({ url }) => url).join(','),
    },
    async masters() {
      return holders(await lines())
        .filter(({ isFailed }) => !isFailed)
        .map(({ port }) => nodeAt(port))
    },
    slotOf: async (key) => Number(await first.command('CLUSTER', 'KEYSLOT', key)),
    ownerOf,
    untilWhole: untilServed,
    async moveSlot(slot, to, pauseMs) {
      const from = await ownerOf(slot)
      const name = String(slot)
      await to.command('CLUSTER', 'SETSLOT', name, 'IMPORTING', await idOf(from))
      await from.command('CLUSTER', 'SETSLOT', name, 'MIGRATING', await idOf(to))
      let moved = 0
      for (;;) {
        const keys = await from.command('CLUSTER', 'GETKEYSINSLOT', name, String(migratedAtOnce))
        if (!Array.isArray(keys) || keys.length === 0) break
        const words = ['127.0.0.1', portOf(to), '', '0', '1000', 'AUTH', redisPassword, 'KEYS', ...keys.map(String)]
        await from.command('MIGRATE', ...words)
        // Some keys here, some there: what a script with several of them meets.
        if (moved === 0) await Bun.sleep(pauseMs)
        moved += keys.length
      }
      const id = await idOf(to)
      await to.command('CLUSTER', 'SETSLOT', name, 'NODE', id)
      await from.command('CLUSTER', 'SETSLOT', name, 'NODE', id)
      return moved
    },
  }
}

function linesOf(text: unknown): NodeLine[] {
  return String(text)
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', address = '', flags = '', , , , , , ...ranges] = line.split(' ')
      const slots = ranges
        .filter((range) => /^\d/.test(range))
        .map((range) => {
          const [from = 0, to = from] = range.split('-').map(Number)
          return [from, to] as const
        })
      const port = Number(address.match(/:(\d+)@/)?.[1])
      return { id, port, isMaster: flags.includes('master'), isFailed: /\bfail\b/.test(flags), slots }
    })
}
