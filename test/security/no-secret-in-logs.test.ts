import { expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { makeRandomSecret } from '@hexawatt/dev/src/embedded/secret-file.ts'
import { programNames } from '@hexawatt/dev/src/up/program-settings.ts'
import { operations } from '@hexawatt/shared/contract/operations'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { createSql } from '@hexawatt/shared/postgres/client'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import * as v from 'valibot'
import { portOf, rawRequest, sendRaw } from '../gateway/testing/raw-http.ts'
import { makeRoomForPoints } from '../history/testing/history-fixture.ts'
import { startProductProcesses } from './testing/product-processes.ts'

const operatorToken = makeRandomSecret()
const previousOperatorToken = makeRandomSecret()
const wrongOperatorToken = makeRandomSecret()
const demoKey = createApiKey()
const unknownKey = createApiKey()

const database = await createTestDatabase()
closeAtEnd(database.drop)
const sql = createSql(database.url, 'secrets test', 1)
await makeRoomForPoints(sql)
await sql.end({ timeout: 1 })
const product = stopAtEnd(
  await startProductProcesses({
    databaseUrl: database.url,
    redisUrl: await createTestRedisUrl(),
    internalToken: makeRandomSecret(),
    demoKey,
    settings: {
      OPERATOR_TOKEN: operatorToken,
      OPERATOR_TOKEN_PREVIOUS: previousOperatorToken,
      ADDRESS_HASH_SECRET: makeRandomSecret(),
      TRUSTED_PROXIES: '127.0.0.1',
    },
  }),
)

const NewKey = v.looseObject({ key: v.string(), keyId: v.string(), accountId: v.string() })

/** Asks the operator's listener, with its token unless another is given. */
async function operate(
  method: string,
  path: string,
  body: object | null = null,
  token = operatorToken,
  requestId = '',
) {
  const response = await fetch(`${product.operatorUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer }
}

async function newKey(account: string) {
  const { status, body } = await operate('POST', '/keys', { account, plan: 'scale' })
  expect(status).toBe(201)
  return v.parse(NewKey, body)
}

/** Everything that an operator does, well and badly; gives the keys that came of it. */
async function actAsOperator(): Promise<{ good: string; revoked: string; rotated: string }> {
  const good = await newKey('good')
  const revoked = await newKey('revoked')
  const rotated = v.parse(NewKey, (await operate('POST', `/keys/${good.keyId}/rotate`, { overlapHours: 1 })).body)
  expect((await operate('POST', `/keys/${revoked.keyId}/revoke`, {})).status).toBe(200)
  expect((await operate('PATCH', `/keys/${rotated.keyId}`, { expiresAt: '2099-01-01T00:00:00Z' })).status).toBe(200)
  expect((await operate('PUT', `/accounts/${good.accountId}/plan`, { plan: 'pro' })).status).toBe(200)
  for (const path of ['/keys', '/accounts', '/usage?month=2026-11'])
    expect((await operate('GET', path)).status).toBe(200)
  expect((await operate('GET', '/keys', null, previousOperatorToken)).status).toBe(200)
  // The mistakes that people make: the wrong token, a token or a key where something else belongs.
  expect((await operate('GET', '/keys', null, wrongOperatorToken)).status).toBe(401)
  expect((await operate('GET', '/keys', null, good.key)).status).toBe(401)
  await operate('POST', `/keys/${good.key}/revoke`, {}, operatorToken, good.key)
  for (const secret of [good.key, operatorToken]) {
    await operate('GET', `/keys?token=${secret}`)
    await operate('POST', '/keys', { account: 'x', plan: secret })
    await operate('POST', '/keys', { [secret]: 1 })
  }
  return { good: good.key, revoked: revoked.key, rotated: rotated.key }
}

/** A key as the password of HTTP Basic, in the way in which it lies in the header. */
const basicOf = (key: string): string => `Basic ${btoa(`hexawatt:${key}`)}`

const encodedWhole = (text: string): string =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')

/** A path whose answers are those of another one is logged as that one is: the gateway drops lines of refused requests when there are many. */
const asked = operations.filter(({ bodyOf }) => bodyOf === null)
let address = 0
/** Every way in which a key comes to the public port, on every operation that has a body of its own. */
async function askWith(key: string): Promise<void> {
  for (const { path } of asked) {
    address += 1
    const from = { 'x-forwarded-for': `198.51.100.${address % 250}` }
    const ways: [string, Record<string, string>][] = [
      [path, { 'x-api-key': key }],
      [`${path}?api_key=${key}`, {}],
      [`${path}?key=${key}&api_key=${key.slice('hxw_'.length)}`, { authorization: `Bearer ${key}` }],
      [`${path}/?api_key=${key}`, { authorization: `Bearer ${key}` }],
      [`${path}?hours=${key}&profile=${key}`, { 'x-api-key': key }],
      [`${path}/${key}`, {}],
      [`${path}/${key.replace('_', '%5F')}`, {}],
      [`${path}/${encodedWhole(key)}`, {}],
      [`/${encodeURIComponent(`${path}?x-api-key=${key}`)}`, {}],
      [
        path,
        { authorization: `Bearer ${key}`, cookie: `key=${key}`, 'user-agent': key, referer: `https://x/?k=${key}` },
      ],
      [path, { authorization: basicOf(key) }],
      [path, { authorization: `${basicOf(key)}=`, 'x-api-key': key }],
      [path, { 'x-api-key': key, 'x-request-id': key, traceparent: key, 'if-none-match': key, accept: key }],
    ]
    for (const [target, headers] of ways) {
      const response = await fetch(`${product.url}${target}`, { headers: { ...from, ...headers } })
      expect(response.status).not.toBe(500)
      // In no answer either, neither in the address of a redirect.
      const shown = `${JSON.stringify([...response.headers])} ${await response.text()}`
      if (key !== demoKey) expect(shown).not.toContain(key.slice('hxw_'.length))
    }
  }
  const port = portOf(product.url)
  await sendRaw(port, rawRequest(`${key} /v1/score HTTP/1.1`))
  await sendRaw(port, rawRequest(`GET http://x:${key}@y/v1/score HTTP/1.1`))
  await sendRaw(port, `GET /v1/score HTTP/1.1\r\nhost: ${key}\r\nconnection: close\r\n\r\n`)
}

/** A figure of a customer's load profile. */
const profileMarker = 7.314159265

/** Compares contracts for a profile, once well and once badly. */
async function compareContracts(key: string): Promise<void> {
  const loadKwh = Array.from({ length: 24 }, () => profileMarker)
  const good = { loadKwh }
  for (const args of [good, { loadKwh: [...loadKwh, profileMarker] }, { loadKwh, contracts: ['nothing'] }]) {
    const params = { name: 'compare_contracts', arguments: args }
    const response = await fetch(`${product.url}/mcp`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const answer: unknown = await response.json()
    const { result } = Object(answer)
    // The whole answer is in the message of a failure.
    expect([answer, result?.isError ?? false]).toEqual([answer, args !== good])
  }
}

test('a whole run at log level debug writes no key, token, secret, password or load profile', async () => {
  const keys = { ...(await actAsOperator()), demoKey, unknownKey }
  const isScored = async () => {
    const response = await fetch(`${product.url}/v1/score`, { headers: { 'x-api-key': keys.good } })
    return response.status === 200
  }
  expect(await pollUntil(isScored, { intervalMs: 300, timeoutMs: 90_000 })).toBe(true)
  await compareContracts((await newKey('comparing')).key)
  for (const key of Object.values(keys)) await askWith(key)
  const outputs = await product.stop()

  expect([...outputs.keys()].toSorted()).toEqual(programNames.toSorted())
  // What is looked through is really what they said: a line for every request, and those of debug too.
  for (const [name, output] of outputs) expect([name, output.split('\n').length > 2]).toEqual([name, true])
  const requests = (outputs.get('gateway') ?? '').split('\n').filter((line) => line.includes('"request"'))
  expect(requests.length).toBeGreaterThan(asked.length * 13 * Object.keys(keys).length)
  expect(outputs.get('svc-score')).toContain('"level":"debug"')
  expect(outputs.get('svc-web')).toContain('"audit":true')

  const tokens = [operatorToken, previousOperatorToken, wrongOperatorToken]
  const keyTexts = Object.values(keys).map((key) => key.slice('hxw_'.length))
  const secrets = [
    String(profileMarker),
    ...product.secrets,
    ...tokens,
    ...keyTexts,
    ...keyTexts.map(encodedWhole),
    ...Object.values(keys)
      .map(basicOf)
      .map((text) => text.slice('Basic '.length, -2)),
  ]
  expect(product.secrets.length).toBeGreaterThanOrEqual(6)
  for (const [name, output] of outputs) {
    const lines = output.split('\n').filter((line) => secrets.some((secret) => line.includes(secret)))
    expect([name, lines]).toEqual([name, []])
  }
})
