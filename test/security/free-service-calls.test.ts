import { expect, test } from 'bun:test'
import { generousPlanTable } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import type { System } from '../testing/system-fixture.ts'

const limit = 5
const planTable = { ...generousPlanTable, anonymous: { requestsPerMinute: limit } }
const settings = { TRUSTED_PROXIES: '127.0.0.1' }

type Gateway = Awaited<ReturnType<System['startGateway']>>
const system = stopAtEnd(await startServedSystem())
/** A gateway that keeps no answer, and one that keeps each for ever. */
const forgetful = stopAtEnd(
  await system.startGateway({ settings, seams: { planTable, cacheTimeMs: createLeapingTime() } }),
)
const keeping = stopAtEnd(await system.startGateway({ settings, seams: { planTable, cacheTimeMs: () => 0 } }))

const ask = ({ url }: Gateway, method: string, path: string, address: string) =>
  fetch(`${url}${path}`, { method, headers: { 'x-forwarded-for': address } })

/** Live answers for which a service was asked. */
async function serviceCalls({ deps }: Gateway): Promise<number> {
  const text = await deps.metrics.text()
  return Number(/^gateway_response_cache_lookups_total\{[^}]*from="service"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

test('HEAD counts like GET if it calls a service', async () => {
  const statuses: number[] = []
  for (let count = 0; count < limit + 3; count++) {
    const method = count % 2 === 0 ? 'HEAD' : 'GET'
    statuses.push((await ask(forgetful, method, '/api/coverage', '198.51.100.1')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await serviceCalls(forgetful)).toBe(limit)
})

test('spellings of one query are one request to the service: 250 of them make one call, which counts', async () => {
  const before = await serviceCalls(keeping)
  for (let count = 0; count < 250; count++) {
    const answer = await ask(keeping, 'HEAD', `/api/coverage?${'&'.repeat(count)}`, '198.51.100.2')
    expect(answer.status).toBe(200)
  }
  expect((await serviceCalls(keeping)) - before).toBe(1)
  const { headers } = await ask(keeping, 'GET', '/api/coverage', '198.51.100.2')
  expect(headers.get('x-ratelimit-remaining-minute')).toBe(String(limit - 2))
})

test('a refused HEAD affects no client that waits for the same response', async () => {
  const statusesOf = async (method: string, address: string, count: number) => {
    const answers = Array.from({ length: count }, () => ask(forgetful, method, '/api/coverage', address))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  await statusesOf('GET', '198.51.100.3', limit)
  const [refused, served] = await Promise.all([
    statusesOf('HEAD', '198.51.100.3', 20),
    statusesOf('GET', '198.51.100.4', limit),
  ])
  expect(served).toEqual(Array.from({ length: limit }, () => 200))
  expect(new Set(refused).difference(new Set([200, 429]))).toEqual(new Set())
})
