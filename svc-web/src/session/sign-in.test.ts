import { describe, expect, test } from 'bun:test'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { createTestBrowser, followLink, signIn } from '../testing/test-browser.ts'
import { useTestWebWithMail } from '../testing/use-web.ts'
import { maxSessions } from './member-store.ts'

const { web, startAnother, mailbox } = await useTestWebWithMail()
const other = await startAnother()
const settings = '/account/settings'

test('a new person signs up by a mailed link and gets an account with the free plan under the normalised address', async () => {
  const browser = createTestBrowser(web)
  const asked = await browser.send('/account', { address: ' Anna.Martin+x@Exemple.FR ' })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/account/sent'])
  const address = 'anna.martin+x@exemple.fr'
  const opened = await followLink(browser, await mailbox.linkTo(address))
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account'])
  const page = await browser.ask(settings)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(address)
  const [row] = await web.sql`
    select a.name, a.plan, m.address from members m join accounts a on a.id = m.account_id where m.address = ${address}`
  expect(row).toMatchObject({ name: address, plan: 'decouverte', address })
})

test('an account that the operator created for the address becomes the member’s, with its plan', async () => {
  await web.sql`insert into accounts (id, name, plan) values ('acc_made', 'made@example.org', 'scale')`
  await signIn(web, mailbox, 'made@example.org')
  const [row] = await web.sql`select account_id from members where address = 'made@example.org'`
  expect(row).toMatchObject({ accountId: 'acc_made' })
})

test('an account with an owner cannot be claimed by another member, whatever its name is', async () => {
  await signIn(web, mailbox, 'owner@example.org')
  await web.sql`update accounts set name = 'claimed@example.org' where name = 'owner@example.org'`
  const browser = createTestBrowser(web)
  await browser.send('/account', { address: 'claimed@example.org' })
  const opened = await followLink(browser, await mailbox.linkTo('claimed@example.org'))
  expect([opened.status, browser.cookies.has('hexawatt-session')]).toEqual([400, false])
})

test('an API key in the address of an account page appears in no link, form or redirect', async () => {
  const key = createApiKey()
  const browser = createTestBrowser(web)
  const inReturn = encodeURIComponent(`/account/usage?month=2026-11&key=${key}`)
  for (const query of [`key=${key}`, `${key}`, `a=${key.replace('_', '%5F')}`, `return=${inReturn}`]) {
    for (const path of ['/account', '/account/keys', '/account/sent', '/account/link']) {
      const response = await browser.ask(`${path}?${query}&month=2026-11`)
      const shown = JSON.stringify([...response.headers]) + (await response.text())
      expect([path, query, shown.includes(key.slice(4))]).toEqual([path, query, false])
    }
  }
  const asked = await browser.ask(`/account/usage?month=2026-11&key=${key}`)
  expect(asked.headers.get('location')).toBe('/account?return=%2Faccount%2Fusage%3Fmonth%3D2026-11')
})

test('a session of one svc-web is valid on another, and ends on both', async () => {
  const browser = await signIn(web, mailbox, 'two@example.org')
  const elsewhere = createTestBrowser(other)
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.ask(settings)).status).toBe(200)
  await elsewhere.send('/account/sign-out', {}, settings)
  expect([(await browser.ask(settings)).status, elsewhere.cookies.has('hexawatt-session')]).toEqual([303, false])
})

describe('a sign-in link', () => {
  test('works once', async () => {
    const browser = createTestBrowser(web)
    await browser.send('/account', { address: 'once@example.org' })
    const link = await mailbox.linkTo('once@example.org')
    expect((await followLink(browser, link)).status).toBe(303)
    const again = await followLink(createTestBrowser(web), link)
    expect([again.status, again.headers.getSetCookie().join()]).toEqual([400, expect.not.stringContaining('session')])
  })

  test('opens one session when used concurrently', async () => {
    const browsers = Array.from({ length: 4 }, () => createTestBrowser(web))
    await browsers[0]?.send('/account', { address: 'race@example.org' })
    const link = await mailbox.linkTo('race@example.org')
    const answers = await Promise.all(browsers.map((browser) => followLink(browser, link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400])
  })

  test('used concurrently for a new member creates one member', async () => {
    const browsers = [createTestBrowser(web), createTestBrowser(other)]
    const links: string[] = []
    for (const [index, browser] of browsers.entries()) {
      await browser.send('/account', { address: 'twice@example.org' })
      links.push(await mailbox.linkTo('twice@example.org', index + 1))
    }
    const answers = await Promise.all(browsers.map((browser, index) => followLink(browser, links[index] ?? '')))
    expect(answers.some(({ status }) => status === 303)).toBe(true)
    expect(answers.every(({ status }) => status === 303 || status === 400)).toBe(true)
    const [row] = await web.sql`select count(*)::int as count from members where address = 'twice@example.org'`
    expect(row).toMatchObject({ count: 1 })
  })

  test('is not consumed by a scanner that opens it', async () => {
    const browser = createTestBrowser(web)
    await browser.send('/account', { address: 'scanned@example.org' })
    const link = await mailbox.linkTo('scanned@example.org')
    for (const method of ['GET', 'HEAD']) await createTestBrowser(web).ask(link, { method })
    expect((await followLink(browser, link)).status).toBe(303)
  })

  test('expires after 15 minutes', async () => {
    const browser = createTestBrowser(web)
    await browser.send('/account', { address: 'late@example.org' })
    const link = await mailbox.linkTo('late@example.org')
    const [row] = await web.sql`select extract(epoch from expires_at - created_at)::int as seconds from sign_in_links`
    expect(row).toMatchObject({ seconds: 900 })
    await web.sql`update sign_in_links set expires_at = now() - interval '1 second'`
    expect((await followLink(browser, link)).status).toBe(400)
  })

  test('is stored only as a hash', async () => {
    const browser = createTestBrowser(web)
    await browser.send('/account', { address: 'hashed@example.org' })
    const token = new URL(await mailbox.linkTo('hashed@example.org'), web.url).searchParams.get('token') ?? '-'
    const rows = await web.sql`select identifier, value from sign_in_links`
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a session', () => {
  test('is always new: a planted cookie is replaced, and its session ends', async () => {
    const first = await signIn(web, mailbox, 'fixed@example.org')
    const planted = first.cookies.get('hexawatt-session') ?? ''
    const victim = createTestBrowser(web)
    victim.cookies.set('hexawatt-session', planted)
    await createTestBrowser(web).send('/account', { address: 'victim@example.org' })
    expect((await followLink(victim, await mailbox.linkTo('victim@example.org'))).status).toBe(303)
    expect(victim.cookies.get('hexawatt-session')).not.toBe(planted)
    expect((await first.ask(settings)).status).toBe(303)
  })

  test('with a forged signature or a bare token is invalid', async () => {
    const browser = await signIn(web, mailbox, 'signed@example.org')
    const [row] = await web.sql<{ token: string }[]>`
      select s.token from member_sessions s join members m on m.id = s.member_id where m.address = 'signed@example.org'`
    for (const forged of [row?.token, `${row?.token}.${'A'.repeat(43)}%3D`]) {
      const other = createTestBrowser(web)
      other.cookies.set('hexawatt-session', forged ?? '')
      expect((await other.ask(settings)).status).toBe(303)
    }
    expect((await browser.ask(settings)).status).toBe(200)
  })

  test('ends when it expires', async () => {
    const browser = await signIn(web, mailbox, 'ended@example.org')
    await web.sql`update member_sessions set expires_at = now() - interval '1 second'`
    expect((await browser.ask(settings)).status).toBe(303)
  })

  test('counts towards a bounded number per member, and the oldest ends', async () => {
    const oldest = await signIn(web, mailbox, 'many@example.org')
    const [row] = await web.sql<{ id: string }[]>`select id from members where address = 'many@example.org'`
    await web.sql`
      insert into member_sessions (id, member_id, token, expires_at)
      select 'bulk_' || n, ${row?.id ?? ''}, 'bulk ' || n, now() + interval '1 day' from generate_series(1, ${maxSessions}) n`
    const newest = await signIn(web, mailbox, 'many@example.org', 2)
    expect([(await oldest.ask(settings)).status, (await newest.ask(settings)).status]).toEqual([303, 200])
  })

  test('lasts for the configured days, in an HttpOnly SameSite cookie', async () => {
    const browser = createTestBrowser(web)
    await browser.send('/account', { address: 'cookie@example.org' })
    const response = await followLink(browser, await mailbox.linkTo('cookie@example.org'))
    const cookie = response.headers.getSetCookie().find((text) => text.startsWith('hexawatt-session=')) ?? ''
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${30 * 86_400}`]) {
      expect(cookie).toContain(attribute)
    }
  })
})
