import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { queuePrefix } from '@hexawatt/shared/redis/keys'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { requestPlan, setPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { startTestOperator, token } from '@hexawatt/svc-web/src/operator/testing/operator-fixture.ts'
import { createSilentAccounts, createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import type { Page } from 'playwright-core'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, takePicture, useBrowser } from '../dashboard/testing/browser.ts'
import { startTestSite } from '../testing/site-fixture.ts'

const queueName = 'poll_rte'

const browser = await useBrowser()
const operator = stopAtEnd(await startTestOperator())
const accounts = createSilentAccounts({ sql: operator.sql, planTable: defaultPlanTable })
const redis = createRedis(operator.redisUrl, createLogger('test', 'silent'))
await whenRedisReady(redis)
const queue = new Queue(queueName, { connection: redis, prefix: queuePrefix })
closeAtEnd(async () => {
  await queue.close()
  redis.disconnect()
})

/** Fails so many jobs of the queue, with a reason that quotes a key and markup. */
async function failJobs(count: number): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const connection = { url: operator.redisUrl, maxRetriesPerRequest: null }
  async function fail(): Promise<never> {
    throw new UnrecoverableError('upstream said hxw_0123456789abcdef0123456789abcdef <b>no</b>')
  }
  const worker = new Worker(queueName, fail, { connection, prefix: queuePrefix, maxStalledCount: 0 })
  let failures = 0
  worker.on('failed', () => {
    failures += 1
    if (failures === count) ended.resolve()
  })
  for (let job = 0; job < count; job += 1) await queue.add('poll', { note: 'in-the-data' })
  await ended.promise
  await worker.close()
}

/** The page is free of violations, and fits the screen. */
async function expectWell(page: Page, width: number, of: 'everything' | 'colors' = 'everything'): Promise<void> {
  const violations = await axeViolations(page, of)
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
  expect(await widthOfPage(page)).toBeLessThanOrEqual(width)
}

const textOf = async (page: Page): Promise<string> => (await page.locator('main').textContent()) ?? ''

const pages = ['', '/keys', '/usage', '/feeds', '/queues', '/audit-log']
const { accountId } = await createTestKey({ accounts }, 'pro', 'Ma Maison')
await requestPlan(accounts, accountId, 'scale')

describe.each([
  ['light', 390, 'everything'],
  ['dark', 1_280, 'colors'],
] as const)('the operator’s pages, %s, at %d px', (colorScheme, width, of) => {
  test('have the look of the site from their own port, without a script, a violation of axe or sideways scrolling', async () => {
    const context = await newVisitor(browser, { viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const expectGoodPage = async (name: string) => {
      await takePicture(page, `.hexawatt/screenshots/operator${name.replaceAll('/', '-')}-${width}.png`)
      await unfoldTables(page)
      await expectWell(page, width, of)
      expect(await page.content()).not.toMatch(/<script|\son[a-z]+=/)
      const border = await page.evaluate(`getComputedStyle(document.querySelector('header.top')).borderBottomWidth`)
      expect(border).toBe('1px')
    }
    await page.goto(`${operator.url}/operator`)
    await expectGoodPage('/sign-in')
    await page.getByLabel('Operator token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    for (const path of [...pages, `/accounts/${accountId}`]) {
      await page.goto(`${operator.url}/operator${path}`)
      await expectGoodPage(path)
    }
    // Nothing of the page comes from elsewhere, and nothing is missing.
    expect(asked.filter((url) => !url.startsWith(operator.url))).toEqual([])
    await context.close()
  })
})

test('an operator signs in, finds an account, changes its plan, revokes its key, retries a failed job, and sees all of it in the audit log', async () => {
  const { key, keyId, account, ...made } = await createTestKey({ accounts }, 'pro')
  await setPlan(accounts, { account: { accountId: made.accountId }, plan: 'decouverte' })
  await failJobs(3)
  const context = await newVisitor(browser, { viewport: { width: 390, height: 800 }, javaScriptEnabled: true })
  const page = await context.newPage()
  await page.goto(`${operator.url}/operator`)
  await page.getByLabel('Operator token').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await textOf(page)).toContain('not recognised')
  await page.getByLabel('Operator token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Part of a name, or an id').fill(account.slice(-12))
  await page.getByRole('button', { name: 'Search' }).click()
  await expectWell(page, 390)
  await page.getByRole('link', { name: account }).click()
  await expectWell(page, 390)
  await page.getByLabel('Plan').selectOption('scale')
  await page.getByRole('button', { name: 'Change the plan' }).click()
  expect(await page.getByRole('status').textContent()).toBe('The plan was changed.')
  await page.getByText('Revoke…').click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  expect(await page.getByRole('status').textContent()).toBe('The key was revoked.')
  await page.getByRole('link', { name: 'Queues' }).click()
  await page.getByRole('link', { name: queueName, exact: true }).click()
  const text = await textOf(page)
  expect(text.match(/upstream said hxw_\[hidden\] <b>no/g)).toHaveLength(3)
  for (const secret of ['0123456789abcdef', 'in-the-data']) expect(await page.content()).not.toContain(secret)
  await expectWell(page, 390)
  await page.getByRole('button', { name: 'Retry', exact: true }).first().click()
  expect(await page.getByRole('status').textContent()).toBe('The failed jobs will be run again.')
  expect(await queue.getJobCounts('failed', 'waiting')).toEqual({ failed: 2, waiting: 1 })
  await page.getByRole('button', { name: 'Retry the newest hundred' }).click()
  expect(await queue.getJobCounts('failed', 'waiting')).toEqual({ failed: 0, waiting: 3 })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expectWell(page, 390)
  const log = await textOf(page)
  for (const entry of ['plan.set', 'key.revoked', keyId, 'jobs.retried', 'listener:current'])
    expect(log).toContain(entry)
  expect(log).not.toContain(key)
  for (const name of ['Keys', 'Usage', 'Feeds']) {
    await page.getByRole('link', { name, exact: true }).click()
    expect(await widthOfPage(page)).toBeLessThanOrEqual(390)
  }
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto(`${operator.url}/operator/audit-log`)
  expect(await textOf(page)).toContain('Operator token')
  await context.close()
})

test('a job that has not failed and an unknown queue are not retried', async () => {
  const signedIn = await fetch(`${operator.url}/operator/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const start = await (await fetch(`${operator.url}/operator`, { headers: { cookie } })).text()
  const formToken = start.match(/name="form-token" value="([^"]+)"/)?.[1] ?? ''
  const retry = (name: string, job: string) =>
    fetch(`${operator.url}/operator/queues/${name}/retry`, {
      method: 'POST',
      body: new URLSearchParams({ job, 'form-token': formToken }),
      headers: { cookie },
      redirect: 'manual',
    })
  const [waiting] = await queue.getWaiting(0, 0)
  for (const job of [waiting?.id ?? '', 'none', '0:completed', '../x']) {
    expect((await retry(queueName, job)).headers.get('location')).toContain('done=none')
  }
  expect((await retry('nothing', '1')).status).toBe(404)
  expect((await retry(queueName, 'x'.repeat(201))).status).toBe(404)
})

test('the operator’s page is reachable neither on the public port nor on the port of the pages', async () => {
  const site = await startTestSite({
    databaseUrl: operator.databaseUrl,
    redisUrl: operator.redisUrl,
    serviceUrl: 'http://127.0.0.1:9',
    settings: { OPERATOR_TOKEN: token },
  })
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/operator', '/operator/accounts', '/operator/sign-in', '/operator/audit-log']) {
    for (const method of ['GET', 'POST']) {
      for (const { fetch } of [site, site.web]) {
        const response = await fetch(path, { method, headers })
        expect([response.status, await response.text()]).toEqual([
          404,
          expect.stringContaining('Nothing is served at this path'),
        ])
      }
    }
  }
  await site.stop()
})
