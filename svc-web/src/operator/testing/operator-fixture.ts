import { expect } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { parseRedisTarget } from '@hexawatt/shared/redis/settings'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import type { UsageBill } from '@hexawatt/shared/usage/usage-bill'
import { createUsageReading } from '@hexawatt/shared/usage/usage-reading'
import { buildAssets } from '../../kit/assets.ts'
import { createTestSite } from '../../testing/test-browser.ts'
import { createOperatorApp } from '../operator-app.ts'
import { createQueueDesk } from '../page/queue-desk.ts'

export const token = 'operator-token-of-the-tests-0123456789'
export const previousToken = 'the-operator-token-of-before-0123456789'

/** The header with a token. */
export const createBearerHeader = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** The bill that the listener of the tests shows in every month. */
export const testBill: Omit<UsageBill, 'month'> = {
  account: 'Ma Maison',
  accountId: 'acc_1',
  plan: 'pro',
  requests: 3,
  included: 3,
  beyond: 0,
  beyondByPlan: { decouverte: 0, pro: 0, scale: 0 },
  baseEur: '99.00',
  overageEur: '0.00',
  eur: '99.00',
}

/** Real dependencies of the page in addition to accounts; `whenReady` waits for their Redis. */
export async function createPageParts(sql: Sql, redisUrl: string) {
  const logger = createLogger('test', 'silent')
  const redis = createRedis(redisUrl, logger)
  const { accountUsage } = createUsageReading({ sql, redis, plans: defaultPlanTable.plans, logger })
  const queues = createQueueDesk(parseRedisTarget(redisUrl), logger)
  return {
    parts: {
      realTimeMs: () => Date.now(),
      usageOf: async (month: string) => [{ ...testBill, month }],
      accountUsage,
      snapshots: createSnapshotReader({ sql, redis, logger }),
      queues,
      assets: await buildAssets(),
    },
    whenReady: () => whenRedisReady(redis),
    async closeParts(): Promise<void> {
      redis.disconnect()
      await queues.close()
    },
  }
}

/** An operator's listener on a free port with its own database; its clock stands still until the test moves it. */
export async function startTestOperator() {
  const database = await createTestDatabase()
  const sql = createSql(database.url, 'operator test', 5)
  const { logger, lines } = recordingLogger()
  const publishedKeys: string[] = []
  let nowMs = 0
  const redisUrl = await createTestRedisUrl()
  const { parts, whenReady, closeParts } = await createPageParts(sql, redisUrl)
  await whenReady()
  const app = createOperatorApp({
    logger,
    publicBaseUrl: 'http://localhost:8080',
    tokens: { current: token, previous: previousToken },
    monotonicMs: () => nowMs,
    accounts: {
      sql,
      planTable: defaultPlanTable,
      async publishKeyChange(sha256s) {
        publishedKeys.push(...sha256s)
        return true
      },
    },
    ...parts,
    realTimeMs: () => Date.now() + nowMs,
  }).listen({ port: 0, hostname: '127.0.0.1' })

  function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = createBearerHeader(token),
  ) {
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    return fetch(`http://127.0.0.1:${app.server?.port}${path}`, { method, headers, ...text })
  }

  return {
    ask,
    ...createTestSite(`http://127.0.0.1:${app.server?.port}`),
    sql,
    redisUrl,
    databaseUrl: database.url,
    parts,
    publishedKeys,
    lines,
    /** Audit lines. */
    audits: () => lines.filter(({ audit }) => audit === true),
    advanceClock(ms: number): void {
      nowMs += ms
    },
    async stop(): Promise<void> {
      await app.stop()
      await closeParts()
      await sql.end({ timeout: 5 })
      await database.drop()
    },
  }
}

/** The body of a response that must have this status and must not be cached. */
export async function readAnswer(status: number, asked: Promise<Response>) {
  const response = await asked
  const body = JSON.parse(await response.text())
  expect({ status: response.status, body }).toMatchObject({ status })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return body
}

/** Status, code and detail of a refusal. */
export async function readRefusal(asked: Promise<Response>): Promise<string> {
  const response = await asked
  const { code, detail } = await problemOf(response)
  return `${response.status} ${code}: ${detail}`
}

/** A logger whose lines the test reads, before anything is redacted. */
function recordingLogger() {
  const lines: Record<string, unknown>[] = []
  const note = (fields: object): void => {
    lines.push({ ...fields })
  }
  return { lines, logger: Object.assign(createLogger('test', 'info'), { info: note, warn: note, error: note }) }
}
