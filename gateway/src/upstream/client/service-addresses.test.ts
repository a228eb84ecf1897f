import { describe, expect, test } from 'bun:test'
import { createServiceAddresses, lookUpAddresses } from './service-addresses.ts'

/** Addresses of a name whose resolver and clock are the test's. */
function fixtureOf(url: string, initial: string[]) {
  const seen = { nowMs: 1_000_000, lookUps: 0, answer: (): Promise<string[]> => Promise.resolve(initial) }
  const addresses = createServiceAddresses({
    origin: new URL(url),
    lookUp() {
      seen.lookUps += 1
      return seen.answer()
    },
    monotonicMs: () => seen.nowMs,
  })
  async function take(count: number): Promise<string[]> {
    const taken: string[] = []
    for (let turn = 0; turn < count; turn++) taken.push(await addresses.chooseNext())
    return taken
  }
  return { ...addresses, seen, take }
}

const named = (...initial: string[]) => fixtureOf('http://service.test:3000', initial)

describe('addresses', () => {
  test('are used in turn, in whatever order the resolver lists them', async () => {
    const { seen, take } = named('a', 'b', 'c')
    expect(await take(4)).toEqual(['a', 'b', 'c', 'a'])
    seen.answer = () => Promise.resolve(['c', 'a', 'c', 'b'])
    seen.nowMs += 15_000
    expect(await take(5)).toEqual(['b', 'c', 'a', 'b', 'c'])
  })

  test('that are new come first, and removed ones are not used again', async () => {
    const { seen, take } = named('a', 'b')
    await take(2)
    seen.answer = () => Promise.resolve(['b', 'c'])
    seen.nowMs += 15_000
    expect(await take(4)).toEqual(['c', 'b', 'c', 'b'])
  })

  test.each([
    ['refused', 1_000],
    ['late', 5_000],
    ['unreachable', 5_000],
  ] as const)('that were %s are skipped for %d ms', async (reason, avoidedMs) => {
    const { seen, take, avoid, isAvoided } = named('a', 'b', 'c')
    await take(1)
    avoid('b', reason)
    seen.nowMs += avoidedMs - 1
    expect([isAvoided('b'), await take(3)]).toEqual([true, ['c', 'a', 'c']])
    seen.nowMs += 1
    expect([isAvoided('b'), await take(1)]).toEqual([false, ['b']])
  })

  test('are used although avoided when all are avoided', async () => {
    const { take, avoid } = named('a', 'b')
    await take(2)
    avoid('a', 'refused')
    avoid('b', 'late')
    expect(await take(3)).toEqual(['a', 'b', 'a'])
  })

  test.each(['http://10.0.0.7:3000', 'http://[::1]:3000', 'https://service.test'])(
    'of %s are the host itself',
    async (url) => {
      const { seen, take } = fixtureOf(url, ['wrong'])
      const { hostname } = new URL(url)
      expect(await take(1)).toEqual([hostname.replace('[', '').replace(']', '')])
      expect(seen.lookUps).toBe(0)
    },
  )
})

describe('a host name', () => {
  test('is resolved at most every five seconds, once for all waiting calls', async () => {
    const { seen, chooseNext: next, take } = named('a')
    await Promise.all([next(), next(), next()])
    seen.nowMs += 4_999
    await take(3)
    expect(seen.lookUps).toBe(1)
    seen.nowMs += 1
    await take(3)
    expect(seen.lookUps).toBe(2)
  })

  test('is resolved in the background while its addresses are fresh; otherwise the next call waits', async () => {
    const { seen, chooseNext: next, take } = named('a')
    await take(1)
    const { promise, resolve } = Promise.withResolvers<string[]>()
    seen.answer = () => promise
    seen.nowMs += 14_999
    const meanwhile = next()
    resolve(['b'])
    expect(await meanwhile).toBe('a')
    await Bun.sleep(0)
    expect(await take(1)).toEqual(['b'])
    seen.answer = () => Promise.resolve(['c'])
    seen.nowMs += 15_000
    expect(await Promise.all([next(), next()])).toEqual(['c', 'c'])
  })

  test('keeps its addresses while the resolver is silent', async () => {
    const { seen, take } = named('a')
    await take(1)
    seen.answer = () => new Promise(() => undefined)
    seen.nowMs += 60_000
    expect(await take(2)).toEqual(['a', 'a'])
  })

  test.each([
    ['fails', () => Promise.reject(new Error('SERVFAIL'))],
    ['names none', () => Promise.resolve([])],
  ] as const)('whose resolver %s keeps its addresses, and has none at first', async (_name, answer) => {
    const { seen, take } = named('a')
    const known = seen.answer
    seen.answer = answer
    await expect(take(1)).rejects.toMatchObject({ reason: 'unreachable', cause: expect.any(Error) })
    seen.answer = known
    expect(await take(1)).toEqual(['a'])
    seen.answer = answer
    seen.nowMs += 60_000
    expect(await take(2)).toEqual(['a', 'a'])
  })

  test('is resolved by the platform', async () => {
    expect(await lookUpAddresses('localhost')).toContain('127.0.0.1')
    await expect(lookUpAddresses('service.invalid')).rejects.toThrow()
  })
})
