import { beforeEach, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { createSql } from '@hexawatt/shared/postgres/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { listAccounts, listKeys } from '../accounts/account-store.ts'
import { createSilentAccounts } from '../testing/account-fixture.ts'
import { failedTries } from './auth/operator-auth.ts'
import { createOperatorApp } from './operator-app.ts'
import { maxBodyLength } from './request-input.ts'
import {
  createBearerHeader,
  createPageParts,
  previousToken,
  readAnswer,
  readRefusal,
  startTestOperator,
  token,
} from './testing/operator-fixture.ts'

const { ask, audits, lines, advanceClock, sql } = stopAtEnd(await startTestOperator())

/** Long enough for whoever failed to try again, ms. */
const anHourMs = 3_600_000

beforeEach(() => {
  lines.length = 0
  advanceClock(anHourMs)
})

test.each([
  ['none', {}],
  ['a wrong one', createBearerHeader('x'.repeat(token.length))],
  ['a part of it', createBearerHeader(token.slice(0, -1))],
  ['an empty one', { authorization: 'Bearer ' }],
  ['the right one in another scheme', { authorization: `Basic ${token}` }],
  ['the right one where keys stand', { 'x-api-key': token }],
])('without the token (%s) every path is 401 with a challenge, also an unknown path', async (_, headers) => {
  for (const path of ['/keys', '/accounts', '/nothing', '/']) {
    advanceClock(anHourMs)
    const response = await ask('GET', path, undefined, headers)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="hexawatt operator"',
    ])
    expect((await problemOf(response)).code).toBe('invalid_operator_token')
  }
  expect(audits()).toEqual([])
  expect(JSON.stringify(lines)).not.toContain(token)
})

test('wrong tokens are limited: beyond the limit no token is compared until time has passed', async () => {
  const wrong = () => ask('GET', '/keys', undefined, createBearerHeader('wrong'))
  for (let tries = 0; tries < failedTries.burst; tries += 1) expect((await wrong()).status).toBe(401)
  const refusedTry = await wrong()
  expect([refusedTry.status, refusedTry.headers.get('retry-after')]).toEqual([429, '6'])
  expect((await ask('GET', '/keys')).status).toBe(429)
  advanceClock(6_000)
  expect((await ask('GET', '/keys')).status).toBe(200)
  expect((await wrong()).status).toBe(401)
  expect((await wrong()).status).toBe(429)
})

const expiryShape = 'expiresAt: an instant such as 2030-01-31T23:00:00Z'
const bodies: [name: string, body: unknown, words: string][] = [
  ['that is no JSON', '{', 'The body is not JSON.'],
  ['that is an array', '[]', 'The body is not a JSON object.'],
  ['that is null', 'null', 'The body is not a JSON object.'],
  ['without an account', {}, 'account'],
  ['with an empty name', { account: ' ' }, 'account: 1 to 100 printable characters'],
  ['with a key for a name', { account: createApiKey() }, 'without an API key'],
  ['with a long name', { account: 'x'.repeat(101) }, 'account: 1 to 100 printable characters'],
  ['with a number for a name', { account: 1 }, 'account: a text'],
  ['with a plan that is none', { account: 'a', plan: 'gold' }, 'plan: one of decouverte, pro, scale'],
  ['with an expiry that is none', { account: 'a', expiresAt: 'soon' }, expiryShape],
  ['with an expiry that is past', { account: 'a', expiresAt: '2020-01-01T00:00:00Z' }, 'must be in the future'],
  ['with a field of another name', { account: 'a', expires: null }, 'expires'],
  ['with a key in it', { account: 'a', [createApiKey()]: 1 }, 'hxw_[hidden]'],
  ['that is too long', 'x'.repeat(maxBodyLength + 1), `longer than ${maxBodyLength} characters`],
]

test.each(bodies)('a body %s is 400 invalid_body that names what is wrong', async (_, body, words) => {
  const before = await listAccounts(sql)
  const refusal = await readRefusal(ask('POST', '/keys', body))
  expect(refusal).toStartWith('400 invalid_body: ')
  expect(refusal).toContain(words)
  expect(await listAccounts(sql)).toEqual(before)
})

test('every other body is checked too', async () => {
  const { keyId, accountId } = await readAnswer(201, ask('POST', '/keys', { account: 'checked' }))
  for (const overlapHours of [-1, 1.5, 721, '24', null]) {
    expect(await readRefusal(ask('POST', `/keys/${keyId}/rotate`, { overlapHours }))).toContain(
      'whole number from 0 to 720',
    )
  }
  expect(await readRefusal(ask('PATCH', `/keys/${keyId}`))).toContain('400 invalid_body')
  expect(await readRefusal(ask('POST', `/keys/${keyId}/revoke`, { really: true }))).toContain('400 invalid_body')
  expect(await readRefusal(ask('PUT', `/accounts/${accountId}/plan`, { plan: null }))).toContain('plan: one of')
  expect((await listKeys(sql, 'checked')).map(({ revokedAt, replacedBy }) => [revokedAt, replacedBy])).toEqual([
    [null, null],
  ])
})

test('an oversized body is refused by the HTTP parser', async () => {
  const response = await ask('POST', '/keys', 'x'.repeat(1_000_000))
  expect(response.status).toBe(413)
})

test('a forbidden change is 409, an unknown object 404, with one audit line each', async () => {
  const { keyId } = await readAnswer(201, ask('POST', '/keys', { account: 'ruled' }))
  lines.length = 0
  expect(await readRefusal(ask('POST', '/keys', { account: 'ruled' }))).toContain(
    '409 conflict: Account "ruled" already has',
  )
  expect(await readRefusal(ask('POST', '/keys', { account: 'ruled', plan: 'pro' }))).toContain('409 conflict')
  await ask('POST', `/keys/${keyId}/revoke`)
  expect(await readRefusal(ask('POST', `/keys/${keyId}/rotate`))).toContain('409 conflict')
  for (const id of ['key_0000000000000000', 'nonsense', createApiKey()]) {
    expect(await readRefusal(ask('POST', `/keys/${id}/rotate`))).toContain('404 not_found')
  }
  expect(await readRefusal(ask('PUT', '/accounts/acc_0/plan', { plan: 'pro' }))).toContain('404 not_found')
  expect(await readRefusal(ask('DELETE', `/keys/${keyId}`))).toContain('404 not_found')
  expect(await readRefusal(ask('GET', '/nothing'))).toContain('404 not_found')
  expect(audits().map(({ action, outcome }) => `${action}: ${outcome}`)).toEqual([
    'create key: conflict',
    'create key: conflict',
    'revoke key: done',
    'rotate key: conflict',
    'rotate key: not_found',
    'rotate key: not_found',
    'rotate key: not_found',
    'change plan: not_found',
    'unknown: not_found',
    'unknown: not_found',
  ])
})

test('unknown, repeated and malformed query parameters are refused', async () => {
  expect(await readRefusal(ask('GET', '/keys?acount=a'))).toContain('400 unknown_parameter')
  expect(await readRefusal(ask('GET', '/keys?account=a&account=b'))).toContain('400 invalid_parameter')
  expect(await readRefusal(ask('GET', '/accounts?x=1'))).toContain('400 unknown_parameter')
  for (const query of ['', '?month=2026-13', '?month=11/2026', '?month=']) {
    expect(await readRefusal(ask('GET', `/usage${query}`))).toContain('400 invalid_parameter: month takes a month')
  }
})

test.each([
  ['GET', '/keys?account=%00', undefined, 'invalid_parameter: Query parameter "account" contains a control character'],
  [
    'GET',
    '/keys?account=a%1Fb',
    undefined,
    'invalid_parameter: Query parameter "account" contains a control character',
  ],
  ['GET', '/usage?month=%00', undefined, 'invalid_parameter: Query parameter "month" contains a control character'],
  [
    'PUT',
    '/accounts/%00/plan',
    { plan: 'pro' },
    'invalid_parameter: Path parameter "accountId" contains a control character',
  ],
  ['POST', '/keys/key_%00/rotate', {}, 'invalid_parameter: Path parameter "keyId" contains a control character'],
  ['POST', '/keys/%00/revoke', {}, 'invalid_parameter: Path parameter "keyId" contains a control character'],
  ['PATCH', '/keys/%07', { expiresAt: null }, 'invalid_parameter: Path parameter "keyId" contains a control character'],
  ['POST', '/keys', { account: 'a\u0000' }, 'invalid_body: account: 1 to 100 printable'],
  ['POST', '/keys', { account: 'a', name: '\u0000' }, 'invalid_body: name: 1 to 100 printable'],
  ['POST', '/keys', { account: 'a', expiresAt: '+275760-09-13T00:00:00Z' }, 'invalid_body: The expiry must be before'],
])('%s %s with %j, which Postgres would refuse, is 400 and names the mistake', async (method, path, body, words) => {
  expect(await readRefusal(ask(method, path, body))).toStartWith(`400 ${words}`)
})

test('without Postgres every response is 503, not 500', async () => {
  // A connection that failed pauses before it tries again: here every statement finds one that has not.
  const away = createSql('postgres://nobody@127.0.0.1:1/nothing', 'operator test', 20)
  const { parts, closeParts } = await createPageParts(away, 'redis://127.0.0.1:1')
  const lonely = createOperatorApp({
    ...parts,
    logger: createLogger('test', 'silent'),
    publicBaseUrl: 'http://localhost:8080',
    tokens: { current: token, previous: null },
    monotonicMs: () => 0,
    accounts: createSilentAccounts({ sql: away, planTable: defaultPlanTable }),
  }).listen({ port: 0, hostname: '127.0.0.1' })
  const response = await fetch(`http://127.0.0.1:${lonely.server?.port}/keys`, { headers: createBearerHeader(token) })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await problemOf(response)).code).toBe('service_unavailable')
  const refusedBefore = await fetch(`http://127.0.0.1:${lonely.server?.port}/keys`, {
    headers: createBearerHeader(previousToken),
  })
  expect(refusedBefore.status).toBe(401)
  const pageUrl = `http://127.0.0.1:${lonely.server?.port}/operator`
  const form = new URLSearchParams({ token })
  const signedIn = await fetch(`${pageUrl}/sign-in`, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  for (const path of ['', '/feeds', '/queues', '/audit-log', '/accounts/acc_1']) {
    const page = await fetch(`${pageUrl}${path}`, { headers: { cookie } })
    expect({ path, status: page.status, text: await page.text() }).toMatchObject({ path, status: 503 })
  }
  await lonely.stop()
  await closeParts()
  await away.end({ timeout: 0 })
})
