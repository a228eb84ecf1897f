import { expect, test } from 'bun:test'
import { keyCacheLimits } from '@hexawatt/gateway/src/auth/key-cache.ts'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createCustomers } from '../gateway/testing/customers.ts'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { startSystem } from '../testing/system-fixture.ts'

const system = stopAtEnd(await startSystem({ asOf }))

/** A gateway that knows no key yet. */
async function startFresh() {
  const gateway = await system.startGateway()
  const ask = (key: string) => fetch(`${gateway.url}/v1/tariff/today`, { headers: { 'x-api-key': key } })
  async function storeReads(): Promise<number> {
    const text = await gateway.deps.metrics.text()
    return Number(text.match(/^gateway_key_store_reads_total\S* (\d+)$/m)?.[1] ?? 0)
  }
  return {
    stop: gateway.stop,
    /** Asks with each key so many times; gives how often the store was read for it. */
    async readsFor(keys: readonly string[], times: number, status: number): Promise<number> {
      const before = await storeReads()
      for (let turn = 0; turn < times; turn++) {
        for (const key of keys) expect((await ask(key)).status).toBe(status)
      }
      return (await storeReads()) - before
    },
    ask,
    storeReads,
  }
}

const count = 5

test('unknown, revoked, expired and valid keys cost one read each, and none when they come again', async () => {
  const customers = createCustomers(system)
  const made = (make: () => Promise<{ key: string }>) => Promise.all(Array.from({ length: count }, make))
  const keysOf = async (make: () => Promise<{ key: string }>) => (await made(make)).map(({ key }) => key)
  const kinds: [keys: string[], status: number][] = [
    [Array.from({ length: count }, createApiKey), 401],
    [await keysOf(customers.addRevoked), 401],
    [await keysOf(customers.addExpired), 401],
    [await keysOf(() => customers.add('decouverte')), 200],
  ]
  const gateway = await startFresh()
  const first: number[] = []
  const again: number[] = []
  for (const [keys, status] of kinds) first.push(await gateway.readsFor(keys, 1, status))
  for (const [keys, status] of kinds) again.push(await gateway.readsFor(keys, 3, status))
  expect([first, again]).toEqual([
    [count, count, count, count],
    [0, 0, 0, 0],
  ])
  await gateway.stop()
})

test('a text without the shape of a key costs no read', async () => {
  const gateway = await startFresh()
  const shapeless = [
    'nonsense',
    'hxw_',
    `hxw_${'g'.repeat(32)}`,
    `hxw_${'a'.repeat(31)}`,
    `hxw_${'A'.repeat(32)}`,
    "'--",
  ]
  expect(await gateway.readsFor(shapeless, 2, 401)).toBe(0)
  await gateway.stop()
})

test('a flood of made-up keys reads the store at a bounded rate, and valid keys are served', async () => {
  // Before the gateway starts: it knows that the key exists, and has not read it.
  const { key } = await createCustomers(system).add('scale')
  const gateway = await startFresh()
  const flood = 1_000
  const startedMs = performance.now()
  const answers = await Promise.all(Array.from({ length: flood }, () => gateway.ask(createApiKey())))
  const { burst, ratePerSecond } = keyCacheLimits.unknownKeyReads
  const allowed = burst + Math.ceil(((performance.now() - startedMs) / 1_000) * ratePerSecond)
  expect(await gateway.storeReads()).toBeLessThanOrEqual(Math.min(allowed, flood / 2))
  // 503 where the list of keys is not quite up to date: nobody is told that a key is wrong which nobody has looked for.
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([])
  expect(statuses.has(401)).toBe(true)
  expect((await gateway.ask(key)).status).toBe(200)
  await gateway.stop()
})
