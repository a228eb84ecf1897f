import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser, writesPictures } from '../dashboard/testing/browser.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'

const address = 'alice@example.org'
const browser = await useBrowser()
const { gateway, mailbox } = await useTestSiteWithMail()
const member = await signIn(gateway, mailbox, address)
const made = await storeTestKey(gateway, 'decouverte', address)
/** Key of the member's account. */
const key = made.key
for (let request = 0; request < 3; request += 1) await ask('/v1/carbon/intensity')
await ask('/v1/carbon/intensity?no=1')
await gateway.flushUsage()

async function ask(path: string): Promise<void> {
  await (await fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': key } })).arrayBuffer()
}

test('a member sees the requests of their own account on the page and in the file', async () => {
  const page = await member.ask('/account/usage?lang=en')
  const text = await page.text()
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(text).toContain('<dd id="usage-requests">3</dd>')
  expect(text).toContain('<dd id="usage-remaining">2,997</dd>')
  const file = await member.ask('/account/usage.csv')
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="usage-\d{4}-\d\d\.csv"$/)
  expect(file.headers.get('access-control-allow-origin')).toBeNull()
  expect(await file.text()).toMatch(/,test,3,0,1,0,0\r\n$/)
})

test('without a session neither page nor file shows any usage, and another member sees none of it', async () => {
  for (const path of ['/account/usage', '/account/usage.csv']) {
    const response = await fetch(`${gateway.url}${path}`, { redirect: 'manual' })
    expect([response.status, await response.text()]).toEqual([303, ''])
    expect(response.headers.get('location')).toBe(`/account?return=${encodeURIComponent(path)}`)
  }
  const other = await signIn(gateway, mailbox, 'bob@example.org')
  const [{ id }] = await gateway.sql<[{ id: string }]>`select id from api_keys`
  for (const query of ['', `?key=${id}`]) {
    const text = await (await other.ask(`/account/usage${query}`)).text()
    expect(text).toContain('<dd id="usage-requests">0</dd>')
    expect(text).not.toContain('(hxw_')
  }
  expect((await (await other.ask('/account/usage.csv')).text()).trim().split('\r\n')).toHaveLength(1)
})

test('a member sees, filters, pages and downloads the requests of their own account, and no other member sees them', async () => {
  const text = await (await member.ask('/account/requests?lang=en')).text()
  expect(text).toContain('4 requests stored, of which failed: 1.')
  expect(text).toContain('<a href="/problems/unknown_parameter">unknown_parameter</a>')
  expect(text.match(/<code>\/v1\/carbon\/intensity<\/code>/g)).toHaveLength(4)
  // Neither the query nor the key is stored.
  expect(text).not.toContain('no=1')
  expect(text).not.toContain(key)
  const failed = await (await member.ask('/account/requests?status=4xx&operation=getCarbonIntensity')).text()
  expect(failed.match(/<tr><th scope="row">/g)).toHaveLength(1)
  const unknown = await (await member.ask('/account/requests?lang=en&status=600&operation=%3Cb%3E')).text()
  expect(unknown).toContain('Status: “600” is not accepted. Accepted: 2xx, 3xx, 4xx, 5xx.')
  expect(unknown).toContain('Operation: “&lt;b&gt;” is not accepted.')
  // Years that Postgres cannot read.
  for (const instant of ['0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z']) {
    const refused = await member.ask(`/account/requests?lang=en&before=${instant}_1`)
    expect([refused.status, await refused.text()]).toEqual([200, expect.stringContaining('Page: “')])
  }

  const file = await member.ask('/account/requests.csv?status=4xx')
  expect([file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
    'text/csv; charset=utf-8',
    'no-store',
  ])
  const [head, line, ...others] = (await file.text()).split('\r\n')
  expect(head).toBe('received_at,operation,path,status,problem,duration_ms,key_id,key_name,request_id')
  expect(line).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}\+0[12]:00,getCarbonIntensity,\/v1\/carbon\/intensity,400,unknown_parameter,[\d.]+,key_\w+,test,[\w-]+$/,
  )
  expect(others).toEqual([''])
  const other = await signIn(gateway, mailbox, 'carol@example.org')
  expect(await (await other.ask('/account/requests?lang=en')).text()).toContain('No requests in the last seven days.')
  expect((await (await other.ask('/account/requests.csv')).text()).trim().split('\r\n')).toHaveLength(1)
})

test('the pages of a long list have every request once, newest first', async () => {
  await gateway.sql`
    insert into account_requests
    select id, n, now() - n / 3 * interval '1 second' - interval '1 hour', 'getScore', 'key_old', 200, null, 1, 'long-' || n
    from accounts, generate_series(100, 219) as n where name = ${address}`
  const ids: string[] = []
  for (let path = '/account/requests?operation=getScore', pages = 0; path !== '' && pages < 5; pages += 1) {
    const text = await (await member.ask(path)).text()
    ids.push(...[...text.matchAll(/<code>long-(\d+)<\/code>/g)].map(([, id = '']) => id))
    path = /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  }
  expect(ids).toHaveLength(120)
  expect(new Set(ids).size).toBe(120)
  const ages = ids.map((id) => Math.trunc(Number(id) / 3))
  expect(ages).toEqual(ages.toSorted((one, next) => one - next))
})

test('the exported file of the account has its months and days', async () => {
  await member.ask('/account/usage')
  const [{ accountId }] = await gateway.sql<
    [{ accountId: string }]
  >`select id as account_id from accounts where name = ${address}`
  const { months, days } = await gateway.usageExport(accountId)
  expect(months).toMatchObject([{ requests: 3, eur: '0.00' }])
  expect(days).toMatchObject([{ ok: 3, refused: 1, keyName: 'test' }])
  const exported = Object(await (await member.ask('/account/settings/export')).json())
  expect(exported.requests).toContainEqual({
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
    operation: 'getCarbonIntensity',
    keyId: made.keyId,
    keyName: 'test',
    status: 400,
    problem: 'unknown_parameter',
    durationMs: expect.any(Number),
    requestId: expect.any(String),
  })
})

/** The desktop's picture of docs/guide/accounts.md is written here, where there is a year to show; the others by the walk. */
const imageFolder = join(import.meta.dir, '../../docs/images')

describe.each(['fr', 'en'])('the page of a busy year in %s', (language) => {
  beforeAll(async () => {
    await gateway.sql`
      insert into usage_days
      select account_id, day, id, 60 + n * 37 % 50, 8 + n % 5, n % 4, n % 7 / 6 * 9, n % 11 / 10 * 3
      from api_keys, generate_series(current_date - 380, current_date - 1, '1 day') with ordinality as days (day, n)
      where name = 'test' on conflict do nothing`
    await gateway.sql`
      update usage_months set requests = (
        select sum(ok) from usage_days where account_id = usage_months.account_id and date_trunc('month', day)::date = month
      ) where requests > 0`
  })

  test('the pages of usage and of requests have no violation of axe in light and dark, and fit a phone', async () => {
    const context = await newVisitor(browser, { viewport: { width: 390, height: 800 }, colorScheme: 'light' })
    await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: gateway.url })))
    const page = await context.newPage()
    for (const path of ['/account/requests', '/account/usage']) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${gateway.url}${path}?lang=${language}`)
      await unfoldTables(page)
      const violations = await axeViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      violations.push(...(await axeViolations(page, 'colors')))
      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
      expect(await widthOfPage(page)).toBeLessThanOrEqual(390)
    }
    expect(await page.locator('svg.usage:visible').count()).toBe(2)
    if (writesPictures && language === 'en') {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1_000, height: 800 })
      await page.goto(page.url())
      await page.screenshot({ path: join(imageFolder, 'account-usage-en.png'), fullPage: true })
    }
    await page.locator('select[name=month]').selectOption({ index: 1 })
    await page.locator('form[action="/account/usage"] button').click()
    expect(page.url()).toMatch(/month=\d{4}-\d\d&key=$/)
    await context.close()
  })
})
