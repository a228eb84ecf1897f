import { openClusterOnce } from '@hexawatt/shared/redis/connect'
import { addressRoomKey, limitTagCount } from '@hexawatt/shared/redis/keys'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import {
  connectTimeoutMs,
  createLink,
  firstPauseMs,
  type LimitConnection,
  type LimitConnectionDeps,
  type LimitLink,
  longestPauseMs,
  type Send,
} from './limit-link.ts'

type Cluster = ReturnType<typeof openClusterOnce>
type Node = ReturnType<Cluster['nodes']>[number]

/** The keys of one tag. */
type Part = {
  tag: number
  /** Their slot; null until the cluster has said it. */
  slot: number | null
  link: LimitLink | null
  pauseMs: number
  retry?: Timer
}

/**
 * The limiter's own connections to a cluster. Each tag is up or down by itself: when a master fails, the keys of the others are decided exactly.
 * Nothing is sent twice but what a server refused, which the driver sends where the keys have moved to.
 */
export function createClusterConnection({
  target,
  probe,
  maxSilenceMs,
  monotonicMs,
  logger,
  onChange,
}: LimitConnectionDeps): LimitConnection {
  const cluster = openClusterOnce(target)
  const nodes = new Map<string, Node>()
  const parts = Array.from(
    { length: limitTagCount },
    (_, tag): Part => ({ tag, slot: null, link: null, pauseMs: firstPauseMs }),
  )
  let isClosed = false
  let upCount = 0
  let saidReason = ''
  const send: Send = (command, args) => cluster.call(command.toLowerCase(), ...args)
  cluster.on('error', () => undefined)
  cluster.on('+node', (node: Node) => nodes.set(nameOf(node), node))
  cluster.on('-node', (node: Node) => {
    if (nodes.get(nameOf(node)) === node) nodes.delete(nameOf(node))
    for (const part of parts) if (!isConnected(part)) down(part, 'connection closed')
  })

  /** Whether the connection to the master of a part is open: what is sent on another one has an unknown effect when it cannot be opened. */
  function isConnected({ slot }: Part): boolean {
    const name = slot === null ? undefined : cluster.slots[slot]?.[0]
    return name !== undefined && nodes.get(name)?.status === 'ready'
  }

  /** @throws when the keys cannot be reached, or take no changes */
  async function prepare(part: Part): Promise<void> {
    part.slot ??= Number(await cluster.call('cluster', 'KEYSLOT', addressRoomKey(part.tag)))
    await probe(send, part.tag)
    if (!isConnected(part)) throw new Error('the master of a tag has changed')
  }

  function connect(part: Part): void {
    withTimeout(connectTimeoutMs, prepare(part)).then(
      () => up(part),
      (error: Error) => retry(part, error.message),
    )
  }

  function up(part: Part): void {
    if (isClosed) return
    part.link = createLink({
      send,
      fail: (reason) => down(part, reason),
      succeeded() {
        part.pauseMs = firstPauseMs
      },
      maxSilenceMs,
      monotonicMs,
    })
    upCount += 1
    if (upCount < limitTagCount) return
    saidReason = ''
    onChange(true)
  }

  function down(part: Part, reason: string): void {
    if (part.link === null) return
    part.link = null
    upCount -= 1
    if (upCount === limitTagCount - 1) onChange(false)
    retry(part, reason)
  }

  function retry(part: Part, reason: string): void {
    if (isClosed) return
    // Once for all tags of a server.
    if (reason !== saidReason)
      logger.warn({ reason, tag: part.tag }, 'limits: redis is down for some keys, deciding locally')
    saidReason = reason
    part.retry = setTimeout(connect, part.pauseMs, part)
    part.pauseMs = Math.min(part.pauseMs * 2, longestPauseMs)
  }

  parts.forEach(connect)
  return {
    link(tag) {
      const part = parts[tag]
      if (part === undefined || part.link === null) return null
      if (isConnected(part)) return part.link
      down(part, 'connection closed')
      return null
    },
    isPerTag: true,
    close(): void {
      isClosed = true
      for (const part of parts) clearTimeout(part.retry)
      cluster.disconnect()
    },
  }
}

/** As the driver names the servers of slots. */
function nameOf({ options }: Node): string {
  return `${options.host}:${options.port}`
}
