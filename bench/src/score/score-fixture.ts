import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import { startTestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createPrincipal, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { createSql } from '@hexawatt/shared/postgres/client'
import { migrate } from '@hexawatt/shared/postgres/migrate'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { forecastSnapshot, scoreSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { hourStart, isoSeconds } from '@hexawatt/shared/time/instant'
import { createSamplePast } from '@hexawatt/svc-score/src/testing/sample-past.ts'
import { createSampleHour, sampleForecast, sampleScore } from '@hexawatt/svc-score/src/testing/sample-snapshots.ts'
import { buildScriptCommand, createChildPrograms, root } from '../figures/child-programs.ts'

const internalToken = 'internal-token-of-the-score-benchmark-012'

/** The gateway's headers on a request, as the service receives them in production. */
export const requestHeaders: Readonly<Record<string, string>> = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'x-request-id': 'benchmark-0001',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  [internalTokenHeader]: internalToken,
  [principalHeader]: JSON.stringify(
    createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan: 'scale' }, defaultPlanTable),
  ),
}

/** svc-score in its own process on real stores, and a bare server with the same answer. */
export async function startScoreFixture() {
  const servers = await startTestServers(join(root, '.hexawatt/cache'))
  const programs = createChildPrograms()
  async function stop(): Promise<void> {
    await programs.stop()
    await servers.stop()
  }
  try {
    await storeSnapshots(servers)
    const [scorePort = 0, barePort = 0] = await freePorts(2, [])
    const score = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl, INTERNAL_TOKEN: internalToken }
    const env = { ...score, INTERNAL_PORT: String(scorePort) }
    const served = await programs.serve(buildScriptCommand('svc-score/src/main.ts'), env, scorePort, {
      readyPath: '/readyz',
    })
    const sample = await fetch(`http://127.0.0.1:${scorePort}${getScore.path}`, { headers: requestHeaders })
    if (sample.status !== 200) throw new SetupError(`svc-score answers ${sample.status}: ${await sample.text()}`)
    const bodyFile = join(servers.folder, 'score.json')
    await Bun.write(bodyFile, await sample.bytes())
    const bareServer = buildScriptCommand(
      'bench/src/score/bare-server.ts',
      bodyFile,
      readOwnHeaders(sample),
      String(barePort),
    )
    return { score: served, bare: await programs.serve(bareServer, {}, barePort), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function storeSnapshots({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }): Promise<void> {
  const logger = createLogger('bench', 'silent')
  const sql = createSql(databaseUrl, 'bench', 1)
  await migrate(sql)
  const redis = createRedis(redisUrl, logger)
  await whenRedisReady(redis)
  const writer = createSnapshotWriter({ sql, redis, logger, clock: { now: () => Temporal.Now.instant() } })
  const now = Temporal.Now.instant()
  // The last of the next twelve hours is clearly the best: the advice reads all of them and names it.
  const hours = sampleForecast.hours.map((_, index) =>
    createSampleHour(isoSeconds(hourStart(now).add({ hours: index + 1 })), index < 11 ? index + 1 : 95),
  )
  const hourInProgress = createSampleHour(isoSeconds(hourStart(now)), 50)
  const past = createSamplePast({ issues: 90, priceErrorAtLead4: (issue) => issue - 45 })
  await writer.write(scoreSnapshot, { ...sampleScore, computedAt: isoSeconds(now) }, now)
  await writer.write(forecastSnapshot, { ...sampleForecast, issuedAt: isoSeconds(now), hourInProgress, hours }, now)
  await writer.write(
    planPastSnapshot,
    { ...past, computedAt: isoSeconds(now), issuedAt: isoSeconds(hourStart(now)) },
    now,
  )
  redis.disconnect()
  await sql.end({ timeout: 1 })
}

/** The headers that the handler has set, as JSON; the server adds the others. */
function readOwnHeaders(answer: Response): string {
  const given = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-length')
  return JSON.stringify(Object.fromEntries(given))
}
