import { openClusterOnce, openOnce } from '@hexawatt/shared/redis/connect'
import { buildAddressCountKey, limitTagCount } from '@hexawatt/shared/redis/keys'
import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import { createLimitCommands, type LimitCommands } from './limit-commands.ts'

/** How long a late reply is still read, ms. */
export const lateReplyMs = 60_000
/** Abandoned connections that still wait for late replies, at most; a newer one closes the oldest. */
const maxLeft = 20

/**
 * A call on the keys of a tag that changes nothing and that Redis refuses whenever it refuses changes. A server that does not answer this call is not used:
 * otherwise every request would connect to a server without memory or replicas and leave it again.
 */
export type Probe = (commands: LimitCommands, tag: number) => Promise<unknown>

/** One attempt to use the server of some keys. */
export type LimitServer = {
  commands: LimitCommands
  /** @throws when the keys cannot be reached, or accept no changes */
  prepare(): Promise<void>
  /** Whether a call would be sent at once: a call that waits may fail with an unknown effect. */
  isOpen(): boolean
  /** Ends the use. Late replies are still read where calls wait for them. */
  leave(isAwaited: boolean): void
}

/** The servers of a Redis. */
export type LimitServers = {
  /** Parts of the keys that are up or down independently. */
  partCount: number
  /** Begins an attempt. `onLost` is called when its connection ends. */
  open(tag: number, onLost: () => void): LimitServer
  close(): void
}

/** One server, or the master that Sentinels name: it holds all keys, and each attempt has its own connection. */
export function createSingleServer(target: RedisTarget, probe: Probe): LimitServers {
  const left = new Set<ReturnType<typeof openOnce>>()
  return {
    partCount: 1,
    open(tag, onLost) {
      const redis = openOnce(target)
      const commands = createLimitCommands(redis)
      // Each error also ends the connection, or rejects a call.
      redis.on('error', () => undefined)
      redis.once('end', () => {
        left.delete(redis)
        onLost()
      })
      return {
        commands,
        async prepare() {
          await redis.connect()
          // Together: each round trip to a distant server prolongs the outage.
          await Promise.all([refuseReplica(redis), probe(commands, tag)])
        },
        isOpen: () => redis.status === 'ready',
        leave(isAwaited) {
          if (!isAwaited) return redis.disconnect()
          const [oldest] = left
          if (left.size >= maxLeft) oldest?.disconnect()
          left.add(redis)
          setTimeout(() => redis.disconnect(), lateReplyMs).unref()
        },
      }
    },
    close() {
      for (const redis of left) redis.disconnect()
    },
  }
}

/** @throws unless the server is a master, or the user may not ask: then only the probe decides */
async function refuseReplica(redis: ReturnType<typeof openOnce>): Promise<void> {
  const [role] = await redis.role().catch((error: Error) => {
    if (/^NOPERM\b|unknown command/.test(error.message)) return ['master']
    throw error
  })
  if (role !== 'master') throw new Error(`redis is a ${role}`)
}

/** The masters of a cluster: all attempts share its connections. A call is sent twice only when a server refused it because the keys have moved. */
export function createClusterServers(target: RedisTarget, probe: Probe): LimitServers {
  const cluster = openClusterOnce(target)
  const commands = createLimitCommands(cluster)
  type Node = ReturnType<typeof cluster.nodes>[number]
  /** Under the names that the driver gives to the servers of slots. */
  const nameOf = ({ options }: Node): string => `${options.host}:${options.port}`
  const nodes = new Map<string, Node>()
  /** Slots of the tags, as far as the cluster has reported them. */
  const slots = new Map<number, number>()
  /** Called when the connection of a tag ends. */
  const losses = new Map<number, () => void>()

  function isOpen(tag: number): boolean {
    const master = cluster.slots[slots.get(tag) ?? -1]?.[0]
    return master !== undefined && nodes.get(master)?.status === 'ready'
  }

  cluster.on('error', () => undefined)
  cluster.on('+node', (node: Node) => nodes.set(nameOf(node), node))
  cluster.on('-node', (node: Node) => {
    if (nodes.get(nameOf(node)) === node) nodes.delete(nameOf(node))
    for (const [tag, onLost] of losses) if (!isOpen(tag)) onLost()
  })
  return {
    partCount: limitTagCount,
    open(tag, onLost) {
      return {
        commands,
        async prepare() {
          if (!slots.has(tag)) slots.set(tag, await cluster.cluster('KEYSLOT', buildAddressCountKey(tag)))
          await probe(commands, tag)
          if (!isOpen(tag)) throw new Error('the master of a tag has changed')
          losses.set(tag, onLost)
        },
        isOpen: () => isOpen(tag),
        leave: () => losses.delete(tag),
      }
    },
    close: () => cluster.disconnect(),
  }
}
