import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import type { SourceName } from '@hexawatt/shared/grid/publishers'
import { toMailSettings } from '@hexawatt/shared/mail/mail-settings'
import { createMailer } from '@hexawatt/shared/mail/mailer'
import { createSql, pingPostgres } from '@hexawatt/shared/postgres/client'
import { createSchemaCondition } from '@hexawatt/shared/postgres/schema-version-store'
import { createDrain } from '@hexawatt/shared/program/drain'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { isSameTarget, toRedisTarget } from '@hexawatt/shared/redis/settings'
import { createChangePublisher } from '@hexawatt/shared/snapshot/data-changes'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { startTelemetry } from '@hexawatt/shared/telemetry/start-telemetry'
import { createClock } from '@hexawatt/shared/time/clock'
import { createAlertMail } from './alerts/alert-mail.ts'
import { createAddressReader } from './alerts/delivery-queue-store.ts'
import { resolveBySystem } from './alerts/resolve-receiver.ts'
import { pickArchiveSettings } from './archive/archive-settings.ts'
import { createPayloadArchive } from './archive/payload-archive.ts'
import { type Env, isSourcePolled } from './env.ts'
import { createIssueDeps } from './forecast/issue-forecast.ts'
import { createRoomProbe } from './maintenance/room-probe-store.ts'
import { createStoreRoom } from './maintenance/store-room.ts'
import { listPastContents } from './past/past-contents.ts'
import { createPartitions } from './pipeline/partition-store.ts'
import { publisherPolicies, readBaseUrls } from './sources/publishers.ts'
import { sources } from './sources/registry.ts'
import { createTokenSources, nameApplication, readCredentials } from './upstream/credentials.ts'
import { type RetryDeps, sleep } from './upstream/retry.ts'
import { createSourceClient, type SourceClientDeps } from './upstream/source-client.ts'

/**
 * Constructs the dependencies of the program; `close` releases them in the right order.
 *
 * @param wait how the client waits before a retry
 * @param pace rate limit of the client's calls; polls are few and need none
 * @param openGapScale share of the usual gap between calls of an open publisher: 0 where the product's own demo upstream answers, as in demo mode
 */
export async function createDeps(
  env: Env,
  wait: RetryDeps['sleep'] = sleep,
  pace?: SourceClientDeps['pace'],
  openGapScale = env.DATA_MODE === 'demo' ? 0 : 1,
) {
  const { logger, tracing } = await startTelemetry(env, 'svc-ingest')
  const sql = createSql(env.DATABASE_URL, 'svc-ingest', 10, tracing)
  const [snapshotAddress, queueAddress] = [toRedisTarget(env, 'snapshots'), toRedisTarget(env, 'queues')]
  const redis = createRedis(snapshotAddress, logger, tracing)
  const queueRedis = isSameTarget(snapshotAddress, queueAddress) ? redis : createRedis(queueAddress, logger, tracing)
  const redisConnections = [...new Set([redis, queueRedis])]
  await Promise.all(redisConnections.map((connection) => whenRedisReady(connection)))
  const clock = createClock(env.CLOCK_OFFSET_MS)
  const retry = { sleep: wait, random: Math.random }
  const metrics = createMetrics('svc-ingest', env.ZONE)
  const archiveRequests = metrics.counter(
    'ingest_archive_requests_total',
    'Requests to the object storage of payloads by operation and outcome',
    ['operation', 'outcome'],
  )
  const mailSettings = toMailSettings(env)
  const mailer = mailSettings && createMailer(mailSettings, metrics)
  const pingRedis = () => Promise.all(redisConnections.map((connection) => connection.ping()))
  const storeRoom = createStoreRoom({ probePostgres: createRoomProbe(sql), pingRedis })
  const polled = sources.filter((source) => isSourcePolled(env, source))
  const tokenSourceFor = createTokenSources(env.RTE_BASE_URL, readCredentials(env))
  return {
    ...retry,
    logger,
    tracing,
    metrics,
    sql,
    archive: createPayloadArchive({
      ...retry,
      sql,
      settings: pickArchiveSettings(env),
      onRequest: (operation, outcome) => archiveRequests.inc({ operation, outcome }),
    }),
    redis,
    queueAddress,
    /** Plans polls, and reads queues and schedules; workers and other producers have connections of their own. */
    queueRedis,
    /** Both of them, which are one where one Redis has everything. */
    redisConnections,
    clock,
    /** Real time, for members and receivers; the grid has the data's clock. */
    realClock: createClock(),
    mode: env.DATA_MODE,
    zone: env.ZONE,
    snapshots: createSnapshotWriter({ sql, redis, logger, clock }),
    publishChange: createChangePublisher({ redis, logger }),
    partitions: createPartitions(sql),
    ...createIssueDeps(sql),
    client: createSourceClient({
      ...retry,
      sql,
      logger,
      baseUrls: readBaseUrls(env),
      tokenSourceFor,
      apiKeys: pickApiKeys(env),
      gapScale: openGapScale,
      ...(pace === undefined ? {} : { pace }),
    }),
    /** Sources that this installation polls. */
    sources: polled,
    /** Contents whose past this installation loads by itself. */
    past:
      env.LOAD_PAST === 'on' ? listPastContents(env.DATA_MODE, (id) => polled.some((source) => source.id === id)) : [],
    /** Name of the application that calls an API. */
    nameApplication: (api: string) => nameApplication(readCredentials(env), api),
    rawRetentionMonths: env.RAW_RETENTION_MONTHS,
    priceLimits: { min: env.DAY_AHEAD_PRICE_MIN_EUR_PER_MWH, max: env.DAY_AHEAD_PRICE_MAX_EUR_PER_MWH },
    plans: env.PLANS_FILE.plans,
    secrets: createWebhookSecrets(env),
    allowedReceivers: env.ALERT_RECEIVERS_ALLOWED,
    resolveName: resolveBySystem,
    mail:
      mailer && createAlertMail({ mailer, addressOf: createAddressReader(sql), publicBaseUrl: env.PUBLIC_BASE_URL }),
    drain: createDrain(),
    storeRoom,
    conditions: { schema: createSchemaCondition(sql, logger), room: storeRoom.condition },
    checks: { postgres: () => pingPostgres(sql), redis: pingRedis },
    async close(): Promise<void> {
      mailer?.close()
      for (const connection of redisConnections) connection.disconnect()
      await sql.end({ timeout: 5 })
      await tracing?.close()
    },
  }
}
export type Deps = Awaited<ReturnType<typeof createDeps>>

/** Keys of publishers that require one, from the settings that hold them. */
function pickApiKeys(env: Env): Partial<Record<SourceName, string>> {
  const settings: Readonly<Record<string, unknown>> = env
  const keys = Object.entries(publisherPolicies).flatMap(([name, policy]) => {
    const key = 'apiKey' in policy ? settings[policy.apiKey.setting] : undefined
    return typeof key === 'string' ? [[name, key] as const] : []
  })
  return Object.fromEntries(keys)
}
