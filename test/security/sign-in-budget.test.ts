import { afterAll, describe, expect, test } from 'bun:test'
import { refuseRecipients, startMailServer } from '@hexawatt/shared/mail/testing/mail-server-fixture'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { memberShare } from '@hexawatt/svc-web/src/session/limits/link-limits.ts'
import { createTestBrowser, followLink } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { startTestSite, type TestSite } from '../testing/site-fixture.ts'

const database = await createTestDatabase()
const stops: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  await database.drop()
})

/** A gateway with a mail server, and the mails of a day that are still to be sent. */
async function startSignIn(mailsPerDay: number, isRefused: (address: string) => boolean = () => false) {
  const mailServer = await startMailServer(refuseRecipients(isRefused))
  const gateway = await startTestSite({
    databaseUrl: database.url,
    redisUrl: await createTestRedisUrl(),
    serviceUrl: 'http://127.0.0.1:9',
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'Hexawatt <account@example.org>',
      SIGN_IN_MAILS_PER_DAY: String(mailsPerDay),
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  stops.push(async () => mailServer.stop(), gateway.stop)
  /** Each from a network of its own, as a botnet does. */
  const ask = (address: string) => createTestBrowser(gateway).send('/account', { address })
  return { gateway, mailServer, ask }
}

/** Sign-in links by outcome, of which each request ends with one. */
async function links({ web: { metrics } }: TestSite): Promise<Record<string, number>> {
  const samples = (await metrics.text()).matchAll(/^gateway_sign_in_links_total\{.*outcome="(\w+)".*\} (\d+)$/gm)
  return Object.fromEntries([...samples].map(([, outcome, count]) => [outcome, Number(count)]))
}

async function whenDecided(gateway: TestSite, count: number): Promise<Record<string, number>> {
  let counts: Record<string, number> = {}
  await until(`${count} links are decided`, async () => {
    counts = await links(gateway)
    return Object.values(counts).reduce((sum, one) => sum + one, 0) >= count
  })
  return counts
}

test('mails refused by the mail server do not count in the budget of the day', async () => {
  const { gateway, mailServer, ask } = await startSignIn(10, (address) => address.startsWith('nobody'))
  for (let i = 1; i <= 30; i += 1) {
    expect((await ask(`nobody-${i}@example.org`)).status).toBe(303)
    // A message on its way counts until it is known that it was not handed over.
    expect(await whenDecided(gateway, i)).toMatchObject({ failed: i, over_budget: 0 })
  }
  await ask('anna@example.org')
  await until('the mail', () => mailServer.mailsTo('anna@example.org') === 1)
})

describe('when anonymous clients have used up their part of the mails of the day', async () => {
  const mailsPerDay = 20
  const { gateway, mailServer, ask } = await startSignIn(mailsPerDay)
  const forStrangers = mailsPerDay * (1 - memberShare)

  test('members and operator-made accounts still sign in after anonymous clients have used up their share of the mails', async () => {
    await gateway.sql`insert into accounts (id, name, plan) values ('acc_operator', 'made@example.org', 'pro')`
    const browser = createTestBrowser(gateway)
    await browser.send('/account', { address: 'member@example.org' })
    await until('the first mail', () => mailServer.mailsTo('member@example.org') === 1)
    await followLink(browser, linkIn(mailServer.received[0]?.text ?? ''))
    // The first mail of the member was one to an address without an account.
    for (let i = 0; i < forStrangers + 10; i += 1) await ask(`stranger-${i}@example.org`)
    const counts = await whenDecided(gateway, forStrangers + 11)
    expect(counts).toMatchObject({ mailed: forStrangers, over_budget: 11, failed: 0, limited: 0 })
    for (const address of ['member@example.org', 'made@example.org']) {
      const before = mailServer.mailsTo(address)
      expect((await ask(address)).headers.get('location')).toBe('/account/sent')
      await until(`a mail to ${address}`, () => mailServer.mailsTo(address) === before + 1)
    }
  })

  test('an address without an account gets the same answer as a member, although no mail is sent', async () => {
    const answer = async (address: string) => {
      const sent = await ask(address)
      const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(sent.headers)
      delete headers['set-cookie']
      return { status: sent.status, headers, body: await sent.text() }
    }
    expect(await answer('late@example.org')).toEqual(await answer('member@example.org'))
    expect(mailServer.mailsTo('late@example.org')).toBe(0)
  })
})

const shared = await startSignIn(1_000)

test.each([
  'x=y@example.org',
  'x#y@example.org',
  "o'neil+{a}^b`c~$&*?@example.org",
  'anna@почта.рф',
  'anna@例え.テスト',
  'Anna@électricité.example',
])('%s gets its mail, and signs in', async (address) => {
  const { mailServer } = shared
  const browser = createTestBrowser(shared.gateway)
  const before = mailServer.received.length
  expect((await browser.send('/account', { address })).headers.get('location')).toBe('/account/sent')
  await until('the mail', () => mailServer.received.length === before + 1)
  const opened = await followLink(browser, linkIn(mailServer.received.at(-1)?.text ?? ''))
  expect(opened.status).toBe(303)
  expect((await browser.ask('/account/settings')).status).toBe(200)
})

test.each(['bob@example.org?x', 'bob@example.org/', 'bob@%70example.org', 'bob%70@example.org', 'bob@example.org#'])(
  '%s is refused by the form, and costs no mail',
  async (address) => {
    const before = await links(shared.gateway)
    const sent = await createTestBrowser(shared.gateway).send('/account', { address })
    expect([sent.status, await links(shared.gateway)]).toEqual([400, before])
  },
)

test('the form answers before it looks up the account of the address', async () => {
  const { gateway, ask } = shared
  await gateway.sql.begin(async (tx) => {
    // Whatever reads an address has to wait: an answer that depended on it would too.
    await tx`lock table members, accounts in access exclusive mode`
    for (const address of ['x=y@example.org', 'unknown@example.org']) expect((await ask(address)).status).toBe(303)
  })
})

/** Path and query of the link in a message in quoted-printable. */
function linkIn(message: string): string {
  const text = message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = new URL(text.match(/https?:\/\/[^\s"<]+/)?.[0] ?? '')
  return `${link.pathname}${link.search}`
}
