import { describe, expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { portOf, rawRequest, readRaw, sendRaw } from '../gateway/testing/raw-http.ts'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'

const demoKey = createApiKey()
const limit = 3
const planTable = { ...generousPlanTable, demo: { requestsPerMinute: limit, requestsPerMonth: 1_000 } }

type Gateway = Awaited<ReturnType<System['startGateway']>>
const system = stopAtEnd(await startSystem({ asOf }))
const seams = { planTable }
/** A gateway that trusts no proxy, and one behind proxies: the test's own address and a private network. */
const direct = stopAtEnd(await system.startGateway({ settings: { DEMO_API_KEY: demoKey }, seams }))
const proxied = stopAtEnd(
  await system.startGateway({
    settings: { DEMO_API_KEY: demoKey, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, fd00::/8' },
    seams,
  }),
)

/** What is left of the minute after a request with the demo key; null when it was refused. */
async function left({ url }: Gateway, headers: Record<string, string>): Promise<number | null> {
  const response = await fetch(`${url}/v1/tariff/today`, { headers: { 'x-api-key': demoKey, ...headers } })
  if (response.status === 429) return null
  expect(response.status).toBe(200)
  return Number(response.headers.get('x-ratelimit-remaining-minute'))
}

/** The same, with header lines as they stand. */
async function leftOfRaw({ url }: Gateway, lines: readonly string[]): Promise<number | null> {
  const request = rawRequest('GET /v1/tariff/today HTTP/1.1', [`x-api-key: ${demoKey}`, ...lines])
  const { status, headers } = readRaw(await sendRaw(portOf(url), request))
  if (status === 429) return null
  expect(status).toBe(200)
  return Number(headers.get('x-ratelimit-remaining-minute'))
}

const forwarded = (chain: string) => ({ 'x-forwarded-for': chain })

test('a client that is not a proxy cannot get more of the demo key by choosing an address', async () => {
  const tries = ['203.0.113.1', '203.0.113.2', '203.0.113.3, 10.0.0.1', '::1', 'unknown', '', '127.0.0.1']
  const seen: (number | null)[] = []
  for (const address of tries) {
    seen.push(
      await left(direct, {
        ...forwarded(address),
        'x-real-ip': address,
        'true-client-ip': address,
        'cf-connecting-ip': address,
        'x-client-ip': address,
        forwarded: `for=${address}`,
      }),
    )
  }
  expect(seen).toEqual([2, 1, 0, null, null, null, null])
  for (const address of tries) {
    const lines = ['x-forwarded-for: 203.0.113.9', `x-forwarded-for: ${address}`]
    expect(await leftOfRaw(direct, lines)).toBeNull()
    expect(await leftOfRaw(direct, lines.toReversed())).toBeNull()
  }
})

describe('behind a trusted proxy', () => {
  test('the rightmost address that is not a proxy counts, whatever comes before it', async () => {
    expect(await left(proxied, forwarded('198.51.100.1'))).toBe(2)
    expect(await left(proxied, forwarded('203.0.113.77, 198.51.100.1'))).toBe(1)
    expect(await left(proxied, forwarded('198.51.100.2, 198.51.100.1, 10.1.2.3, 10.0.0.9'))).toBe(0)
    expect(await left(proxied, forwarded('198.51.100.250, 198.51.100.1'))).toBeNull()
    // Another client has limits of its own.
    expect(await left(proxied, forwarded('198.51.100.1, 198.51.100.2'))).toBe(2)
  })

  test('an IPv6 client counts as its /64, in every spelling', async () => {
    expect(await left(proxied, forwarded('2001:db8:1:2::1'))).toBe(2)
    expect(await left(proxied, forwarded('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe(1)
    expect(await left(proxied, forwarded('2001:0DB8:0001:0002:0:0:0:abcd, fd00::5'))).toBe(0)
    expect(await left(proxied, forwarded('2001:db8:1:2::9'))).toBeNull()
    expect(await left(proxied, forwarded('2001:db8:1:3::1'))).toBe(2)
  })

  test('an IPv4 address mapped into IPv6 is the same client', async () => {
    expect(await left(proxied, forwarded('198.51.100.40'))).toBe(2)
    expect(await left(proxied, forwarded('::ffff:198.51.100.40'))).toBe(1)
  })

  test('an invalid address is not a new client: the hop before it counts', async () => {
    const seen: (number | null)[] = []
    for (const before of ['nonsense', '198.51.100.60, nonsense', '_hidden', '']) {
      seen.push(await left(proxied, forwarded(`${before}, 10.9.9.9`)))
    }
    expect(seen).toEqual([2, 1, 0, null])
  })

  test('a second header line continues the chain: the proxy’s own addition is the last, and no client can choose it', async () => {
    const seen: (number | null)[] = []
    for (const invented of ['203.0.113.10', '203.0.113.11', '203.0.113.12, 10.0.0.1', '198.51.100.90, 203.0.113.13']) {
      const lines = [`x-forwarded-for: ${invented}`, 'X-Forwarded-For: 198.51.100.90, 10.4.4.4']
      seen.push(await leftOfRaw(proxied, lines))
    }
    expect(seen).toEqual([2, 1, 0, null])
    // The lines are read in their order, also with others in between.
    const lines = ['x-forwarded-for: 198.51.100.90', 'accept: */*', 'x-forwarded-for: 198.51.100.91']
    expect(await leftOfRaw(proxied, lines)).toBe(2)
    expect(await left(proxied, forwarded('198.51.100.91'))).toBe(1)
  })

  test('a very long chain is cheap and does not evade the limit', async () => {
    const invented = Array.from({ length: 500 }, (_, at) => `203.0.113.${at % 250}`).join(', ')
    expect(await left(proxied, forwarded(`${invented}, 198.51.100.80`))).toBe(2)
    expect(await left(proxied, forwarded(`198.51.100.80`))).toBe(1)
  })
})

test('addresses are stored as hashes only', async () => {
  await left(proxied, forwarded('198.51.100.99'))
  const keys = await system.redis.keys('*')
  expect(keys.length).toBeGreaterThan(3)
  const stored = await Promise.all(
    keys.map(async (key) => `${key} ${(await system.redis.dumpBuffer(key))?.toString('latin1')}`),
  )
  for (const text of stored) expect(text).not.toMatch(/198\.51\.100|2001:db8|127\.0\.0\.1/)
})
