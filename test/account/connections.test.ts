import { afterAll, expect, test } from 'bun:test'
import { createSql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { createTestBrowser, createTestMailbox } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite } from '../testing/site-fixture.ts'

const mailbox = await createTestMailbox()
const redisUrl = await createTestRedisUrl()
const closing: (() => Promise<unknown>)[] = [mailbox.remove]

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** A gateway on a database of its own. @param mode data mode in the database's stamp; null = no stamp */
async function start(settings: Record<string, string>, mode: 'demo' | 'live' | null = null) {
  const database = await createTestDatabase()
  closing.push(database.drop)
  const sql = createSql(database.url, 'stamp', 1)
  if (mode !== null) await ensureDataMode(sql, mode)
  await sql.end()
  const gateway = await startTestSite({
    databaseUrl: database.url,
    redisUrl,
    serviceUrl: 'http://127.0.0.1:9',
    settings: { MAILBOX_DIR: mailbox.folder, TRUSTED_PROXIES: '127.0.0.1', ...settings },
  })
  closing.push(gateway.stop)
  return gateway
}

test('over TLS every cookie is Secure and bound to its host by the __Host- prefix', async () => {
  const gateway = await start({ PUBLIC_BASE_URL: 'https://power.example.org' })
  const browser = createTestBrowser(gateway)
  const headers = { origin: 'https://power.example.org', 'x-forwarded-proto': 'https' }
  const [visitor = ''] = (await createTestBrowser(gateway).ask('/account')).headers.getSetCookie()
  expect(visitor).toMatch(/^__Host-hexawatt-visitor=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect((await browser.send('/account', { address: 'tls@example.org' }, '/account', headers)).status).toBe(303)
  const { text } = await mailbox.newest('tls@example.org')
  expect(text).toContain('https://power.example.org/account/link?token=')
  const link = await mailbox.linkTo('tls@example.org')
  const token = new URL(link, gateway.url).searchParams.get('token') ?? ''
  const opened = await browser.send('/account/link', { token }, link, headers)
  const session = opened.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-hexawatt-session=')) ?? ''
  for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) expect(session).toContain(attribute)
  expect(session).not.toContain('Domain')
  // The language is no secret, and lasts longer.
  const others = [...browser.cookies.keys()].filter((name) => name !== 'lang')
  expect(others.sort()).toEqual(['__Host-hexawatt-session', '__Host-hexawatt-visitor'])
  expect((await browser.ask('/account/settings')).status).toBe(200)
})

test.each([
  ['a request that came to the proxy over plain HTTP', 'https://power.example.org', { 'x-forwarded-proto': 'http' }],
  ['a public address without TLS', 'http://power.example.org', { host: 'power.example.org' }],
  [
    'another name than loopback’s, where the public address is loopback',
    'http://localhost:8080',
    { host: 'power.example.org' },
  ],
])('%s is refused with a page that says so, and mails nothing', async (_what, publicBaseUrl, headers) => {
  const gateway = await start({ PUBLIC_BASE_URL: publicBaseUrl })
  const browser = createTestBrowser(gateway)
  const page = await browser.ask('/account?lang=en', { headers })
  expect(page.status).toBe(403)
  expect(await page.text()).toContain('not encrypted')
  const sent = await browser.send('/account', { address: 'plain@example.org' }, '/account', {
    ...headers,
    origin: publicBaseUrl,
  })
  expect([sent.status, sent.headers.getSetCookie()]).toEqual([403, []])
  const [row] = await gateway.sql<{ count: number }[]>`select count(*)::int as count from sign_in_links`
  expect(row?.count).toBe(0)
})

test('the Host header has no influence on a mailed link', async () => {
  const gateway = await start({})
  const browser = createTestBrowser(gateway)
  const host = `127.0.0.1:${new URL(gateway.url).port}`
  await browser.send('/account', { address: 'host@example.org' }, '/account', {
    host,
    'x-forwarded-host': 'evil.example',
  })
  const { text } = await mailbox.newest('host@example.org')
  expect([text.includes('http://localhost:8080/account/link'), text.includes('evil')]).toEqual([true, false])
})

test('with demo data the mailbox is shown, clearly marked, in both languages', async () => {
  const gateway = await start({}, 'demo')
  const browser = createTestBrowser(gateway)
  await browser.send('/account', { address: 'shown@example.org' })
  await mailbox.newest('shown@example.org')
  for (const [language, mark] of [
    ['fr', 'DÉMONSTRATION'],
    ['en', 'DEMO'],
  ] as const) {
    const text = await (await browser.ask(`/account/mailbox?lang=${language}`)).text()
    expect(text).toContain(mark)
    expect(text).toMatch(/href="http:\/\/localhost:8080\/account\/link\?token=[A-Za-z]{32}&amp;/)
  }
})

test('with any other data the mailbox is never shown, and a gateway that has one refuses to start', async () => {
  const gateway = await start({}, null)
  await createTestBrowser(gateway).send('/account', { address: 'hidden@example.org' })
  await mailbox.newest('hidden@example.org')
  await ensureDataMode(gateway.sql, 'live')
  expect(await (await createTestBrowser(gateway).ask('/account/mailbox')).text()).not.toContain('hidden@example.org')
  await expect(start({}, 'live')).rejects.toThrow('MAILBOX_DIR works only with demo data')
})

test('while the counters of mailed links are unreadable no link is mailed, and the page says that the service does not answer', async () => {
  const gateway = await start({})
  const browser = createTestBrowser(gateway)
  await browser.ask('/account')
  gateway.web.redis.disconnect()
  const sent = await browser.send('/account', { address: 'outage@example.org' })
  expect([sent.status, sent.headers.get('retry-after'), sent.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect(await sent.text()).toContain('momentanément indisponible')
  const [row] = await gateway.sql<{ count: number }[]>`select count(*)::int as count from sign_in_links`
  expect(row?.count).toBe(0)
})
