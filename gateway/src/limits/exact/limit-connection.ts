import type { RedisTarget } from '@hexawatt/shared/redis/settings'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { keepLink, type LimitLink, type LinkDeps } from './limit-link.ts'
import { createClusterServers, createSingleServer, type Probe } from './limit-servers.ts'

/** The links to the servers of all keys. */
export type LimitConnection = {
  /** The link to the server of a tag's keys; null while the server is down. */
  link(tag: number): LimitLink | null
  /** Whether a call may carry keys of one tag only. */
  isPerTag: boolean
  close(): void
}

export type LimitConnectionDeps = Pick<LinkDeps, 'maxSilenceMs' | 'monotonicMs'> & {
  target: RedisTarget
  probe: Probe
  logger: Logger
  /** Called when all keys become usable, and when some are no longer usable. */
  onChange: (isUp: boolean) => void
}

/**
 * The limiter's own connections. A single server, or the master that Sentinels name, holds all keys. On a cluster each tag is up or down independently: when
 * one master fails, keys of the other masters are still decided exactly.
 */
export function createLimitConnection(deps: LimitConnectionDeps): LimitConnection {
  const { target, probe, maxSilenceMs, monotonicMs, logger, onChange } = deps
  const isPerTag = target.mode === 'cluster'
  const servers = isPerTag ? createClusterServers(target, probe) : createSingleServer(target, probe)
  let upCount = 0
  let loggedReason = ''

  function onUp(): void {
    upCount += 1
    if (upCount < servers.partCount) return
    loggedReason = ''
    onChange(true)
  }

  function onDown(tag: number, reason: string, wasUp: boolean): void {
    if (wasUp) {
      upCount -= 1
      if (upCount === servers.partCount - 1) onChange(false)
    }
    // Each reason is logged once: attempts continue throughout the outage, and the tags of a server fail together.
    if (reason === loggedReason) return
    loggedReason = reason
    logger.warn(isPerTag ? { reason, tag } : { reason }, 'limits: Redis is down, this gateway decides locally')
  }

  const links = Array.from({ length: servers.partCount }, (_, tag) =>
    keepLink({
      open: (onLost) => servers.open(tag, onLost),
      maxSilenceMs,
      monotonicMs,
      onUp,
      onDown: (reason, wasUp) => onDown(tag, reason, wasUp),
    }),
  )
  return {
    link: (tag) => links[isPerTag ? tag : 0]?.link() ?? null,
    isPerTag,
    close(): void {
      for (const each of links) each.close()
      servers.close()
    },
  }
}
