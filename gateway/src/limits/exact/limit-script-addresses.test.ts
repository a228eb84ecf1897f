import { expect, test } from 'bun:test'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import fc from 'fast-check'
import type { LimitSubject } from '../quota/quota.ts'
import { type Verdict, verdicts } from '../quota/reading.ts'
import { createSubject, december, november, useLimitScript } from '../testing/limit-script-fixture.ts'
import { takeRequest } from './limit-request.ts'

const { redis, run, readStored } = await useLimitScript()
const { passed, byMinute, byMonth, tooManyAddresses, undone } = verdicts

type Blocks = { kind: 'anonymous' | 'demo'; own: string; wider: readonly string[]; limit: number }

/** A client in blocks of addresses, each with four times the limit of the one within it. */
function client({ kind, own, wider, limit }: Blocks): LimitSubject {
  const of = (id: string, factor: number): LimitSubject => ({
    ...createSubject(kind, limit * factor, limit * 2 * factor),
    id,
  })
  const shared = of(`shared of ${wider.at(-1) ?? own}`, 16)
  return { ...of(own, 1), wider: wider.map((id, i) => of(id, 4 ** (i + 1))), shared }
}

async function verdictsOf(now: number, subject: LimitSubject, maxAddresses?: number): Promise<Verdict[]> {
  return (await run(now, [takeRequest(subject)], maxAddresses)).map(({ verdict }) => verdict)
}

const id = () => crypto.randomUUID()

test('a request refused by a wider block takes nothing from narrower ones and leaves them no state', async () => {
  const wider = [id(), id()]
  const neighbours = Array.from({ length: 5 }, () => client({ kind: 'anonymous', own: id(), wider, limit: 1 }))
  const verdictLists = await Promise.all(neighbours.map((neighbour) => verdictsOf(november, neighbour)))
  expect(verdictLists.slice(0, 4)).toEqual(Array(4).fill([passed, passed, passed]))
  expect(verdictLists[4]).toEqual([undone, byMinute, undone])
  const [first, last] = [neighbours[0], neighbours[4]]
  expect([
    await redis.exists(buildLimitStateKey(first ?? wide())),
    await redis.exists(buildLimitStateKey(last ?? wide())),
  ]).toEqual([1, 0])
  const [widest] = await run(november, [takeRequest({ ...createSubject('anonymous', 16), id: wider[1] ?? '' }, true)])
  expect(widest?.minuteRequests).toBe(5)
})

test('a request refused by the month of a block counts in the minute of every existing state and in no month', async () => {
  const wider = [id()]
  const of = (own: string, limit: number, cap: number): LimitSubject => ({
    ...createSubject('demo', limit, cap),
    id: own,
    wider: [{ ...createSubject('demo', 7, 2), id: wider[0] ?? '' }],
    shared: createSubject('demo', 99),
  })
  const known = of(id(), 5, 9)
  const newcomer = of(id(), 5, 9)
  expect([await verdictsOf(november, known), await verdictsOf(november, known)]).toEqual([
    [passed, passed],
    [passed, passed],
  ])
  expect(await verdictsOf(november, known)).toEqual([undone, byMonth])
  // A client without a state gets none, so that a full block takes no room; the minute of the block counts.
  expect(await verdictsOf(november, newcomer)).toEqual([undone, byMonth])
  expect(await redis.exists(buildLimitStateKey(newcomer))).toBe(0)
  expect(await readStored(known)).toMatchObject({ requests: 2 })
  const readings = await run(november, [takeRequest(known)])
  expect(readings.map(({ minuteRequests, verdict }) => [verdict, minuteRequests])).toEqual([
    [undone, 4],
    [byMonth, 5],
  ])
  expect(await verdictsOf(november, known)).toEqual([undone, byMonth])
  expect(await verdictsOf(november, known)).toEqual([byMinute, byMonth])
  // Refusals by the minute took nothing of the block: one of its seven is left.
  expect(await verdictsOf(november, newcomer)).toEqual([undone, byMonth])
  expect(await verdictsOf(november, newcomer)).toEqual([undone, byMinute])
  expect(await readStored({ ...known, id: wider[0] ?? '' })).toMatchObject({ requests: 2 })
  const nothingServed = createSubject('demo', 5, 0)
  expect((await run(november, [takeRequest(nothingServed)]))[0]?.verdict).toBe(byMonth)
  expect(await redis.exists(buildLimitStateKey(nothingServed))).toBe(0)
})

const wide = () => createSubject('anonymous', 1)

/** Clients of few blocks, in one call or several. */
const asking = fc.array(
  fc.record({ own: fc.nat(5), middle: fc.nat(2), widest: fc.nat(1), isNewCall: fc.boolean(), isDemo: fc.boolean() }),
  { minLength: 10, maxLength: 80 },
)

test('a request takes from all of its blocks or from none, each up to its own limit, whatever the order and calls', async () => {
  await fc.assert(
    fc.asyncProperty(asking, async (requests) => {
      const run1 = id()
      const counts = new Map<string, number>()
      let call: { subject: LimitSubject; expected: boolean }[] = []
      async function send(): Promise<void> {
        const readings = await run(
          november,
          call.map(({ subject }) => takeRequest(subject)),
        )
        const served = call.map((_, i) => readings.slice(3 * i, 3 * i + 3).every(({ verdict }) => verdict === passed))
        expect(served).toEqual(call.map(({ expected }) => expected))
        call = []
      }
      for (const { own, middle, widest, isNewCall, isDemo } of requests) {
        if (isNewCall && call.length > 0) await send()
        const names = [`${widest}.${middle}.${own}`, `${widest}.${middle}`, `${widest}`].map(
          (name) => `${run1} ${name}`,
        )
        const kind = isDemo ? 'demo' : 'anonymous'
        const subject = client({ kind, own: names[0] ?? '', wider: names.slice(1), limit: 2 })
        const keys = names.map((name) => `${kind} ${name}`)
        const expected = keys.every((key, i) => (counts.get(key) ?? 0) < 2 * 4 ** i)
        if (expected) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
        call.push({ subject, expected })
      }
      await send()
    }),
    { numRuns: 40 },
  )
})

test('beyond the bound a new address gets no state, known addresses continue, and the next span has room again', async () => {
  await redis.flushdb()
  const [known, unknown] = [0, 1].map(() => client({ kind: 'anonymous', own: id(), wider: [], limit: 9 }))
  if (known === undefined || unknown === undefined) throw new Error('no clients')
  const now = november + 120 * 5
  expect(await verdictsOf(now, known, 1)).toEqual([passed])
  expect(await verdictsOf(now, unknown, 1)).toEqual([tooManyAddresses])
  expect(await verdictsOf(now + 100, known, 1)).toEqual([passed])
  expect(await redis.exists(buildLimitStateKey(unknown))).toBe(0)
  expect(await verdictsOf(now + 120, unknown, 1)).toEqual([passed])
  expect(await verdictsOf(now + 120, known, 1)).toEqual([tooManyAddresses])
})

test('a reached limit refuses before the address bound, so new addresses of a full block are refused', async () => {
  await redis.flushdb()
  const wider = [id()]
  const now = november + 120 * 9
  const neighbours = Array.from({ length: 5 }, () => client({ kind: 'anonymous', own: id(), wider, limit: 1 }))
  for (const neighbour of neighbours.slice(0, 4)) expect(await verdictsOf(now, neighbour)).toEqual([passed, passed])
  const [last = wide()] = neighbours.slice(4)
  expect(await verdictsOf(now, last, 1)).toEqual([tooManyAddresses, byMinute])
})

test('demo addresses have their own bound per month, and an undone request uses none of it', async () => {
  await redis.flushdb()
  const [first, second] = [0, 1].map(() => client({ kind: 'demo', own: id(), wider: [id()], limit: 9 }))
  if (first === undefined || second === undefined) throw new Error('no clients')
  expect(await verdictsOf(november, first, 3)).toEqual([passed, passed])
  expect(await verdictsOf(november, second, 3)).toEqual([undone, tooManyAddresses])
  expect(await verdictsOf(november, client({ kind: 'demo', own: id(), wider: [], limit: 9 }), 3)).toEqual([passed])
  expect(await verdictsOf(november + 86_400, second, 3)).toEqual([tooManyAddresses, tooManyAddresses])
  expect(await verdictsOf(december, second, 3)).toEqual([passed, passed])
  expect((await readStored(second))?.requests).toBe(1)
})
