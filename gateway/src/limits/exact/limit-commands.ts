import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { liveGateways } from '@hexawatt/shared/redis/keys'
import { defineScript } from '@hexawatt/shared/redis/script'
import type { ScriptReply } from './limit-request.ts'
import { limitScript } from './limit-script.ts'

/**
 * Registers a gateway as living, by the clock of Redis, and forgets gateways that have been silent for a while. KEYS[1]: when each was last heard, ms. ARGV:
 * the gateway, how long it counts as living (ms), gateways at most.
 */
const beatScript = `#!lua
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`

/** The commands that the limiter sends to Redis. Each rejects with the server's error, or when the connection is lost: its effect is then unknown. */
export type LimitCommands = {
  /** Runs the limit script. */
  decide(keys: readonly string[], args: readonly string[]): Promise<ScriptReply>
  /** Reports that a gateway lives, and returns the ids of all living gateways. */
  reportLife(gatewayId: string): Promise<readonly string[]>
  /** Reports that a gateway ends. */
  leave(gatewayId: string): Promise<unknown>
}

/** Makes the limiter's commands on a connection. */
export function createLimitCommands(redis: RedisConnection): LimitCommands {
  const runLimits = defineScript(redis, 'decideOnLimits', limitScript)
  const runBeat = defineScript(redis, 'beatGateway', beatScript)
  const { key, ttlMs, maxGateways } = liveGateways
  return {
    async decide(keys, args) {
      const reply = await runLimits(keys, args)
      if (!isScriptReply(reply)) throw new Error('the limit script did not reply its clock')
      return reply
    },
    async reportLife(gatewayId) {
      const reply = await runBeat([key], [gatewayId, ttlMs, maxGateways])
      if (!Array.isArray(reply)) throw new Error('redis did not name the living gateways')
      return reply.map(String)
    },
    leave: (gatewayId) => redis.zrem(key, gatewayId),
  }
}

/** Whether a reply comes from the limit script. Only the first value is checked, because the script makes all of them. */
function isScriptReply(reply: unknown): reply is ScriptReply {
  return Array.isArray(reply) && typeof reply[0] === 'number'
}

/**
 * Errors by which Redis refuses a command or script before it has any effect. Redis 7 and Valkey check a script with declared flags (`#!lua`) for all of them
 * before its first line; none of them interrupts a script that has written.
 */
const refusalCodes = [
  ...['READONLY', 'LOADING', 'MASTERDOWN', 'BUSY', 'OOM', 'NOREPLICAS', 'MISCONF'],
  ...['CLUSTERDOWN', 'MOVED', 'ASK', 'TRYAGAIN', 'CROSSSLOT'],
  ...['NOAUTH', 'WRONGPASS', 'NOPERM', 'DENIED', 'EXECABORT', 'NOSCRIPT'],
]
const refused = new RegExp(`^(${refusalCodes.join('|')})\\b`)

/** Whether an error of {@link LimitCommands} means that the command had no effect; otherwise its effect is unknown. */
export function isRefusedWithoutEffect(error: unknown): boolean {
  return error instanceof Error && refused.test(error.message)
}
