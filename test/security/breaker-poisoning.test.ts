import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { everyOperation, goodCall } from '../gateway/testing/operation-calls.ts'
import { portOf, rawRequest, readRaw, sendRaw } from '../gateway/testing/raw-http.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'

/** More failures than a breaker needs to open when the calls of many callers fail. */
const attempts = 12

const system = stopAtEnd(await startServedSystem())
const attacker = await system.createKey('scale')
const victim = await system.createKey('scale')

async function attack(request: string): Promise<number> {
  return readRaw(await sendRaw(portOf(system.gatewayUrl), request)).status
}

/** Every operation goes on answering other clients, from its service and not from the cache. */
async function expectOthersServed(): Promise<void> {
  for (const [id, operation] of everyOperation) {
    const answer = await fetch(`${system.gatewayUrl}${goodCall(operation)}`, { headers: { 'x-api-key': victim } })
    expect([id, answer.status, answer.headers.get('x-service-confidence')]).toEqual([id, 200, null])
    await answer.body?.cancel()
  }
  const health = await fetch(`${system.gatewayUrl}/v1/score?profile=price`, { headers: { 'x-api-key': victim } })
  expect(health.status).toBe(200)
}

test.each([
  ['a byte that is no address', '', '\xe9'],
  ['such a byte behind a Host that is none', 'a b', '\xe9'],
  ['letters that are not encoded, behind a Host that is none', 'a b', '\xc3\xa9'],
  ['a control character behind a port that is none', 'x:99999', '\x7f'],
  ['a blank in disguise', 'x:99999', '\xa0'],
])('%s is answered 400 any number of times, and affects no other client', async (_, host, bytes) => {
  for (const [id, { path }] of everyOperation) {
    const line = `GET ${path}?profile=a${bytes}b HTTP/1.1`
    const headers = [`host: ${host === '' ? 'localhost' : host}`, 'connection: close', `x-api-key: ${attacker}`]
    const request = Buffer.from([line, ...headers, '', ''].join('\r\n'), 'latin1')
    for (let count = 0; count < attempts; count++) {
      const text = await sendRaw(portOf(system.gatewayUrl), request)
      expect([id, readRaw(text).status]).toEqual([id, 400])
    }
  }
  await expectOthersServed()
})

test('HTTP/1.0 without a Host and with an invalid byte in the address is answered 400, and affects no other client', async () => {
  for (const [id, { path }] of everyOperation) {
    const request = Buffer.from(`GET ${path}?x=\xe9 HTTP/1.0\r\nx-api-key: ${attacker}\r\n\r\n`, 'latin1')
    for (let count = 0; count < attempts; count++) {
      expect([id, readRaw(await sendRaw(portOf(system.gatewayUrl), request)).status]).toEqual([id, 400])
    }
  }
  await expectOthersServed()
})

test('requests refused for their parameters, however strange, never count as failures of the service', async () => {
  const values = ['%00', '%0d%0a', '%FF', '%', '#', '"<>', '{}|^`', '%F0%9F%92%A9', 'x'.repeat(7_000)]
  for (const value of values) {
    for (let count = 0; count < attempts; count++) {
      const line = `GET /v1/score?profile=${value}${count} HTTP/1.1`
      expect([value, await attack(rawRequest(line, [`x-api-key: ${attacker}`]))]).toEqual([value, 400])
    }
  }
  await expectOthersServed()
})
