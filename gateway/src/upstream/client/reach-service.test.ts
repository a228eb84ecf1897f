import { expect, test } from 'bun:test'
import { createServiceAddresses, reachService } from './service-addresses.ts'
import { ServiceCallError, type ServiceCallReason } from './service-call.ts'

/** Attempts at a service of which each address fails for a reason, or answers with itself. */
function fixtureOf(faults: Record<string, ServiceCallReason | null>) {
  const addresses = createServiceAddresses({
    origin: new URL('http://service.test'),
    lookUp: () => Promise.resolve(Object.keys(faults)),
    monotonicMs: () => 0,
  })
  const tried: string[] = []
  async function attempt(address: string, isUnsent: boolean): Promise<string> {
    tried.push(address)
    const reason = faults[address]
    if (reason != null) throw new ServiceCallError(reason, undefined, !isUnsent)
    return address
  }
  const reach = (isUnsent: boolean) => reachService(addresses, (address) => attempt(address, isUnsent))
  return { faults, tried, reach }
}

test.each(['refused', 'unreachable', 'late'] as const)(
  'a request not sent to an address that is %s goes to the next address, and the first is avoided for a while',
  async (reason) => {
    const { tried, reach } = fixtureOf({ a: reason, b: null })
    expect([await reach(true), await reach(true)]).toEqual(['b', 'b'])
    expect(tried).toEqual(['a', 'b', 'b'])
  },
)

test('a request that may have been sent is not repeated, and its address stays in use', async () => {
  const { tried, reach } = fixtureOf({ a: 'late', b: null })
  await expect(reach(false)).rejects.toMatchObject({ reason: 'late' })
  await reach(false)
  await expect(reach(false)).rejects.toMatchObject({ reason: 'late' })
  expect(tried).toEqual(['a', 'b', 'a'])
})

test('a single address is retried when it refuses, not when it is silent', async () => {
  const refusing = fixtureOf({ a: 'refused' })
  await expect(refusing.reach(true)).rejects.toMatchObject({ reason: 'refused' })
  expect(refusing.tried).toEqual(['a', 'a'])
  const silent = fixtureOf({ a: 'late' })
  await expect(silent.reach(true)).rejects.toMatchObject({ reason: 'late' })
  expect(silent.tried).toEqual(['a'])
})

test('a single address that refuses during a replacement gets a moment to come back', async () => {
  const { faults, reach } = fixtureOf({ a: 'refused' })
  const answer = reach(true)
  await Bun.sleep(1)
  faults['a'] = null
  expect(await answer).toBe('a')
})

test('at most two attempts are made, however many addresses refuse', async () => {
  const { tried, reach } = fixtureOf({ a: 'refused', b: 'refused', c: null })
  await expect(reach(true)).rejects.toMatchObject({ reason: 'refused' })
  expect(tried).toEqual(['a', 'b'])
})
