import { afterAll, describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { createTestMailbox } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite } from '../testing/site-fixture.ts'

describe('upgradeUrl', async () => {
  const database = await createTestDatabase()
  const mailbox = await createTestMailbox()
  const stores = { databaseUrl: database.url, serviceUrl: 'http://127.0.0.1:9', planTable: defaultPlanTable }
  afterAll(async () => {
    await Promise.all([database.drop(), mailbox.remove()])
  })

  test.each([
    [
      'where accounts are open: the page of the plan',
      { MAILBOX_DIR: mailbox.folder },
      'http://localhost:8080/account/plan?plan=pro',
    ],
    ['where they are not: the plans', { ACCOUNTS: 'closed' }, 'http://localhost:8080/plans?plan=pro'],
    [
      'where the operator has a page of its own: that page',
      { MAILBOX_DIR: mailbox.folder, UPGRADE_URL: 'https://example.org/start' },
      'https://example.org/start?plan=pro',
    ],
  ])('%s', async (_, settings, upgradeUrl) => {
    const gateway = await startTestSite({ ...stores, redisUrl: await createTestRedisUrl(), settings })
    const { key } = await createTestKey(gateway, 'decouverte')
    let refused: Response | null = null
    for (let asked = 0; asked < 11; asked += 1) {
      refused = await fetch(`${gateway.url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
    }
    if (refused === null) throw new Error('nothing was asked')
    expect(await problemOf(refused)).toMatchObject({ code: 'rate_limited', upgradeUrl })
    const page = await (await fetch(`${gateway.url}/plans`)).text()
    // The navigation of the site has a link of its own.
    const plans = page.slice(page.indexOf('<main'))
    expect(plans.includes('href="account"')).toBe(upgradeUrl.includes('/account/'))
    await gateway.stop()
  })
})
