import { expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { signIn, type TestBrowser } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'

const { gateway, mailbox } = await useTestSiteWithMail()
const path = '/account/keys'

/** A signed-in member of a new account. */
async function member(name: string) {
  const address = `${name}@example.org`
  const browser = await signIn(gateway, mailbox, address)
  const [row] = await gateway.sql<{ accountId: string }[]>`select account_id from members where address = ${address}`
  return { browser, accountId: row?.accountId ?? '' }
}

/** The text of the page that answers a form. */
async function answered(browser: TestBrowser, status: number, fields: Record<string, string>): Promise<string> {
  const response = await browser.send(path, fields)
  expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  return response.text()
}
const newKeyOf = (text: string): string => text.match(/hxw_[0-9a-f]{32}/)?.[0] ?? ''
const create = (browser: TestBrowser, name = 'k', day = '') => answered(browser, 200, { action: 'create', name, day })
async function keyIds(browser: TestBrowser): Promise<string[]> {
  const text = await (await browser.ask(path)).text()
  return [...text.matchAll(/<article class="item" id="(key_[0-9a-f]{16})">/g)].map(([, id = '']) => id)
}
async function statusOf(key: string): Promise<number> {
  const response = await fetch(`${gateway.url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
  await response.arrayBuffer()
  return response.status
}

test('an API key does not sign in: account pages ignore it', async () => {
  const { key } = await createTestKey(gateway)
  for (const page of ['/account', path, '/account/usage']) {
    const seen = await Promise.all(
      [{}, { authorization: `Bearer ${key}` }, { 'x-api-key': key }].map(async (headers) => {
        const response = await fetch(`${gateway.url}${page}`, { headers, redirect: 'manual' })
        return [response.status, response.headers.get('location'), (await response.text()).length]
      }),
    )
    expect([page, seen[1], seen[2]]).toEqual([page, seen[0], seen[0]])
  }
})

test('an account page with a trailing slash redirects to the page without it', async () => {
  const moved = await fetch(`${gateway.url}${path}/?lang=en`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `${path}?lang=en`])
})

test('a new key is shown once and works at once; a key beyond the limit is refused with the remedy', async () => {
  const { browser } = await member('first')
  expect(await (await browser.ask(`${path}?lang=en`)).text()).toContain('You have no key yet')
  const text = await create(browser, 'Chez <moi>')
  const key = newKeyOf(text)
  expect(text).toContain('Chez &lt;moi&gt;')
  expect(await statusOf(key)).toBe(200)
  const page = await (await browser.ask(path)).text()
  expect([page.includes(key), page.includes(`${key.slice(0, 8)}…${key.slice(-4)}`)]).toEqual([false, true])
  const full = await answered(browser, 409, { action: 'create', name: 'another', day: '' })
  expect(full).toContain('Your plan includes 1 active key, and you have 1.')
  expect(newKeyOf(full)).toBe('')
})

test('a member can rename a key, set its end, replace it with an overlap, and revoke it', async () => {
  const { browser, accountId } = await member('changes')
  const key = newKeyOf(await create(browser, 'old name'))
  const [id = ''] = await keyIds(browser)
  const done = await browser.send(path, { action: 'rename', key: id, name: 'new name' })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${path}?notice=renamed`])
  await browser.send(path, { action: 'expire', key: id, day: '2040-06-30' })
  const [row] = await gateway.sql`select name, expires_at from api_keys where id = ${id}`
  // The end of the day in Paris.
  expect([row?.['name'], `${row?.['expiresAt']}`]).toEqual(['new name', '2040-06-30T22:00:00Z'])
  expect(await (await browser.ask(path)).text()).toMatch(/type="date" name="day" [^>]*value="2040-06-30"/)
  const replaced = await answered(browser, 200, { action: 'rotate', key: id, overlap: '24' })
  const next = newKeyOf(replaced)
  expect([await statusOf(key), await statusOf(next)]).toEqual([200, 200])
  const [, nextId = ''] = (await keyIds(browser)).toSorted((one) => (one === id ? -1 : 1))
  expect(await answered(browser, 400, { action: 'revoke', key: nextId })).toContain('role="alert"')
  await browser.send(path, { action: 'revoke', key: nextId, confirm: 'yes' })
  await until('the end of the key', async () => (await statusOf(next)) === 401)
  expect(await statusOf(key)).toBe(200)
  const actions = await gateway.sql`
    select action, actor_kind from audit_log where account_id = ${accountId} and action like 'key.%' order by id`
  expect(actions.map((entry) => `${entry['actorKind']} ${entry['action']}`)).toEqual([
    'member key.created',
    'member key.renamed',
    'member key.expiry_set',
    'member key.rotated',
    'member key.revoked',
  ])
})

test('a key of another account is answered like a key that does not exist, and is not changed', async () => {
  const other = await createTestKey(gateway, 'pro')
  const { browser } = await member('curious')
  await create(browser)
  const forms = [
    { action: 'rename', name: 'mine' },
    { action: 'expire', day: '' },
    { action: 'rotate', overlap: '0' },
    { action: 'revoke', confirm: 'yes' },
  ]
  const answerFor = async (form: Record<string, string>, key: string) =>
    (await answered(browser, 409, { ...form, key })).replaceAll(key, '').replaceAll(/form-token" value="[^"]+"/g, '')
  for (const form of forms) {
    expect(await answerFor(form, other.keyId)).toBe(await answerFor(form, 'key_0000000000000000'))
  }
  expect(await statusOf(other.key)).toBe(200)
})

test('wrong form input is answered 400 with what is expected, in the language of the page', async () => {
  const { browser } = await member('typing')
  await browser.ask(`${path}?lang=fr`)
  const tries: [Record<string, string>, string][] = [
    [{ action: 'create', name: ' ', day: '' }, 'un nom de 1 à 100 caractères'],
    [{ action: 'create', name: 'x'.repeat(101), day: '' }, 'un nom de 1 à 100 caractères'],
    [{ action: 'create', name: 'k', day: '31/12/2040' }, 'sous la forme AAAA-MM-JJ'],
    [{ action: 'create', name: 'k', day: '2040-02-30' }, 'sous la forme AAAA-MM-JJ'],
    [{ action: 'create', name: 'k', day: '2020-01-01' }, 'doit être dans le futur'],
    [{ action: 'rename', key: 'key_1', name: 'k' }, 'Le formulaire est incomplet'],
    [{ action: 'rotate', key: 'key_0000000000000000', overlap: '9999' }, 'Le formulaire est incomplet'],
    [{ action: 'delete' }, 'Le formulaire est incomplet'],
    [{}, 'Le formulaire est incomplet'],
  ]
  for (const [form, text] of tries) {
    // French sets spaces that do not break.
    expect((await answered(browser, 400, form)).replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(text)
  }
  expect(await keyIds(browser)).toEqual([])
})

test('a refused form keeps what was typed, names the field and what came, and gives it the focus', async () => {
  const { browser } = await member('keeping')
  browser.cookies.set('lang', 'en')
  const created = await answered(browser, 400, { action: 'create', name: 'my <heater>', day: '2020-01-01' })
  expect(created).toContain('value="my &lt;heater&gt;"')
  expect(created).toMatch(
    /<input type="date" name="day" id="new-create-day" [^>]*aria-invalid="true" autofocus value="2020-01-01">/,
  )
  expect(created).toContain(
    'Valid until the end of this day (optional): “2020-01-01” is not accepted. The end date must be',
  )
  expect(created).toContain('<title>Error: Keys – Hexawatt</title>')
  const pasted = `hxw_${'0'.repeat(32)}`
  const refused = await answered(browser, 400, { action: 'create', name: pasted, day: '' })
  expect(refused).toContain('“hxw_[hidden]” is not accepted')
  expect(refused).not.toContain(pasted)
  await create(browser, 'kept')
  const [key = ''] = await keyIds(browser)
  const renamed = await answered(browser, 400, { action: 'rename', key, name: 'x'.repeat(101) })
  expect(renamed).toContain(`value="${'x'.repeat(101)}"`)
  expect(renamed).toMatch(/<details open>/)
  // The other forms of the page have their own values.
  expect(renamed).toContain('value="My key"')
  const revoked = await answered(browser, 400, { action: 'revoke', key })
  expect(revoked).toMatch(/<input type="checkbox" name="confirm" [^>]*aria-invalid="true" autofocus/)
  // A refusal by the rules of the plan stands above its form.
  const full = await answered(browser, 409, { action: 'create', name: 'one more', day: '2040-06-30' })
  expect([full.includes('value="one more"'), full.includes('value="2040-06-30"')]).toEqual([true, true])
})
