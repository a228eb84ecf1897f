import * as v from 'valibot'
import { UsageError } from '../command-line/usage-error.ts'
import type { EnvSource } from '../config/parse-env.ts'

/** How the addresses of Redis are read: one server, Sentinels that name the master, or nodes of a cluster. */
const redisModes = ['single', 'sentinel', 'cluster'] as const
export type RedisMode = (typeof redisModes)[number]

/** Servers of one installation of Redis, as every client of the product connects to it. */
export type RedisTarget = {
  mode: RedisMode
  /** The server, the Sentinels, or some nodes of the cluster. User, password and database of the first hold for the servers of data. */
  nodes: readonly [URL, ...URL[]]
  /** Name of the master that the Sentinels watch. */
  masterName: string
  sentinelPassword: string | null
}

const redisProtocols: readonly string[] = ['redis:', 'rediss:']

function isRedisUrl(text: string): boolean {
  return redisProtocols.includes(URL.parse(text)?.protocol ?? '')
}

const RedisUrls = v.pipe(
  v.string(),
  v.check((text) => text.split(',').every(isRedisUrl), 'redis:// URLs separated by commas'),
)

/** Settings of every program with snapshots. */
export const redisEnv = {
  /** How every address of Redis is read. */
  REDIS_MODE: v.optional(v.picklist(redisModes), 'single'),
  /**
   * Redis 7 or Valkey with `maxmemory-policy noeviction` and AOF: one server or, separated by commas, the Sentinels or some nodes of the cluster.
   * User, password, database and encryption (`rediss:`) of the first one hold for all servers of data. Snapshots, notices and locks are always here.
   */
  REDIS_URL: RedisUrls,
  /** Name of the master that the Sentinels watch. */
  REDIS_MASTER_NAME: v.optional(v.pipe(v.string(), v.minLength(1)), 'hexawatt'),
  /** Password of the Sentinels, if they require a password. */
  REDIS_SENTINEL_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(1))),
}

/** Further Redis URLs; the default of each is `REDIS_URL`. */
export const limitRedisEnv = {
  /** Redis for minutes and months of accounts, which are billed. Default: `REDIS_URL`. */
  LIMIT_REDIS_URL: v.optional(RedisUrls),
  /**
   * Redis for the limits of anonymous clients (client addresses and the demo key). These clients can fill it, and it may lose data. Default:
   * `REDIS_URL`. The name contains "stranger", an older word, because settings keep their names.
   */
  STRANGER_REDIS_URL: v.optional(RedisUrls),
}
export const queueRedisEnv = {
  /** Redis for the queues of svc-ingest. Default: `REDIS_URL`. */
  QUEUE_REDIS_URL: v.optional(RedisUrls),
}

const RedisSettings = v.object({ ...redisEnv, ...limitRedisEnv, ...queueRedisEnv })
export type RedisSettings = v.InferOutput<typeof RedisSettings>

/** Role of one Redis URL. */
export type RedisRole = 'snapshots' | 'limits' | 'anonymous' | 'queues'

const urlNames = {
  snapshots: 'REDIS_URL',
  limits: 'LIMIT_REDIS_URL',
  anonymous: 'STRANGER_REDIS_URL',
  queues: 'QUEUE_REDIS_URL',
} as const satisfies Record<RedisRole, keyof RedisSettings>

/** Whether each address names one server where there is one: a client would use the first and forget the others. */
export function hasOneServerPerMode(env: RedisSettings): boolean {
  return env.REDIS_MODE !== 'single' || Object.values(urlNames).every((name) => env[name]?.includes(',') !== true)
}

/** Message of a program that refuses such settings. */
export const redisModeRule = 'one URL in each address of Redis, or REDIS_MODE=sentinel or cluster'

/** The servers of one role. */
export function toRedisTarget(env: RedisSettings, role: RedisRole): RedisTarget {
  const [first = '', ...others] = (env[urlNames[role]] ?? env.REDIS_URL).split(',')
  return {
    mode: env.REDIS_MODE,
    nodes: [new URL(first), ...others.map((url) => new URL(url))],
    masterName: env.REDIS_MASTER_NAME,
    sentinelPassword: env.REDIS_SENTINEL_PASSWORD ?? null,
  }
}

/**
 * The servers of one role, for a command; null when `REDIS_URL` is not set.
 *
 * @throws UsageError that names the setting, never its value, which may contain a password
 */
export function findCommandRedisTarget(env: EnvSource, role: RedisRole): RedisTarget | null {
  if ((env['REDIS_URL'] ?? '') === '') return null
  const { success, issues, output } = v.safeParse(RedisSettings, env)
  if (!success) {
    const [issue] = issues
    throw new UsageError(`${v.getDotPath(issue)} cannot be used: expected ${issue.message}.`)
  }
  if (!hasOneServerPerMode(output)) throw new UsageError(`Redis cannot be used: expected ${redisModeRule}.`)
  return toRedisTarget(output, role)
}

/** Servers, or the URL of one server. */
export type RedisAddress = string | RedisTarget

/** The servers of an address. */
export function parseRedisTarget(address: RedisAddress): RedisTarget {
  if (typeof address !== 'string') return address
  return { mode: 'single', nodes: [new URL(address)], masterName: '', sentinelPassword: null }
}

/** Whether two roles use the same servers: they then share connections. */
export function isSameTarget(one: RedisTarget, other: RedisTarget): boolean {
  const formatTarget = ({ mode, nodes, masterName }: RedisTarget) => [mode, masterName, ...nodes.map(String)].join(' ')
  return formatTarget(one) === formatTarget(other)
}
