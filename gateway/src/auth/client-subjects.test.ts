import { expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createRequestContext } from '../http/request-context.ts'
import { createClientSubjects, parseTrustedProxies } from './client-subjects.ts'

const secret = 'a secret that hashes client addresses'

const subjects = (addressSecret = secret) =>
  createClientSubjects({ trustedProxies: parseTrustedProxies('10.0.0.1'), addressSecret, planTable: defaultPlanTable })

/** A request that comes from this address. */
function from(address: string, forwardedFor?: string) {
  const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return createRequestContext(new Request('http://x/', { headers }), { requestIP: () => ({ address }) })
}

test('an address is stored as a keyed hash, so that it cannot be guessed without the secret', () => {
  const { id } = subjects().demo(from('192.0.2.7'))
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(id).not.toBe(subjects('another secret that hashes addresses').demo(from('192.0.2.7')).id)
  expect(id).not.toBe(new Bun.CryptoHasher('sha256').update('192.0.2.7').digest('hex').slice(0, 32))
})

test('addresses of one /64 are one client, for every gateway with the same secret', () => {
  const idOf = (address: string) => subjects().anonymous(from(address)).id
  expect(idOf('2001:db8:0:1::1')).toBe(idOf('2001:db8:0:1:ffff::2'))
  expect(idOf('2001:db8:0:1::1')).not.toBe(idOf('2001:db8:0:2::1'))
  expect(idOf('::ffff:192.0.2.7')).toBe(idOf('192.0.2.7'))
})

test('a forwarded address counts only if a trusted proxy sent it', () => {
  const idOf = (address: string, forwardedFor?: string) => subjects().demo(from(address, forwardedFor)).id
  expect(idOf('10.0.0.1', '192.0.2.7')).toBe(idOf('192.0.2.7'))
  expect(idOf('198.51.100.1', '192.0.2.7')).toBe(idOf('198.51.100.1'))
})

test('demo requests and anonymous requests are counted separately, each with the limits of the plan table', () => {
  const request = from('192.0.2.7')
  expect(subjects().demo(request)).toMatchObject({ kind: 'demo', requestsPerMinute: 3, month: { quota: 10, cap: 10 } })
  expect(subjects().anonymous(request)).toMatchObject({ kind: 'anonymous', requestsPerMinute: 60, month: null })
})
