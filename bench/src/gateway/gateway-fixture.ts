import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startTestServers, type TestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { getCarbonIntensity } from '@hexawatt/shared/contract/operations/get-carbon-intensity'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { buildScriptCommand, type ChildPrograms, createChildPrograms, type Served } from '../figures/child-programs.ts'
import { startNginx, startPeers } from './start-peers.ts'
import type { Tools } from './tools.ts'

const root = join(import.meta.dir, '../../..')

/** Starts all programs of the benchmark: the gateway and its peers before one upstream, on one Redis. */
export async function startGatewayFixture(tools: Tools) {
  const servers = await startTestServers(join(root, '.hexawatt/cache'))
  const programs = createChildPrograms()
  let stopping: Promise<void> | null = null
  // A signal and an error may both call this: both wait for the same stop.
  function stop(): Promise<void> {
    stopping ??= programs.stop().then(servers.stop)
    return stopping
  }
  try {
    const keysFile = join(servers.folder, 'keys')
    const [firstKey = '', ...otherKeys] = await storeCustomers(servers.databaseUrl)
    await Bun.write(keysFile, [firstKey, ...otherKeys].join('\n'))
    const upstreamPort = await startUpstream(programs)
    const gateway = await startGateway(programs, servers, upstreamPort)
    const addedHeaders = await findAddedHeaders(gateway.port, upstreamPort, firstKey)
    const limits = { requestsPerMinute, monthlyQuota }
    const peerOptions = { programs, tools, servers, upstreamPort, keysFile, addedHeaders, ...limits }
    const peers = await startPeers(peerOptions)
    await checkEqualHeaders(gateway.port, [peers.nginx.cache, peers.nginxLua?.cache, peers.nginxLua?.plain], firstKey)
    const redisPid = await redisProcess(servers.redisUrl)
    return {
      programs,
      folder: servers.folder,
      keysFile,
      upstreamPort,
      gateway,
      ...peers,
      redisPid,
      addedHeaders,
      /** Starts one more gateway. */
      startGateway: (settings: Record<string, string>, stderrPath?: string) =>
        startGateway(programs, servers, upstreamPort, settings, stderrPath),
      /** Starts one more nginx, with as many processes. */
      startNginx: (workers: number) => startNginx(peerOptions, workers),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
export type GatewayFixture = Awaited<ReturnType<typeof startGatewayFixture>>

/** Starts the upstream of every candidate. @returns its port */
export async function startUpstream(programs: ChildPrograms): Promise<number> {
  const [port = 0] = await freePorts(1)
  await programs.serve([process.execPath, 'bench/src/gateway/stub-upstream.ts', String(port)], {}, port)
  return port
}

/**
 * Starts the gateway before the upstream.
 *
 * @param settings settings in addition to the usual ones
 * @param stderrPath file for the standard error
 */
export async function startGateway(
  programs: ChildPrograms,
  servers: TestServers,
  upstreamPort: number,
  settings: Record<string, string> = {},
  stderrPath?: string,
): Promise<Served> {
  const [port = 0, internalPort = 0] = await freePorts(2)
  const plansFile = join(servers.folder, 'plans.json')
  await Bun.write(plansFile, JSON.stringify(generousPlanTable))
  const upstream = `http://127.0.0.1:${upstreamPort}`
  const env = {
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    DRAIN_MS: '0',
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    INTERNAL_TOKEN: 'internal-token-of-the-gateway-benchmark-01',
    SVC_CARBON_URL: upstream,
    SVC_SCORE_URL: upstream,
    SVC_HISTORY_URL: upstream,
    PLANS_FILE: plansFile,
    // Like the peers, no log line per request.
    LOG_LEVEL: 'warn',
    ...settings,
  }
  return programs.serve(buildScriptCommand('gateway/src/main.ts'), env, port, { stderrPath })
}

/** Process id of a Redis on this machine. */
export async function redisProcess(redisUrl: string): Promise<number> {
  const redis = createRedis(redisUrl, createLogger('bench', 'silent'))
  await whenRedisReady(redis)
  const info = await redis.info('server')
  redis.disconnect()
  return Number(info.match(/^process_id:(\d+)/m)?.[1])
}

const ownHeaders: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'keep-alive', 'server'])

/**
 * Headers that the gateway adds to the upstream's answer, so that a peer can add the same.
 *
 * @throws when the gateway does not answer 200 with the upstream's body
 */
async function findAddedHeaders(
  gatewayPort: number,
  upstreamPort: number,
  key: string,
): Promise<Record<string, string>> {
  const [gateway, upstream] = await Promise.all([askOnce(gatewayPort, key), askOnce(upstreamPort, key)])
  const [body, expected] = await Promise.all([gateway.text(), upstream.text()])
  if (gateway.status !== 200 || body !== expected) throw new Error(`the gateway answered ${gateway.status}: ${body}`)
  const added = [...gateway.headers].filter(([name]) => !ownHeaders.has(name) && !upstream.headers.has(name))
  return Object.fromEntries(added)
}

/** @throws when a peer that is compared by equal headers has others than the gateway: its work would not be the same */
async function checkEqualHeaders(gatewayPort: number, peers: readonly (Served | undefined)[], key: string) {
  const namesOf = async ({ port }: Pick<Served, 'port'>) =>
    [...(await askOnce(port, key)).headers.keys()]
      .filter((name) => !ownHeaders.has(name))
      .sort()
      .join(', ')
  const expected = await namesOf({ port: gatewayPort })
  for (const peer of peers) {
    const names = peer === undefined ? expected : await namesOf(peer)
    if (names !== expected) throw new Error(`The gateway answers with ${expected}; a peer with ${names}`)
  }
}

const askOnce = (port: number, key: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${getCarbonIntensity.path}`, {
    headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
  })

/** Number of accounts with one key each: the requests are distributed over as many counters. */
const customerCount = 200

/** The maximum of a plan table, per customer: every check runs and nothing is refused. */
const requestsPerMinute = 60_000
const monthlyQuota = 1_000_000_000

/** The plans of the product with the limits of the benchmark. */
const generousPlanTable: PlanTable = {
  ...defaultPlanTable,
  plans: {
    ...defaultPlanTable.plans,
    scale: { ...defaultPlanTable.plans.scale, requestsPerMinute, monthlyQuota },
  },
}

/** Stores the customers in a new database and returns their keys. */
export async function storeCustomers(databaseUrl: string): Promise<string[]> {
  const sql = createSql(databaseUrl, 'bench', 1)
  try {
    await migrate(sql)
    const keys: string[] = []
    for (let index = 0; index < customerCount; index += 1) {
      keys.push((await storeTestKey({ sql }, 'scale', `bench ${index}`)).key)
    }
    return keys
  } finally {
    await sql.end({ timeout: 1 })
  }
}
