import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createTestBrowser, signIn, type TestBrowser } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'

/** Requests a minute of one member; a client address may send twice as many. */
const perMember = 20
const { gateway, startAnother, mailbox } = await useTestSiteWithMail({
  planTable: { ...defaultPlanTable, anonymous: { requestsPerMinute: perMember } },
})
const other = await startAnother()

const memberPaths = [
  '/account/keys',
  '/account/usage',
  '/account/usage.csv',
  '/account/plan',
  '/account/alerts',
  '/account/settings',
  '/account/settings/export',
  '/account/settings/delete',
]
let members = 0
const newMember = (): Promise<TestBrowser> => {
  members += 1
  return signIn(gateway, mailbox, `member-${members}@example.org`)
}

/** An address of its own for each request. */
let asked = 0
const anotherAddress = () => {
  asked += 1
  return { headers: { 'x-forwarded-for': `10.9.${asked >> 8}.${asked & 255}` } }
}

test.each(memberPaths)(
  'a member may request %s only a limited number of times a minute, over all addresses',
  async (path) => {
    const member = await newMember()
    const statuses: number[] = []
    let refused: Response | null = null
    for (let i = 0; i < perMember + 5; i += 1) {
      const response = await member.ask(path, anotherAddress())
      await response.text()
      statuses.push(response.status)
      if (response.status === 429) refused = response
    }
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(perMember + 1)
    expect(statuses.at(-1)).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  },
)

test('pages of a member count together over all gateways, and forms count together', async () => {
  const member = await newMember()
  const elsewhere = createTestBrowser(other)
  for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value)
  for (let i = 0; i < perMember + 2; i += 1) {
    const browser = i % 2 === 0 ? member : elsewhere
    await (await browser.ask(memberPaths[i % memberPaths.length] ?? '', anotherAddress())).text()
  }
  const form = { method: 'POST', body: new URLSearchParams({ action: 'create' }), ...anotherAddress() }
  expect((await elsewhere.ask('/account/keys', form)).status).toBe(429)
  const another = await newMember()
  expect((await another.ask('/account/keys')).status).toBe(200)
})

test('an address may request account pages only a limited number of times a minute, with or without a session', async () => {
  const stranger = createTestBrowser(gateway)
  const paths = ['/account', '/account/sent', `/account/link?token=${'x'.repeat(32)}`, ...memberPaths]
  const statuses: number[] = []
  for (let i = 0; i < 2 * perMember + 5; i += 1) {
    const response = await stranger.ask(paths[i % paths.length] ?? '')
    await response.text()
    statuses.push(response.status)
  }
  expect(statuses.slice(0, 2 * perMember)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
})

test('account pages and API requests count separately', async () => {
  const stranger = createTestBrowser(gateway)
  for (let i = 0; i < 2 * perMember + 5; i += 1) await (await stranger.ask('/account')).text()
  expect((await stranger.ask('/account')).status).toBe(429)
  expect((await stranger.ask('/api/plans')).status).toBe(200)
})
