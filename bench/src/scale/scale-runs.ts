import { join } from 'node:path'
import { startTestServers, type TestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import type { RedisConnection } from '@hexawatt/shared/redis/connect'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createChildPrograms } from '../figures/child-programs.ts'
import { redisProcess, startGateway, startUpstream, storeCustomers } from '../gateway/gateway-fixture.ts'
import { readProcessorTimeUs, readResidentBytes } from '../gateway/measure.ts'
import { runWrk } from '../gateway/wrk.ts'
import type { ScaleRun } from './capacity-model.ts'

const root = join(import.meta.dir, '../../..')
const connections = 32
const warmUpSeconds = 2
const roundSeconds = 5
const idleSeconds = 5

/** Stores with customers, an upstream, and the gateway with each number of processes in turn. */
export async function startScaleFixture(wrk: string) {
  const servers = await startTestServers(join(root, '.hexawatt/cache'))
  const upstreams = createChildPrograms()
  const sql = createSql(servers.databaseUrl, 'bench', 1)
  const redis = createRedis(servers.redisUrl, createLogger('bench', 'silent'))
  async function stop(): Promise<void> {
    redis.disconnect()
    await sql.end({ timeout: 1 })
    await upstreams.stop()
    await servers.stop()
  }
  try {
    await whenRedisReady(redis)
    const keysFile = join(servers.folder, 'keys')
    await Bun.write(keysFile, (await storeCustomers(servers.databaseUrl)).join('\n'))
    const upstreamPort = await startUpstream(upstreams)
    const redisPid = await redisProcess(servers.redisUrl)
    const measure = (processes: number) =>
      measureProcesses({ wrk, servers, sql, redis, redisPid, keysFile, upstreamPort, processes })
    return { sql, redis, measure, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Measured = {
  wrk: string
  servers: TestServers
  sql: Sql
  redis: RedisConnection
  redisPid: number
  keysFile: string
  upstreamPort: number
  processes: number
}

/** Runs the gateway with some processes: idle, then with one answer for all requests, then with another for each. */
async function measureProcesses(measured: Measured): Promise<ScaleRun[]> {
  const { servers, upstreamPort, processes } = measured
  const programs = createChildPrograms()
  try {
    const settings = { GATEWAY_PROCESSES: String(processes) }
    const { port, pid } = await startGateway(programs, servers, upstreamPort, settings)
    const idleFromUs = await readProcessorTimeUs(pid)
    await Bun.sleep(idleSeconds * 1_000)
    const idleCores = ((await readProcessorTimeUs(pid)) - idleFromUs) / (idleSeconds * 1_000_000)
    const runs: ScaleRun[] = []
    for (const isCached of [true, false]) {
      const load = { ...measured, programs, port, pid, isCached }
      await runLoad(load, warmUpSeconds)
      runs.push({ processes, isCached, idleCores, ...(await measureLoad(load)) })
    }
    return runs
  } finally {
    await programs.stop()
  }
}

type Loaded = Measured & {
  programs: ReturnType<typeof createChildPrograms>
  port: number
  pid: number
  isCached: boolean
}

function runLoad({ programs, wrk, port, keysFile, isCached }: Loaded, durationSeconds: number) {
  const mix = isCached ? 'same' : 'different'
  return runWrk(programs, wrk, { name: 'gateway', port, mix, connections, durationSeconds, keysFile })
}

async function measureLoad(load: Loaded): Promise<Omit<ScaleRun, 'processes' | 'isCached' | 'idleCores'>> {
  const before = await readCounters(load)
  const { requests, perSecond } = await runLoad(load, roundSeconds)
  const after = await readCounters(load)
  const perRequest = (figure: 'gatewayUs' | 'redisUs' | 'redisCalls') => (after[figure] - before[figure]) / requests
  return {
    perSecond,
    gatewayUsPerRequest: perRequest('gatewayUs'),
    redisUsPerRequest: perRequest('redisUs'),
    redisCallsPerRequest: perRequest('redisCalls'),
    residentBytes: await readResidentBytes(load.pid),
    redisConnections: after.redisConnections,
    postgresConnections: after.postgresConnections,
  }
}

async function readCounters({ sql, redis, redisPid, pid }: Loaded) {
  const [gatewayUs, redisUs, info, [row]] = await Promise.all([
    readProcessorTimeUs(pid),
    readProcessorTimeUs(redisPid),
    Promise.all([redis.info('clients'), redis.info('commandstats')]),
    sql<{ connections: number }[]>`
      select count(*)::int as connections from pg_stat_activity where application_name = 'hexawatt gateway'`,
  ])
  const text = info.join('\n')
  return {
    gatewayUs,
    redisUs,
    redisCalls: Number(text.match(/^cmdstat_evalsha:calls=(\d+)/m)?.[1] ?? 0),
    // Without the connection of this program.
    redisConnections: Number(text.match(/^connected_clients:(\d+)/m)?.[1]) - 1,
    postgresConnections: row?.connections ?? 0,
  }
}
