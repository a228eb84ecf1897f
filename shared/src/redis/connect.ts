import { Cluster, type ClusterOptions, Redis } from 'ioredis'
import type { RedisTarget } from './settings.ts'

/**
 * Interval at which a client of a cluster reads the list of masters, ms. Without it the list is read only after a redirected command. A scan of all
 * masters is never redirected, so it would miss a node that was promoted.
 */
const mastersRefreshMs = 5_000

/** A connection to a server or to a cluster: both support the Redis commands. */
export type RedisConnection = Redis | Cluster

export function isCluster(connection: unknown): connection is Cluster {
  return connection instanceof Cluster
}

/** Wait and failure behaviour of the calls of a connection. */
export type CallOptions = {
  /** null = a call waits for a connection without limit; 0 = no call is repeated, and no error triggers a reconnection. */
  maxRetriesPerRequest: number | null
  /** false = a call without a connection fails at once. */
  enableOfflineQueue: boolean
  /** ms */
  commandTimeout?: number
}

/** Opens a connection by the mode of its target. */
export function openRedis(target: RedisTarget, calls: CallOptions): RedisConnection {
  return target.mode === 'cluster' ? openCluster(target, calls) : new Redis(createServerOptions(target, calls))
}

/** Opens the connections to a cluster. */
export function openCluster(
  { nodes }: RedisTarget,
  calls: CallOptions,
  settings: Omit<ClusterOptions, 'redisOptions'> = {},
): Cluster {
  const { enableOfflineQueue, ...others } = calls
  const access = readCredentials(nodes[0])
  return new Cluster(toAddresses(nodes), {
    enableOfflineQueue,
    clusterRetryStrategy: computePauseMs,
    slotsRefreshInterval: mastersRefreshMs,
    // A cluster has one database.
    ...settings,
    redisOptions: {
      ...access,
      ...others,
      db: 0,
      connectTimeout: connectTimeoutMs,
      reconnectOnError: shouldReconnect(calls),
    },
    // Certificates of TLS nodes contain host names.
    ...(access.tls === undefined ? {} : { dnsLookup: (host, done) => done(null, host) }),
  })
}

/** Options of a connection to one server, or to the master that Sentinels name. */
export function createServerOptions({ mode, nodes, masterName, sentinelPassword }: RedisTarget, calls: CallOptions) {
  const access = readCredentials(nodes[0])
  const [first, ...others] = toAddresses(nodes)
  const options = {
    ...access,
    ...calls,
    connectTimeout: connectTimeoutMs,
    reconnectOnError: shouldReconnect(calls),
    retryStrategy: computePauseMs,
  }
  if (mode === 'single') return { ...first, ...options }
  return {
    ...options,
    sentinels: [first, ...others],
    name: masterName,
    // Leaves the old master as soon as a Sentinel names the new master.
    failoverDetector: true,
    sentinelRetryStrategy: computePauseMs,
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(access.tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  }
}

/** A call without a connection fails at once, and no call is sent twice. */
const callsOnce: CallOptions = { maxRetriesPerRequest: 0, enableOfflineQueue: false }

/** Creates a connection that is not connected yet and never reconnects: its caller must know of each call whether it was sent. */
export function openOnce(target: RedisTarget): Redis {
  return new Redis({
    ...createServerOptions(target, callsOnce),
    lazyConnect: true,
    // The first call of the caller shows whether the server answers, which saves a round trip.
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  })
}

/** Interval at which {@link openClusterOnce} reads the slot table, ms. */
const slotsRefreshMs = 1_000
/** Maximum number of redirections of one call, and pause before another attempt while its keys are being moved, ms. */
const maxRedirections = 4
const movingPauseMs = 50

/** Creates cluster connections for the same kind of caller: a call is sent again only after a node refused it, to the node that has its keys now. */
export function openClusterOnce(target: RedisTarget): Cluster {
  return openCluster(target, callsOnce, {
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: movingPauseMs,
    maxRedirections,
    slotsRefreshInterval: slotsRefreshMs,
  })
}

type Address = { host: string; port?: number }

function toAddress({ hostname, port }: URL): Address {
  // A URL writes IPv6 addresses in brackets, which are not part of the host.
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return port === '' ? { host } : { host, port: Number(port) }
}

function toAddresses([first, ...others]: RedisTarget['nodes']): [Address, ...Address[]] {
  return [toAddress(first), ...others.map(toAddress)]
}

const connectTimeoutMs = 2_000
/** Pause before another attempt to connect, ms. */
const computePauseMs = (attempt: number): number => Math.min(attempt * 100, 2_000)

/** Errors of a server that is not a master or still starts: it has not executed the call, and another server may accept it. */
const wrongServer = /^(READONLY|LOADING|MASTERDOWN)\b/

/** Reconnects after such an error; a call that may wait for a connection is then sent again (2), any other call fails (1). */
function shouldReconnect({ enableOfflineQueue, maxRetriesPerRequest }: CallOptions) {
  if (maxRetriesPerRequest === 0) return null
  const action = enableOfflineQueue ? 2 : 1
  return (error: Error) => (wrongServer.test(error.message) ? action : false)
}

/** User, password, database and encryption of a URL. */
function readCredentials({ protocol, username, password, pathname }: URL) {
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(Number(pathname.slice(1)) > 0 ? { db: Number(pathname.slice(1)) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  }
}
