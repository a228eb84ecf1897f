import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { paths, period, type ReadBlock, type ReadSlot, startUpstream } from '../testing/upstream-fixture.ts'
import type { FaultInput } from './fault.ts'

const upstream = await startUpstream('2026-01-14T18:20:00Z', { allowFaultControl: true })
afterEach(() => upstream.faults.clear())
afterAll(() => upstream.stop())

const subject = 'generation_by_type'
const hours = period('2026-01-14T10:00:00+01:00', '2026-01-14T16:00:00+01:00')
const oneHour = period('2026-01-14T10:00:00+01:00', '2026-01-14T11:00:00+01:00')

/** Answers one call with the faults on. */
async function under(faults: FaultInput[], path: string = paths.byType, query = hours): Promise<Response> {
  upstream.faults.set(faults)
  return upstream.get(path, query)
}

async function blocksUnder(fault: FaultInput, query = hours): Promise<ReadBlock[]> {
  const body = (await (await under([fault], paths.byType, query)).json()) as Record<string, ReadBlock[]>
  return Object.values(body)[0] ?? []
}

const ofType = (blocks: readonly ReadBlock[], type: string): ReadSlot[] =>
  blocks.find((block) => block['production_type'] === type)?.values ?? []
const sumOfTypes = (blocks: readonly ReadBlock[], slot: number): number =>
  blocks
    .filter((block) => block['production_type'] !== 'TOTAL')
    .reduce((sum, block) => sum + (block.values[slot]?.value ?? 0), 0)

describe('refusals', () => {
  test('expired_token: one 401 although the token is fresh', async () => {
    const first = await under([{ kind: 'expired_token', subject }])
    const second = await upstream.get(paths.byType, hours)
    expect([first.status, second.status]).toEqual([401, 200])
  })

  test('token_without_access_token: 200 without the token', async () => {
    upstream.faults.set([{ kind: 'token_without_access_token', subject: 'token', times: 1 }])
    const response = await upstream.askToken()
    expect(response.status).toBe(200)
    expect(await response.json()).not.toHaveProperty('access_token')
    expect(await (await upstream.askToken()).json()).toHaveProperty('access_token')
  })

  test('rate_limited: 429 with the seconds to wait', async () => {
    const response = await under([{ kind: 'rate_limited', subject, retryAfterSeconds: 7 }])
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test('error_500 in the operator’s body, unavailable_503', async () => {
    const failure = await under([{ kind: 'error_500', subject }])
    expect(failure.status).toBe(500)
    expect(await failure.json()).toMatchObject({ error: 'COMMON_ERROR_T03' })
    expect((await under([{ kind: 'unavailable_503', subject: 'all' }], paths.lines)).status).toBe(503)
  })

  test('too_large_413: only when the period is longer than the days given', async () => {
    upstream.faults.set([{ kind: 'too_large_413', subject, longerThanDays: 1, times: 1 }])
    const dayQuery = period('2026-01-13T00:00:00+01:00', '2026-01-14T00:00:00+01:00')
    const longQuery = period('2026-01-12T00:00:00+01:00', '2026-01-14T00:00:00+01:00')
    expect((await upstream.get(paths.byType, dayQuery)).status).toBe(200)
    expect((await upstream.get(paths.byType, longQuery)).status).toBe(413)
    expect((await upstream.get(paths.byType, longQuery)).status).toBe(200)
  })
})

describe('broken bodies', () => {
  test('slow: the answer comes after those that were asked later', async () => {
    const order: string[] = []
    const slow = under([{ kind: 'slow', subject, delayMs: 300 }]).then(() => order.push('slow'))
    const other = upstream.get(paths.flows).then(() => order.push('other'))
    await Promise.all([slow, other])
    expect(order).toEqual(['other', 'slow'])
  })

  test('cut_off_json: a valid start that does not parse, or a connection that breaks', async () => {
    const text = await (await under([{ kind: 'cut_off_json', subject }])).text()
    expect(text).toStartWith('{"actual_generations_per_production_type":[{')
    expect(() => JSON.parse(text)).toThrow()
    const broken = under([{ kind: 'cut_off_json', subject, cut: 'connection' }]).then((response) => response.json())
    await expect(broken).rejects.toThrow()
  })

  test.each([paths.byType, paths.lines, paths.intensities])('wrong_shape: another root name at %s', async (path) => {
    const before = Object.keys((await (await upstream.get(path)).json()) as object)
    const after = Object.keys(
      (await (await under([{ kind: 'wrong_shape', subject: 'all' }], path, {})).json()) as object,
    )
    expect(after).not.toEqual(before)
  })

  test('wrong_shape: a text instead of values', async () => {
    const [block] = await blocksUnder({ kind: 'wrong_shape', subject, shape: 'text_values' })
    expect(typeof block?.values).toBe('string')
  })

  test('object_root: an object for one block, and for one slot', async () => {
    upstream.faults.set([{ kind: 'object_root', subject }])
    const query = { ...oneHour, production_type: 'NUCLEAR' }
    expect(await (await upstream.get(paths.byType, query)).json()).toMatchObject({
      actual_generations_per_production_type: { production_type: 'NUCLEAR', values: { value: expect.any(Number) } },
    })
  })

  test('array_root: an array whose values are an object for one slot', async () => {
    const blocks = await blocksUnder({ kind: 'array_root', subject }, oneHour)
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks[0]?.values).toMatchObject({ value: expect.any(Number) })
  })

  test('partial_206: parts with tokens until all blocks are served, each once', async () => {
    const whole = await upstream.blocks(paths.byType, hours)
    let response = await under([{ kind: 'partial_206', subject, blocksPerPart: 5, times: 1 }])
    const statuses: number[] = []
    const parts: ReadBlock[] = []
    for (;;) {
      statuses.push(response.status)
      parts.push(...(Object.values((await response.json()) as Record<string, ReadBlock[]>)[0] ?? []))
      const continuation_token = response.headers.get('continuation_token')
      if (continuation_token === null) break
      response = await upstream.get(paths.byType, hours, { continuation_token })
    }
    expect(statuses).toEqual([206, 206, 200])
    expect(parts).toEqual(whole)
  })

  test('missing_updated_date: slots without it', async () => {
    const blocks = await blocksUnder({ kind: 'missing_updated_date', subject })
    expect(blocks.flatMap((block) => block.values).some((slot) => 'updated_date' in slot)).toBe(false)
  })
})

describe('bent values', () => {
  test('absent_slots: a type without slots, or everything without its newest hours', async () => {
    expect(ofType(await blocksUnder({ kind: 'absent_slots', subject, productionType: 'NUCLEAR' }), 'NUCLEAR')).toEqual(
      [],
    )
    const old = await blocksUnder({ kind: 'absent_slots', subject, newerThanHours: 6 })
    expect(ofType(old, 'SOLAR').map((slot) => slot.start_date)).toEqual([
      '2026-01-14T10:00:00+01:00',
      '2026-01-14T11:00:00+01:00',
      '2026-01-14T12:00:00+01:00',
      '2026-01-14T13:00:00+01:00',
    ])
  })

  test('duplicate_slots: every slot twice, in disorder, the newer one right', async () => {
    const right = ofType(await upstream.blocks(paths.byType, hours), 'NUCLEAR')
    const twice = ofType(await blocksUnder({ kind: 'duplicate_slots', subject }), 'NUCLEAR')
    expect(twice).toHaveLength(2 * right.length)
    const starts = twice.map((slot) => slot.start_date)
    expect(starts).not.toEqual([...starts].sort())
    for (const slot of right) {
      const [newer, older] = twice
        .filter((one) => one.start_date === slot.start_date)
        .sort((a, b) => (a.updated_date < b.updated_date ? 1 : -1))
      expect(newer).toEqual(slot)
      expect(older?.value).not.toBe(slot.value)
    }
  })

  test('revised_slots: the type times the factor, with a newer date', async () => {
    const before = ofType(await upstream.blocks(paths.byType, hours), 'FOSSIL_GAS')
    const blocks = await blocksUnder({ kind: 'revised_slots', subject, productionType: 'FOSSIL_GAS', factor: 2 })
    ofType(blocks, 'FOSSIL_GAS').forEach((slot, index) => {
      expect(slot.value).toBe(2 * (before[index]?.value ?? Number.NaN))
      expect(slot.updated_date > (before[index]?.updated_date ?? '')).toBe(true)
    })
    expect(ofType(blocks, 'TOTAL')[0]?.value).toBe(sumOfTypes(blocks, 0))
  })

  test('unknown_production_type: 100 MW of fusion, in the total too', async () => {
    const blocks = await blocksUnder({ kind: 'unknown_production_type', subject })
    expect(ofType(blocks, 'FUSION').map((slot) => slot.value)).toEqual(Array(6).fill(100))
    expect(ofType(blocks, 'TOTAL')[0]?.value).toBe(sumOfTypes(blocks, 0))
  })

  test.each([
    ['nuclear_zero', 0],
    ['nuclear_110gw', 110_000],
  ] as const)('%s: the newest slots of nuclear, and the total with them', async (kind, powerMw) => {
    const blocks = await blocksUnder({ kind, subject, newestSlots: 2 })
    const nuclear = ofType(blocks, 'NUCLEAR').map((slot) => slot.value)
    expect(nuclear.slice(-2)).toEqual([powerMw, powerMw])
    expect(nuclear.slice(0, -2)).not.toContain(powerMw)
    expect(ofType(blocks, 'TOTAL').at(-1)?.value).toBe(sumOfTypes(blocks, 5))
  })
})

describe('switching', () => {
  const put = (body: unknown) => fetch(`${upstream.address}/demo/faults`, { method: 'PUT', body: JSON.stringify(body) })

  test('faults are set and cleared over HTTP', async () => {
    expect((await put([{ kind: 'error_500', subject: 'physical_flows' }])).status).toBe(200)
    expect((await upstream.get(paths.flows)).status).toBe(500)
    expect((await upstream.get(paths.mix)).status).toBe(200)
    expect((await fetch(`${upstream.address}/demo/faults`, { method: 'DELETE' })).status).toBe(204)
    expect((await upstream.get(paths.flows)).status).toBe(200)
  })

  test.each([
    ['not a list', { kind: 'error_500', subject: 'all' }],
    ['an unknown kind', [{ kind: 'meteor', subject: 'all' }]],
    ['a delay beyond all bounds', [{ kind: 'slow', subject: 'all', delayMs: 1e9 }]],
    ['a fault that cannot affect its subject', [{ kind: 'nuclear_zero', subject: 'physical_flows' }]],
    ['no JSON', undefined],
  ])('%s is refused', async (_, body) => {
    expect((await put(body)).status).toBe(400)
  })

  test('a fault with `times` expires', async () => {
    upstream.faults.set([{ kind: 'error_500', subject, times: 2 }])
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) statuses.push((await upstream.get(paths.byType, hours)).status)
    expect(statuses).toEqual([500, 500, 200])
    expect(upstream.faults.list()).toEqual([])
  })
})
