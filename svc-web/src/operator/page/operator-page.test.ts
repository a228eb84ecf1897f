import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { readAuditLog } from '../../accounts/audit-log-store.ts'
import { requestPlan } from '../../accounts/plan-changes.ts'
import { createSilentAccounts, createTestKey } from '../../testing/account-fixture.ts'
import { failedTries } from '../auth/operator-auth.ts'
import { previousToken, startTestOperator, token } from '../testing/operator-fixture.ts'
import { sessionSeconds } from './operator-session.ts'

const operator = stopAtEnd(await startTestOperator())

const accounts = () => createSilentAccounts({ sql: operator.sql, planTable: defaultPlanTable })

type Sent = { cookie?: string; form?: Record<string, string>; headers?: Record<string, string> }

/** Asks as a browser does: a form is sent from the page itself. */
function ask(path: string, { cookie = '', form, headers = {} }: Sent = {}): Promise<Response> {
  const sent = { cookie, ...(form === undefined ? {} : { origin: operator.url }), ...headers }
  const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  return fetch(`${operator.url}${path}`, { redirect: 'manual', headers: sent, ...body })
}

async function signIn(secret = token): Promise<string> {
  const response = await ask('/operator/sign-in', { form: { token: secret } })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/operator'])
  return (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
}

async function textOf(path: string, cookie: string, status = 200): Promise<string> {
  const response = await ask(path, { cookie })
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({ status })
  return text
}

const formTokenOf = (text: string): string => text.match(/name="form-token" value="([^"]+)"/)?.[1] ?? ''

/** Sends a form of a page with its token. @returns where it leads */
async function submit(cookie: string, path: string, form: Record<string, string> = {}): Promise<string> {
  const formToken = formTokenOf(await textOf('/operator', cookie))
  const response = await ask(path, { cookie, form: { ...form, 'form-token': formToken } })
  expect({ status: response.status, text: await response.text() }).toEqual({ status: 303, text: '' })
  return response.headers.get('location') ?? ''
}

test('without a session every page is the token form, and no form has an effect', async () => {
  const { accountId, keyId } = await createTestKey({ accounts: accounts() }, 'pro')
  for (const path of [
    '/operator',
    `/operator/accounts/${accountId}`,
    '/operator/usage',
    '/operator/audit-log',
    '/operator/x',
  ]) {
    expect(await textOf(path, '', 401)).toContain('name="token"')
  }
  for (const cookie of [
    '',
    'hexawatt-operator=current.9999999999999.00000000000000000000000000000000.x',
    `hexawatt-operator=${token}`,
  ]) {
    const response = await ask(`/operator/keys/${keyId}/revoke`, { cookie, form: {} })
    expect(response.status).toBe(401)
  }
  const [key] = await operator.sql<{ revokedAt: unknown }[]>`select revoked_at from api_keys where id = ${keyId}`
  expect(key?.revokedAt).toBeNull()
})

test('the session cookie is HttpOnly and SameSite, does not contain the token, and expires after four hours', async () => {
  const response = await ask('/operator/sign-in', { form: { token } })
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).not.toContain(token)
  for (const attribute of ['HttpOnly', 'SameSite=Strict', `Max-Age=${sessionSeconds}`])
    expect(cookie).toContain(attribute)
  const session = cookie.split(';', 1)[0] ?? ''
  expect(await textOf('/operator', session)).toContain('Sign out')
  operator.advanceClock(sessionSeconds * 1_000)
  expect(await textOf('/operator', session, 401)).toContain('name="token"')
  // Signed by another token, it does not become one of this one.
  expect(await textOf('/operator', session.replace('current.', 'previous.'), 401)).toContain('name="token"')
})

test('the previous token signs in during a rotation, and wrong tokens are limited', async () => {
  expect(await textOf('/operator', await signIn(previousToken))).toContain('Sign out')
  const statuses: number[] = []
  for (let tries = 0; tries <= failedTries.burst; tries += 1) {
    const response = await ask('/operator/sign-in', { form: { token: 'wrong' } })
    statuses.push(response.status)
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  expect(statuses).toEqual([...Array.from({ length: failedTries.burst }, () => 401), 429])
  expect((await ask('/operator/sign-in', { form: { token } })).status).toBe(429)
  operator.advanceClock(60_000)
})

test.each<[string, Sent['headers'], boolean]>([
  ['another origin', { origin: 'https://evil.example' }, true],
  ['no origin that can be read', { origin: 'null' }, true],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }, true],
  ['a page of the session with a wrong token', {}, false],
])('a form from %s has no effect', async (_, headers, hasToken) => {
  const cookie = await signIn()
  const { accountId } = await createTestKey({ accounts: accounts() }, 'pro')
  const formToken = hasToken ? formTokenOf(await textOf('/operator', cookie)) : 'wrong'
  const form = { plan: 'scale', 'form-token': formToken }
  const response = await ask(`/operator/accounts/${accountId}/plan`, { cookie, form, ...(headers && { headers }) })
  expect(response.status).toBe(403)
  const [account] = await operator.sql<{ plan: string }[]>`select plan from accounts where id = ${accountId}`
  expect(account?.plan).toBe('pro')
})

test('a token posted from another site does not sign a browser in', async () => {
  const response = await ask('/operator/sign-in', { form: { token }, headers: { origin: 'https://evil.example' } })
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
})

test('over plain HTTP from another machine the token form is not shown; behind TLS the cookie is Secure', async () => {
  const host = 'power.example.org:8082'
  const plain = await ask('/operator', { headers: { host } })
  expect([plain.status, (await plain.text()).includes('name="token"')]).toEqual([403, false])
  const headers = { host, 'x-forwarded-proto': 'https', origin: `https://${host}` }
  const secure = await ask('/operator/sign-in', { form: { token }, headers })
  expect(secure.headers.get('set-cookie')).toMatch(/^__Host-hexawatt-operator=.*; Secure$/)
})

test('an account is found by part of its name or id, and names are escaped', async () => {
  const cookie = await signIn()
  const name = `<script>alert(1)</script> 100%_${crypto.randomUUID()}`
  const { accountId } = await createTestKey({ accounts: accounts() }, 'pro', name)
  for (const search of ['100%_', accountId, name.slice(-12)]) {
    const text = await textOf(`/operator?${new URLSearchParams({ search })}`, cookie)
    expect(text).toContain(`/operator/accounts/${accountId}"`)
    expect(text).not.toContain('<script')
  }
  expect(await textOf('/operator?search=100x_', cookie)).not.toContain(accountId)
  expect(await textOf(`/operator?search=${'x'.repeat(101)}`, cookie, 400)).toContain('at most 100')
  expect(await textOf('/operator?search=%00', cookie, 400)).toContain('printable')
})

test('a refused form keeps what was typed and says what is wrong; a token and a whole key are never written into a page', async () => {
  const cookie = await signIn()
  const { accountId, key } = await createTestKey({ accounts: accounts() }, 'pro')
  const formToken = formTokenOf(await textOf('/operator', cookie))
  const send = async (path: string, form: Record<string, string>, status: number) => {
    const response = await ask(path, { cookie, form: { ...form, 'form-token': formToken } })
    const text = await response.text()
    expect({ status: response.status, text }).toMatchObject({ status })
    return text
  }
  const plan = await send(`/operator/accounts/${accountId}/plan`, { plan: 'gold' }, 400)
  expect(plan).toMatch(/<select name="plan" id="new-plan" [^>]*aria-invalid="true" autofocus>/)
  expect(plan).toContain('Plan: “gold” is not accepted. plan takes one of')
  const found = await send('/operator/keys/find', { key: 'hxw_12<' }, 404)
  expect(found).toContain('value="hxw_12&lt;"')
  await operator.sql`delete from api_keys where account_id = ${accountId}`
  expect(await send('/operator/keys/find', { key }, 404)).not.toContain(key)
  const refused = await ask('/operator/sign-in', { form: { token: 'wrong-token' } })
  const page = await refused.text()
  expect([refused.status, page.includes('aria-invalid="true"'), page.includes('wrong-token')]).toEqual([
    401,
    true,
    false,
  ])
  expect(await textOf('/operator/usage?month=2026-13', cookie)).toContain('Month: “2026-13” is not accepted.')
  expect(await textOf('/operator/audit-log?action=key.eaten', cookie)).toContain('Action: “key.eaten” is not accepted.')
  expect(await textOf(`/operator?search=${'x'.repeat(101)}`, cookie, 400)).toContain(`value="${'x'.repeat(101)}"`)
})

test('account pages follow each other without a gap', async () => {
  const cookie = await signIn()
  const mark = crypto.randomUUID()
  await operator.sql`insert into accounts (id, name, plan) select ${mark} || n, ${mark} || lpad(n::text, 3, '0'), 'pro' from generate_series(1, 60) n`
  const first = await textOf(`/operator?search=${mark}`, cookie)
  const next = first.match(/href="(\/operator\?[^"]*after=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await textOf(next, cookie)
  const idsOf = (text: string) =>
    [...text.matchAll(new RegExp(`/operator/accounts/(${mark}\\d+)"`, 'g'))].map(([, id]) => id)
  expect([idsOf(first).length, idsOf(second).length]).toEqual([50, 10])
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(60)
})

test('plan, request and key changes follow the rules of the API and are recorded with their actor', async () => {
  const cookie = await signIn()
  const { accountId, keyId, key } = await createTestKey({ accounts: accounts() }, 'pro')
  await createTestKey(
    { accounts: accounts() },
    'pro',
    (await operator.sql`select name from accounts where id = ${accountId}`)[0]?.['name'],
  )
  const { requestId } = await requestPlan(accounts(), accountId, 'scale')
  expect(await textOf('/operator', cookie)).toContain(requestId)
  const page = `/operator/accounts/${accountId}`
  expect(await submit(cookie, '/operator/keys/find', { key })).toBe(page)
  expect(await submit(cookie, `/operator/requests/${requestId}/approve`)).toBe(`${page}?done=approved`)
  const formToken = formTokenOf(await textOf(page, cookie))
  const refused = await ask(`${page}/plan`, { cookie, form: { plan: 'decouverte', 'form-token': formToken } })
  expect([refused.status, (await refused.text()).includes('revoke 1 first')]).toEqual([409, true])
  expect(await submit(cookie, `/operator/keys/${keyId}/revoke`)).toBe(`${page}?done=revoked`)
  expect(await submit(cookie, `${page}/plan`, { plan: 'decouverte' })).toBe(`${page}?done=plan`)
  const shown = await textOf(`${page}?done=plan`, cookie)
  expect(shown).toContain('The plan was changed.')
  expect(shown).toContain('<dd id="plan">decouverte</dd>')
  expect(shown).not.toContain(key)
  const filter = { account: accountId, action: null, from: null, to: null, before: null }
  const { entries } = await readAuditLog(operator.sql, filter, 3)
  expect(entries.map(({ action, actor }) => `${action} ${actor.kind} ${actor.id}`)).toEqual([
    'plan.set operator listener:current',
    'key.revoked operator listener:current',
    'plan.set operator listener:current',
  ])
  expect(await textOf(`/operator/audit-log?account=${accountId}`, cookie)).toContain('key.revoked')
  expect(operator.audits()).toContainEqual(expect.objectContaining({ action: 'revoke key', outcome: 'done', keyId }))
})

test('every page of the navigation works with an empty store, and odd addresses cause no error', async () => {
  const cookie = await signIn()
  for (const path of [
    '/operator/keys',
    '/operator/usage',
    '/operator/feeds',
    '/operator/queues',
    '/operator/audit-log',
  ]) {
    expect(await textOf(path, cookie)).toContain(`href="${path}" aria-current="page"`)
  }
  expect(await textOf('/operator/usage?month=2026-11', cookie)).toContain('99.00')
  for (const path of [
    '/operator/nothing',
    '/operator/accounts/acc_none',
    '/operator/accounts/%00',
    '/operator/accounts/a/b',
  ]) {
    await textOf(path, cookie, 404)
  }
  await textOf('/operator/usage?month=x&page=-1', cookie)
  await textOf('/operator/audit-log?before=x&action=x', cookie)
  await textOf('/operator/keys?page=99999', cookie)
})
