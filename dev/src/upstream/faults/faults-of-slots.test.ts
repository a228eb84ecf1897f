import { describe, expect, test } from 'bun:test'
import { samplesAsOf, slotSamples } from '../testing/sample-calls.ts'
import { paths, period, type ReadBlock, type ReadSlot, useUpstreams } from '../testing/upstream-fixture.ts'
import type { FaultInput } from './fault.ts'

const upstreamAt = useUpstreams()
const upstream = await upstreamAt(samplesAsOf)

const hours = period('2026-01-14T10:00:00+01:00', '2026-01-14T12:00:00+01:00')
const day = period('2026-01-13T23:00:00Z', '2026-01-14T23:00:00Z')

type Question = { path: string; query: Record<string, string> }

async function under(fault: FaultInput, { path, query }: Question): Promise<Response> {
  upstream.faults.set([fault])
  return upstream.get(path, query)
}

async function blocksUnder(fault: FaultInput, question: Question): Promise<ReadBlock[]> {
  const body = (await (await under(fault, question)).json()) as Record<string, ReadBlock[]>
  return Object.values(body)[0] ?? []
}

const countSlots = (blocks: readonly ReadBlock[]): number => blocks.reduce((sum, { values }) => sum + values.length, 0)

type DatedValue = { updatedDate: string | undefined; value: number; price: number | undefined }

/** The values of blocks by series and slot, of several the one that was published last. */
function newestBySlot(blocks: readonly ReadBlock[]): Map<string, DatedValue> {
  const newest = new Map<string, DatedValue>()
  for (const { values, start_date: _, end_date: __, updated_date, sub_type: ___, peak: ____, ...keys } of blocks) {
    for (const slot of values) {
      const name = JSON.stringify([keys, slot.start_date, slot.end_date])
      const updatedDate = slot.updated_date ?? updated_date
      const known = newest.get(name)
      if (known?.updatedDate !== undefined && known.updatedDate > updatedDate) continue
      newest.set(name, { updatedDate, value: slot.value, price: slot.price })
    }
  }
  return newest
}

describe.each(slotSamples)('$subject', ({ subject, path, query }) => {
  const question = { path, query }

  test('missing_updated_date: the date is neither on blocks nor on slots', async () => {
    expect(JSON.stringify(await upstream.blocks(path, query))).toContain('updated_date')
    const undated = await blocksUnder({ kind: 'missing_updated_date', subject }, question)
    expect(JSON.stringify(undated)).not.toContain('updated_date')
  })

  test('duplicate_slots: every slot twice and in disorder, the right one with the newer date', async () => {
    const right = await upstream.blocks(path, query)
    const twice = await blocksUnder({ kind: 'duplicate_slots', subject }, question)
    expect(countSlots(twice)).toBe(2 * countSlots(right))
    const starts = twice.flatMap(({ values }) => values.map((slot) => slot.start_date))
    expect(starts).not.toEqual([...starts].sort())
    const [newest, expected] = [newestBySlot(twice), newestBySlot(right)]
    expect([...newest.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [name, slot] of expected) expect(newest.get(name)).toEqual(slot)
  })

  test('absent_slots: nothing that begins within the last hours or later, and everything before', async () => {
    const newerThanHours = path === paths.byType || path === paths.mix || path === paths.flows ? 6 : 24
    const limit = Temporal.Instant.from(samplesAsOf).subtract({ hours: newerThanHours }).epochMilliseconds
    const startsOf = (blocks: readonly ReadBlock[]) =>
      blocks.flatMap(({ values }) => values.map((slot) => Date.parse(slot.start_date)))
    const before = startsOf(await upstream.blocks(path, query)).filter((start) => start < limit)
    expect(before.length).toBeGreaterThan(0)
    expect(startsOf(await blocksUnder({ kind: 'absent_slots', subject, newerThanHours }, question))).toEqual(before)
  })

  test('partial_206: parts with tokens until every block is served once', async () => {
    const whole = await upstream.blocks(path, query)
    let response = await under({ kind: 'partial_206', subject, blocksPerPart: 1, times: 1 }, question)
    const statuses: number[] = []
    const parts: ReadBlock[] = []
    for (;;) {
      statuses.push(response.status)
      parts.push(...(Object.values((await response.json()) as Record<string, ReadBlock[]>)[0] ?? []))
      const continuation_token = response.headers.get('continuation_token')
      if (continuation_token === null) break
      response = await upstream.get(path, query, { continuation_token })
    }
    expect(statuses).toEqual([...Array(whole.length - 1).fill(206), 200])
    expect(parts).toEqual(whole)
  })

  test('stretched_slots: the slots of a block are an hour apart; odd_members: members are missing or texts', async () => {
    const [stretched] = await blocksUnder({ kind: 'stretched_slots', subject }, question)
    const startsMs = stretched?.values.slice(0, 3).map((slot) => Date.parse(slot.start_date)) ?? []
    expect(startsMs.map((start) => (start - (startsMs[0] ?? 0)) / 3_600_000)).toEqual([0, 1, 2])
    const [first, second] = await blocksUnder({ kind: 'odd_members', subject }, question)
    expect(first).not.toHaveProperty('values')
    expect([second?.['updated_date'], second?.values[0]] as unknown[]).toEqual(['', 'n/a'])
  })

  test('too_large_413: only when the period is longer than the days given', async () => {
    const fault = { kind: 'too_large_413', subject, times: 1 } as const
    expect((await under({ ...fault, longerThanDays: 2 }, question)).status).toBe(200)
    expect((await under({ ...fault, longerThanDays: 0 }, question)).status).toBe(413)
    expect((await upstream.get(path, query)).status).toBe(200)
  })
})

describe('single blocks and slots', () => {
  const oneHour = period('2026-01-14T10:00:00+01:00', '2026-01-14T11:00:00+01:00')
  const nuclear = { path: paths.byType, query: { ...oneHour, production_type: 'NUCLEAR' } }

  test('object_root: an object for one block, and for one slot', async () => {
    const body = await (await under({ kind: 'object_root', subject: 'generation_by_type' }, nuclear)).json()
    expect(body).toMatchObject({
      actual_generations_per_production_type: { production_type: 'NUCLEAR', values: { value: expect.any(Number) } },
    })
  })

  test('array_root: an array whose values are an object for one slot', async () => {
    const question = { path: paths.byType, query: oneHour }
    const blocks = await blocksUnder({ kind: 'array_root', subject: 'generation_by_type' }, question)
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks[0]?.values).toMatchObject({ value: expect.any(Number) })
  })
})

describe('generation per type', () => {
  const subject = 'generation_by_type'
  const question = { path: paths.byType, query: period('2026-01-14T10:00:00+01:00', '2026-01-14T16:00:00+01:00') }
  const ofType = (blocks: readonly ReadBlock[], type: string): ReadSlot[] =>
    blocks.find((block) => block['production_type'] === type)?.values ?? []
  const sumOfTypes = (blocks: readonly ReadBlock[], slot: number): number =>
    blocks
      .filter((block) => block['production_type'] !== 'TOTAL')
      .reduce((sum, block) => sum + (block.values[slot]?.value ?? 0), 0)

  test('revised_slots: the type times the factor, with a newer date, in the total too', async () => {
    const before = ofType(await upstream.blocks(question.path, question.query), 'FOSSIL_GAS')
    const fault = { kind: 'revised_slots', subject, productionType: 'FOSSIL_GAS', factor: 2 } as const
    const blocks = await blocksUnder(fault, question)
    ofType(blocks, 'FOSSIL_GAS').forEach((slot, index) => {
      expect(slot.value).toBe(2 * (before[index]?.value ?? Number.NaN))
      expect(slot.updated_date > (before[index]?.updated_date ?? '')).toBe(true)
    })
    expect(ofType(blocks, 'TOTAL')[0]?.value).toBe(sumOfTypes(blocks, 0))
  })

  test('unknown_production_type: 100 MW of fusion, in the total too', async () => {
    const blocks = await blocksUnder({ kind: 'unknown_production_type', subject }, question)
    expect(ofType(blocks, 'FUSION').map((slot) => slot.value)).toEqual(Array(6).fill(100))
    expect(ofType(blocks, 'TOTAL')[0]?.value).toBe(sumOfTypes(blocks, 0))
  })

  test.each([
    ['nuclear_zero', 0],
    ['nuclear_110gw', 110_000],
  ] as const)('%s: the newest slots of nuclear, and the total with them', async (kind, powerMw) => {
    const blocks = await blocksUnder({ kind, subject, newestSlots: 2 }, question)
    const nuclear = ofType(blocks, 'NUCLEAR').map((slot) => slot.value)
    expect(nuclear.slice(-2)).toEqual([powerMw, powerMw])
    expect(nuclear.slice(0, -2)).not.toContain(powerMw)
    expect(ofType(blocks, 'TOTAL').at(-1)?.value).toBe(sumOfTypes(blocks, 5))
  })
})

describe('one part of a subject', () => {
  type Part = [
    what: string,
    fault: Extract<FaultInput, { kind: 'absent_slots' }>,
    Question,
    member: string,
    left: (string | number | undefined)[][],
  ]
  const absent = (subject: (typeof slotSamples)[number]['subject'], productionType: string) =>
    ({ kind: 'absent_slots', subject, productionType }) as const

  test.each<Part>([
    [
      'a production type',
      absent('generation_by_type', 'NUCLEAR'),
      { path: paths.byType, query: { ...hours, production_type: 'NUCLEAR,SOLAR' } },
      'production_type',
      [
        ['NUCLEAR', 0],
        ['SOLAR', 2],
      ],
    ],
    [
      'a type of consumption',
      absent('consumption', 'D-1'),
      { path: paths.consumption, query: hours },
      'type',
      [
        ['REALISED', 8],
        ['ID', 8],
        ['D-1', 0],
        ['D-2', 4],
      ],
    ],
    [
      'a production type of the forecasts',
      absent('generation_forecast', 'SOLAR'),
      { path: paths.forecasts, query: { ...hours, production_type: 'SOLAR,WIND_ONSHORE', type: 'D-2' } },
      'production_type',
      [['WIND_ONSHORE', 8]],
    ],
  ])('absent_slots: %s is missing, and the others stay', async (_, fault, question, member, left) => {
    const blocks = await blocksUnder(fault, question)
    expect(blocks.map((block) => [block[member], block.values.length])).toEqual(left)
  })

  test('absent_slots: an area of the schedules', async () => {
    const question = { path: paths.schedules, query: { ...day, process_type: 'DA' } }
    expect(await blocksUnder(absent('exchange_schedules', '10YES-REE------0'), question)).toHaveLength(10)
  })

  test('absent_slots: the price, while the volume stays', async () => {
    const [block] = await blocksUnder(absent('power_exchanges', 'PRICE'), { path: paths.exchanges, query: day })
    expect(block?.values).toHaveLength(96)
    for (const slot of block?.values ?? []) {
      expect(slot.value).toBeGreaterThan(0)
      expect(slot).not.toHaveProperty('price')
    }
  })

  test('revised_slots: the price times the factor, published now; the volume stays', async () => {
    const question = { path: paths.exchanges, query: day }
    const before = await upstream.blocks(question.path, question.query)
    const fault = { kind: 'revised_slots', subject: 'power_exchanges', productionType: 'PRICE', factor: 2 } as const
    const blocks = await blocksUnder(fault, question)
    expect(blocks.map((block) => block['updated_date'])).toEqual(['2026-01-14T19:20:00+01:00'])
    blocks[0]?.values.forEach((slot, index) => {
      const known = before[0]?.values[index]
      expect([slot.price, slot.value]).toEqual([2 * (known?.price ?? Number.NaN), known?.value ?? Number.NaN])
    })
  })

  test('revised_slots: one revision replaces both issues of a forecast', async () => {
    const question = { path: paths.forecasts, query: { ...hours, production_type: 'WIND_ONSHORE', type: 'D-1' } }
    const before = await upstream.blocks(question.path, question.query)
    const fault = {
      kind: 'revised_slots',
      subject: 'generation_forecast',
      productionType: 'WIND_ONSHORE',
      factor: 2,
    } as const
    const blocks = await blocksUnder(fault, question)
    expect([before.length, blocks.length]).toEqual([2, 1])
    expect(blocks[0]?.values.map((slot) => slot.value)).toEqual(before[1]?.values.map((slot) => 2 * slot.value) ?? [])
  })
})
