import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { maxRequestBodyBytes } from '@hexawatt/shared/http/web-request'
import { readMails } from '@hexawatt/shared/mail/mailbox'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { formTokenField } from '@hexawatt/svc-web/src/kit/forms.ts'
import { networkLimits, recipientLimits } from '@hexawatt/svc-web/src/session/limits/link-limits.ts'
import { createTestBrowser, followLink, signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite } from '../testing/site-fixture.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'

const { gateway, mailbox, stores } = await useTestSiteWithMail()
const settings = '/account/settings'

/** How many sign-in links had an outcome so far. */
async function countOf(outcome: string): Promise<number> {
  const text = await gateway.web.metrics.text()
  return Number(
    text.match(new RegExp(`^gateway_sign_in_links_total\\{.*outcome="${outcome}".*\\} (\\d+)$`, 'm'))?.[1] ?? 0,
  )
}
const mailsTo = async (address: string) => (await readMails(mailbox.folder)).filter(({ to }) => to === address).length

/** Attacks hold at svc-web itself too, with whatever a gateway would forward. */
const ways = [
  ['through the gateway', gateway],
  ['at svc-web itself', gateway.web],
] as const

describe.each(ways)('a form, %s,', (_way, site) => {
  test.each([
    ['no token', {}, { [formTokenField]: '' }],
    ['a token of another shape', {}, { [formTokenField]: 'x'.repeat(43) }],
    ['the origin of another site', { origin: 'https://evil.example' }, {}],
    ['a hidden origin', { origin: 'null' }, {}],
    ['the mark of another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['the mark of another host of the domain', { 'sec-fetch-site': 'same-site' }, {}],
  ])('a form with %s changes nothing, before and after signing in', async (_what, headers, fields) => {
    const address = `csrf-${crypto.randomUUID()}@example.org`
    const visitor = createTestBrowser(site)
    expect((await visitor.send('/account', { address, ...fields }, '/account', headers)).status).toBe(403)
    const member = await signIn(site, mailbox, address)
    const sent = await member.send('/account/settings/delete', { address, ...fields }, settings, headers)
    expect([sent.status, (await member.ask(settings)).status, await mailsTo(address)]).toEqual([403, 200, 1])
  })

  test('a form with the token of another session, or of the same browser before sign-in, changes nothing', async () => {
    const [anna, eve] = [
      await signIn(site, mailbox, `anna-${crypto.randomUUID()}@example.org`),
      await signIn(site, mailbox, `eve-${crypto.randomUUID()}@example.org`),
    ]
    const before = await createTestBrowser(site).formTokenOf('/account')
    for (const token of [await eve.formTokenOf(settings), before]) {
      const sent = await anna.send('/account/sign-out', { [formTokenField]: token }, settings)
      expect([sent.status, (await anna.ask(settings)).status]).toEqual([403, 200])
    }
  })

  test('a body that is not a form, or is larger than 16 KiB, is refused', async () => {
    const browser = createTestBrowser(site)
    const post = (body: string, type: string) =>
      browser.ask('/account', { method: 'POST', body, headers: { 'content-type': type, origin: site.url } })
    expect((await post('{}', 'application/json')).status).toBe(415)
    const sized = async (bytes: number) =>
      (await post(`address=${'a'.repeat(bytes)}`, 'application/x-www-form-urlencoded')).status
    expect([await sized(17 * 1024), await sized(maxRequestBodyBytes)]).toEqual([400, 413])
  })

  test('a form is accepted only by POST: GET with its fields does nothing', async () => {
    const member = await signIn(site, mailbox, `get-${crypto.randomUUID()}@example.org`)
    const token = await member.formTokenOf(settings)
    await member.ask(`/account/sign-out?${formTokenField}=${token}`)
    expect((await member.ask(settings)).status).toBe(200)
  })
})

test.each([
  'https://evil.example',
  '//evil.example/account',
  '/\\evil.example',
  '/account//evil.example/../..',
  '/account/../v1/score',
  '/account/%2e%2e/v1/score',
  '/accountant',
  'javascript:alert(1)',
  '/v1/score',
  `/account/${'a'.repeat(600)}`,
])('a mailed link leads only to an account page of the product: %j', async (place) => {
  const address = `redirect-${crypto.randomUUID()}@example.org`
  const browser = createTestBrowser(gateway)
  await browser.send('/account', { address, return: place })
  const link = await mailbox.linkTo(address)
  const token = new URL(link, gateway.url).searchParams.get('token') ?? ''
  const opened = await browser.send('/account/link', { token, return: place }, link)
  const location = opened.headers.get('location') ?? ''
  expect(opened.status).toBe(303)
  const target = new URL(location, gateway.url)
  expect([target.origin, target.pathname.startsWith('/account')]).toEqual([gateway.url, true])
  expect(opened.headers.getSetCookie().join()).not.toContain('a=b')
})

test('a link whose target would add a header is not sent', async () => {
  const browser = createTestBrowser(gateway)
  const sent = await browser.send('/account', { address: 'header@example.org', return: '/account\r\nSet-Cookie: a=b' })
  expect([sent.status, await mailsTo('header@example.org')]).toEqual([400, 0])
  expect(sent.headers.getSetCookie().join()).not.toContain('a=b')
})

test('after sign-in a member returns to the page they asked for', async () => {
  const browser = createTestBrowser(gateway)
  const away = await browser.ask('/account/settings?notice=ended')
  const location = away.headers.get('location') ?? ''
  expect([away.status, location]).toEqual([303, '/account?return=%2Faccount%2Fsettings%3Fnotice%3Dended'])
  const form = await (await browser.ask(location)).text()
  const back = form.match(/name="return" value="([^"]+)"/)?.[1] ?? ''
  await browser.send('/account', { address: 'back@example.org', return: back })
  const opened = await followLink(browser, await mailbox.linkTo('back@example.org'))
  expect(opened.headers.get('location')).toBe('/account/settings?notice=ended')
})

test('no answer reveals whether an address has an account: status, headers and body are the same', async () => {
  await signIn(gateway, mailbox, 'known@example.org')
  const answers = []
  for (const address of ['known@example.org', 'unknown@example.org']) {
    const browser = createTestBrowser(gateway)
    const sent = await browser.send('/account', { address })
    const page = await browser.ask(sent.headers.get('location') ?? '')
    const { date, 'x-request-id': _id, ...headers } = Object.fromEntries(sent.headers)
    answers.push({ status: sent.status, headers, body: await sent.text(), page: await page.text() })
  }
  expect(answers[0]).toEqual(answers[1])
})

test('a flood of requests for one address mails it a few links, and each gets the same answer as before', async () => {
  const address = 'flooded@example.org'
  const before = await countOf('limited')
  for (let i = 0; i < recipientLimits.perHour + 4; i++) {
    const sent = await createTestBrowser(gateway).send('/account', {
      address: i % 2 ? address : ` ${address.toUpperCase()}`,
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/account/sent'])
  }
  await until('the last one is limited', async () => (await countOf('limited')) === before + 4)
  // Mails are sent after the answers: the last ones may still be on their way when the other requests have been counted.
  await until('the mails', async () => (await mailsTo(address)) >= recipientLimits.perHour)
  expect(await mailsTo(address)).toBe(recipientLimits.perHour)
})

test('a network with many sign-ups is refused with the time to wait, and no other network is', async () => {
  const network = { 'x-forwarded-for': '2001:db8:1:2::1' }
  const browser = createTestBrowser(gateway)
  const ask = (i: number, headers: Record<string, string>) =>
    browser.send('/account', { address: `mass-${i}@example.org` }, '/account', headers)
  for (let i = 0; i < networkLimits.perHour; i++) expect((await ask(i, network)).status).toBe(303)
  // The same /64, as a machine may choose its address in it.
  const refused = await ask(100, { 'x-forwarded-for': '2001:db8:1:2:ffff::9' })
  expect(refused.status).toBe(429)
  expect(await refused.text()).not.toContain('mass-0@')
  expect((await ask(101, { 'x-forwarded-for': '2001:db8:9:9::1' })).status).toBe(303)
})

test('many networks of one company are refused together', async () => {
  const browser = createTestBrowser(gateway)
  const statuses = new Map<number, number>()
  for (let i = 0; i < 16 * networkLimits.perHour + 10; i++) {
    const headers = { 'x-forwarded-for': `2001:db8:77:${(i % 4096).toString(16)}::1` }
    const { status } = await browser.send('/account', { address: 'company@example.org' }, '/account', headers)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses.get(303)).toBeLessThanOrEqual(16 * networkLimits.perHour)
  expect(statuses.get(429)).toBeGreaterThan(0)
})

test('a client that tries tokens is refused before the database is read, and a link whose use was refused stays valid', async () => {
  const requestsPerMinute = 3
  const strict = await startTestSite({
    ...stores,
    redisUrl: await createTestRedisUrl(),
    planTable: { ...defaultPlanTable, anonymous: { requestsPerMinute } },
    settings: { MAILBOX_DIR: mailbox.folder, TRUSTED_PROXIES: '127.0.0.1' },
  })
  const address = `patient-${crypto.randomUUID()}@example.org`
  await createTestBrowser(strict).send('/account', { address })
  const link = await mailbox.linkTo(address)
  const valid = new URL(link, strict.url).searchParams.get('token') ?? ''
  // The form is read from another address: only the uses of links count here, not the pages.
  const browser = createTestBrowser(strict)
  const useFrom = (from: string, token: string) =>
    browser.send('/account/link', { token }, '/account', { 'x-forwarded-for': from })
  const statuses: number[] = []
  for (const token of [...Array(requestsPerMinute).fill('x'.repeat(32)), valid]) {
    statuses.push((await useFrom('192.0.2.7', token)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 429])
  expect((await useFrom('198.51.100.7', valid)).status).toBe(303)
  await strict.stop()
})
