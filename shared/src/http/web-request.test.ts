import { expect, test } from 'bun:test'
import { countClientHeaders, createAdmitWebRequest, createWebRequestHeaders, shouldCountClient } from './web-request.ts'

const internalToken = 'internal-token-of-the-web-request-tests-01'
const admit = createAdmitWebRequest(['another-token-that-is-accepted-0123456789', internalToken])
const client = {
  id: 'a'.repeat(32),
  wider: [{ id: 'b'.repeat(32) }, { id: 'c'.repeat(32) }],
  isPrivateConnection: true,
  host: 'localhost:8080',
}
const written = (sent: Record<string, string> = {}) =>
  createWebRequestHeaders(new Headers(sent), { internalToken, requestId: 'r', traceparent: 't', client })

test('svc-web reads the client that the gateway wrote', () => {
  expect(admit(written())).toEqual(client)
  const plain = { ...client, wider: [], isPrivateConnection: false, host: '' }
  expect(
    admit(createWebRequestHeaders(new Headers(), { internalToken, requestId: 'r', traceparent: 't', client: plain })),
  ).toEqual(plain)
})

test('client headers that a caller forged are overwritten', () => {
  const claimed = { 'x-client-subject': 'f'.repeat(32), 'x-client-connection': 'plain', 'x-client-host': 'evil' }
  expect(admit(written(claimed))).toEqual(client)
})

test.each([
  ['no token', { 'x-internal-token': '' }],
  ['another token', { 'x-internal-token': 'of-somebody-else-of-somebody-else-0123' }],
  ['no subject', { 'x-client-subject': '' }],
  ['a subject that is no hash', { 'x-client-subject': '192.0.2.1' }],
])('a request with %s is not admitted', (_reason, changes) => {
  const headers = written()
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  expect(() => admit(headers)).toThrow('Nothing is served at this path.')
})

test('svc-web can ask the gateway to count a request against its client', () => {
  expect(shouldCountClient(new Headers())).toBe(false)
  expect(shouldCountClient(new Headers(countClientHeaders))).toBe(true)
})
