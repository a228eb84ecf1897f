import { expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { createMemberKey } from '@hexawatt/svc-web/src/accounts/account-changes.ts'
import { createTestBrowser, followLink, signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'

const { gateway, startAnother, mailbox } = await useTestSiteWithMail()
const other = await startAnother()
const settings = '/account/settings'

/** A member with a key. */
async function memberWithKey(address: string) {
  const browser = await signIn(gateway, mailbox, address)
  const [row] = await gateway.sql<{ id: string; accountId: string }[]>`
    select id, account_id from members where address = ${address}`
  const [memberId = '', accountId = ''] = [row?.id, row?.accountId]
  const actor = { kind: 'member', id: memberId } as const
  const { key } = await createMemberKey({ ...gateway.accounts, actor }, { accountId, name: 'maison', expiresAt: null })
  return { browser, memberId, accountId, key }
}

const statusOf = async (url: string, key: string) =>
  (await fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })).status

async function countRequests(accountId: string): Promise<number> {
  const [row] = await gateway.sql<[{ count: number }]>`
    select count(*)::int as count from account_requests where account_id = ${accountId}`
  return row.count
}

test('the exported file is one JSON document with everything that is stored about the account, without keys, secrets or tokens', async () => {
  const { browser, accountId, key } = await memberWithKey('export@example.org')
  const response = await browser.ask('/account/settings/export')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="hexawatt-account.json"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    address: 'export@example.org',
    account: { accountId, plan: 'decouverte' },
    sessions: [{ sessionId: expect.any(String) }],
    keys: [{ name: 'maison' }],
  })
  const [session] = await gateway.sql<{ token: string }[]>`select token from member_sessions`
  for (const secret of [key, session?.token ?? '-', browser.cookies.get('hexawatt-session') ?? '-']) {
    expect(text).not.toContain(secret)
  }
})

test('deleting an account ends its keys on every gateway and its sessions and removes its requests, and no table keeps its e-mail address', async () => {
  const address = 'delete@example.org'
  const { browser, memberId, accountId, key } = await memberWithKey(address)
  const elsewhere = await signIn(other, mailbox, address, 2)
  expect(await Promise.all([gateway, other].map(({ url }) => statusOf(url, key)))).toEqual([200, 200])
  await gateway.flushUsage()
  expect(await countRequests(accountId)).toBe(1)
  const refused = await browser.send('/account/settings/delete', { address: 'other@example.org' }, settings)
  expect([refused.status, (await browser.ask(settings)).status]).toEqual([400, 200])
  // What was typed stays in the field, and the page says what came.
  const wrong = await refused.text()
  expect(wrong).toContain('value="other@example.org"')
  expect(wrong).toContain('<h1>Réglages</h1>')
  expect(wrong).toMatch(/«\sother@example\.org\s» n’est pas accepté/)
  await createTestBrowser(other).send('/account', { address })
  const unused = await mailbox.linkTo(address, 3)
  const deleted = await browser.send('/account/settings/delete', { address: ` ${address.toUpperCase()} ` }, settings)
  expect([deleted.status, browser.cookies.has('hexawatt-session')]).toEqual([303, false])
  expect((await elsewhere.ask(settings)).status).toBe(303)
  await until('both gateways forget the key', async () => {
    const statuses = await Promise.all([gateway, other].map(({ url }) => statusOf(url, key)))
    return statuses.every((status) => status === 401)
  })
  // The other gateway still has a request of the account in its memory.
  await Promise.all([gateway, other].map((one) => one.flushUsage()))
  expect(await countRequests(accountId)).toBe(0)
  expect((await followLink(createTestBrowser(other), unused)).status).toBe(400)
  const [account] = await gateway.sql`select name from accounts where id = ${accountId}`
  expect(account).toEqual({ name: `deleted ${accountId}` })
  const [entry] = await gateway.sql`select actor_id, details from audit_log where action = 'account.deleted'`
  expect(entry).toMatchObject({ actorId: memberId, details: { revokedKeys: 1 } })
  const tables = await gateway.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  for (const { name } of tables) {
    const [found] = await gateway.sql<{ count: number }[]>`
      select count(*)::int as count from ${gateway.sql(name)} t where t::text like ${`%${address}%`}`
    expect([name, found?.count]).toEqual([name, 0])
  }
})

test('signing up again with the address of a deleted account opens a new, empty account', async () => {
  const first = await memberWithKey('again@example.org')
  await first.browser.send('/account/settings/delete', { address: 'again@example.org' }, settings)
  await signIn(gateway, mailbox, 'again@example.org', 2)
  const [row] = await gateway.sql`select account_id from members where address = 'again@example.org'`
  expect(row?.['accountId']).not.toBe(first.accountId)
})

test('a member can end one session or all others, but not a session of another member', async () => {
  const [anna, annasPhone] = [
    await signIn(gateway, mailbox, 'a@example.org'),
    await signIn(gateway, mailbox, 'a@example.org', 2),
  ]
  const eve = await signIn(gateway, mailbox, 'e@example.org')
  const [evesSession] = await gateway.sql<{ id: string }[]>`
    select s.id from member_sessions s join members m on m.id = s.member_id where m.address = 'e@example.org'`
  await anna.send(settings, { session: evesSession?.id ?? '' })
  expect((await eve.ask(settings)).status).toBe(200)
  await anna.send(settings, {})
  const statuses = [await anna.ask(settings), await annasPhone.ask(settings), await eve.ask(settings)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 303, 200])
})
