import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startTestServers } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { readMails } from '@hexawatt/shared/mail/mailbox'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { usageFlushLock } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { until } from '@hexawatt/shared/testing/until'
import {
  createTestBrowser,
  createTestSite,
  followLink,
  type TestBrowser,
} from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { createProcesses } from '../../distributed/testing/processes.ts'
import { createProductCommand } from './product-command.ts'

/** Quotas of the recorded product, cheapest plan first: small, so that a few requests go beyond them. */
const monthlyQuotas = [30, 40, 60]
/** No request of the recording meets a limit of the minute. */
const requestsPerMinute = 6_000
/** Longest start, with two days of points, ms. */
const startTimeoutMs = 600_000
/** Longest until the first flush of the counts, ms. */
const flushTimeoutMs = 120_000

/** Secrets of the recorded product. They were invented for the fixture: with them a later version reads its sessions and webhooks. */
export const secrets = {
  INTERNAL_TOKEN: 'internal-token-of-the-upgrade-fixture-0123456789',
  SESSION_SECRET: 'session-secret-of-the-upgrade-fixture-0123456789',
  ALERT_SIGNING_KEY: 'alert-signing-key-of-the-upgrade-fixture-0123456789',
  BILLING_WEBHOOK_SECRET: 'whsec_of_the_upgrade_fixture_0123456789',
  BILLING_PRICES: 'price_pro:pro,price_scale:scale',
  ALERT_RECEIVERS_ALLOWED: '127.0.0.1',
} as const

/** Plan table of a checkout with small quotas, in the form that this version reads. */
async function smallPlanTable(checkout: string) {
  const { defaultPlanTable } = await import(join(checkout, 'shared/src/contract/plans.ts'))
  const plans = Object.entries<object>(defaultPlanTable.plans).map(([id, plan], index) => {
    return [id, { ...plan, requestsPerMinute, monthlyQuota: monthlyQuotas[index] }]
  })
  return { ...defaultPlanTable, plans: Object.fromEntries(plans), anonymous: { requestsPerMinute } }
}

/** Starts `bun run up` of a checkout on stores of its own, with demo data of the last two days. `stop` ends and removes everything. */
export async function startOldProduct(checkout: string) {
  const servers = await startTestServers(join(import.meta.dir, '../../../.hexawatt/cache'))
  const processes = await createProcesses()
  const stop = async (): Promise<void> => {
    await processes.stop()
    await servers.stop()
  }
  try {
    return { ...(await startProduct()), stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function startProduct() {
    const [port = 0] = await freePorts(1)
    const folder = await processes.folderOf('product')
    await mkdir(folder, { recursive: true })
    const plans = await smallPlanTable(checkout)
    const plansFile = join(folder, 'plans.json')
    await Bun.write(plansFile, JSON.stringify(plans))
    const stores = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl, PLANS_FILE: plansFile }
    const dataDir = join(folder, 'data')
    const options = ['--demo', '--port', String(port), '--data-dir', dataDir, '--backfill-days', '2']
    const up = await processes.start({
      name: 'up',
      command: process.execPath,
      args: ['--no-env-file', join(checkout, 'dev/bootstrap.ts'), 'dev/src/up/main.ts', ...options],
      env: { HOME: folder, ...stores, ...secrets },
      workingDir: checkout,
    })
    await until('the old product is ready', () => isReady(up), startTimeoutMs)
    const url = `http://localhost:${port}`
    return {
      ...stores,
      url,
      plans,
      command: createProductCommand(checkout, stores),
      /** Stores counts of a month that is over, which the product can count in that month only: by its own store of usage. */
      async storeMonth(counts: readonly { accountId: string; month: string; requests: number; overage: object }[]) {
        const { createSql } = await import(join(checkout, 'shared/src/postgres/client.ts'))
        const { createUsageStore } = await import(join(checkout, 'gateway/src/usage/usage-store.ts'))
        const sql = createSql(servers.databaseUrl, 'upgrade fixture', 1)
        await createUsageStore(sql, plans.plans).flush(counts)
        await sql.end({ timeout: 5 })
      },
      /** Waits until the gateway has stored its counts, which it does soon after the start and then every hour. */
      async whenFlushed(): Promise<void> {
        const redis = createRedis(servers.redisUrl, createLogger('upgrade fixture', 'silent'))
        await whenRedisReady(redis)
        const isFlushed = async () => (await redis.get(usageFlushLock.key)) === 'done'
        await until('the gateway has stored its counts', isFlushed, flushTimeoutMs).finally(() => redis.disconnect())
      },
      /** Key of the account `local`, which `up` shows. */
      localKey: (await up.log()).match(/hxw_[0-9a-f]{32}/)?.[0] ?? '',
      /** Signs up, or in, by a link of the mailbox. */
      async signIn(address: string): Promise<TestBrowser> {
        const mailbox = join(dataDir, 'mailbox')
        const linksTo = async () =>
          (await readMails(mailbox)).flatMap(({ to, text }) =>
            to === address ? (text.match(/https?:\/\/\S+\/account\/link\S+/) ?? []) : [],
          )
        const before = (await linksTo()).length
        const browser = createTestBrowser(createTestSite(url))
        await browser.send('/account', { address })
        await until(`a link to ${address}`, async () => (await linksTo()).length > before)
        const { pathname, search } = new URL((await linksTo())[0] ?? '')
        const opened = await followLink(browser, `${pathname}${search}`)
        if (opened.status !== 303) throw new Error(`the link of ${address} was answered with ${opened.status}`)
        return browser
      },
    }
  }
}
export type OldProduct = Awaited<ReturnType<typeof startOldProduct>>

async function isReady(up: { hasExited(): boolean; log(): Promise<string> }): Promise<boolean> {
  const log = await up.log()
  if (up.hasExited()) throw new Error(`up ended:\n${log}`)
  return log.includes('Hexawatt is ready')
}
