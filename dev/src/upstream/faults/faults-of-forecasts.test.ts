import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import type { SlotSubject } from '../generator/slot-subjects.ts'
import { paths, period, type ReadBlock, startUpstream } from '../testing/upstream-fixture.ts'
import type { FaultInput } from './fault.ts'

const upstream = await startUpstream('2026-01-14T18:20:00Z')
afterEach(() => upstream.faults.clear())
afterAll(() => upstream.stop())

const hours = period('2026-01-14T10:00:00+01:00', '2026-01-14T12:00:00+01:00')
const day = period('2026-01-13T23:00:00Z', '2026-01-14T23:00:00Z')
const twoDays = period('2026-01-12T23:00:00Z', '2026-01-14T23:00:00Z')

type Question = { subject: SlotSubject; path: string; query: Record<string, string> }
/** One question of each subject that is answered with at least two blocks or slots. */
const questions: readonly Question[] = [
  {
    subject: 'generation_forecast',
    path: paths.forecasts,
    query: { ...twoDays, production_type: 'SOLAR', type: 'D-1' },
  },
  { subject: 'consumption', path: paths.consumption, query: twoDays },
  { subject: 'consumption_weekly', path: paths.weekly, query: twoDays },
  { subject: 'power_exchanges', path: paths.exchanges, query: twoDays },
  { subject: 'exchange_schedules', path: paths.schedules, query: { ...twoDays, process_type: 'DA' } },
]

async function under(fault: FaultInput, { path, query }: Omit<Question, 'subject'>): Promise<Response> {
  upstream.faults.set([fault])
  return upstream.get(path, query)
}

async function blocksUnder(fault: FaultInput, question: Omit<Question, 'subject'>): Promise<ReadBlock[]> {
  const body = (await (await under(fault, question)).json()) as Record<string, ReadBlock[]>
  return Object.values(body)[0] ?? []
}

const countSlots = (blocks: readonly ReadBlock[]): number =>
  blocks.reduce((count, block) => count + block.values.length, 0)

type DatedValue = { updatedDate: string | undefined; value: number; price: number | undefined }

/** The values of blocks by series and slot, of several the one that was published last. */
function newestBySlot(blocks: readonly ReadBlock[]): Map<string, DatedValue> {
  const newest = new Map<string, DatedValue>()
  for (const block of blocks) {
    const series = ['type', 'production_type', 'sender_country_eic_code', 'receiver_country_eic_code']
    for (const slot of block.values) {
      const name = [...series.map((member) => block[member]), slot.start_date, slot.end_date].join(' ')
      const updatedDate = slot.updated_date ?? block['updated_date']
      const known = newest.get(name)
      if (known?.updatedDate !== undefined && known.updatedDate > updatedDate) continue
      newest.set(name, { updatedDate, value: slot.value, price: slot.price })
    }
  }
  return newest
}

describe.each(questions)('$subject', ({ subject, path, query }) => {
  const question = { path, query }

  test('is answered without a fault', async () => {
    expect((await upstream.blocks(path, query)).length).toBeGreaterThan(1)
  })

  test.each<[FaultInput['kind'], FaultInput, number]>([
    ['expired_token', { kind: 'expired_token', subject }, 401],
    ['rate_limited', { kind: 'rate_limited', subject }, 429],
    ['error_500', { kind: 'error_500', subject }, 500],
    ['unavailable_503', { kind: 'unavailable_503', subject }, 503],
    ['too_large_413', { kind: 'too_large_413', subject, longerThanDays: 1 }, 413],
  ])('%s refuses', async (_, fault, status) => {
    expect((await under(fault, question)).status).toBe(status)
  })

  test('slow: the answer comes after one that was asked later', async () => {
    const order: string[] = []
    const slow = under({ kind: 'slow', subject, delayMs: 200 }, question).then(() => order.push('slow'))
    const other = upstream.get(paths.flows).then(() => order.push('other'))
    await Promise.all([slow, other])
    expect(order).toEqual(['other', 'slow'])
  })

  test('cut_off_json: a start that does not parse', async () => {
    const text = await (await under({ kind: 'cut_off_json', subject }, question)).text()
    expect(text).toStartWith('{"')
    expect(() => JSON.parse(text)).toThrow()
  })

  test('wrong_shape: another root, or a text instead of values', async () => {
    const renamed = await (await under({ kind: 'wrong_shape', subject }, question)).json()
    expect(Object.keys(renamed as object)[0]).toEndWith('_v2')
    const [block] = await blocksUnder({ kind: 'wrong_shape', subject, shape: 'text_values' }, question)
    expect(typeof block?.values).toBe('string')
  })

  test('missing_updated_date: neither on blocks nor on slots', async () => {
    const whole = JSON.stringify(await upstream.blocks(path, query))
    expect(whole).toContain('updated_date')
    expect(JSON.stringify(await blocksUnder({ kind: 'missing_updated_date', subject }, question))).not.toContain(
      'updated_date',
    )
  })

  test('duplicate_slots: every slot twice, the right one with the newer date', async () => {
    const right = await upstream.blocks(path, query)
    const twice = await blocksUnder({ kind: 'duplicate_slots', subject }, question)
    expect(countSlots(twice)).toBe(2 * countSlots(right))
    const newest = newestBySlot(twice)
    const expected = newestBySlot(right)
    expect([...newest.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [name, slot] of expected) expect(newest.get(name)).toEqual(slot)
  })

  test('absent_slots: nothing that begins within the last hours or later', async () => {
    const blocks = await blocksUnder({ kind: 'absent_slots', subject, newerThanHours: 24 }, question)
    const starts = blocks.flatMap((block) => block.values.map((slot) => Temporal.Instant.from(slot.start_date)))
    expect(starts.length).toBeGreaterThan(0)
    expect(starts.every((start) => start.epochMilliseconds < Date.parse('2026-01-13T18:20:00Z'))).toBe(true)
  })

  test('partial_206: parts with tokens until every block is served once', async () => {
    const whole = await upstream.blocks(path, query)
    let response = await under({ kind: 'partial_206', subject, blocksPerPart: 1, times: 1 }, question)
    const parts: ReadBlock[] = []
    for (;;) {
      parts.push(...(Object.values((await response.json()) as Record<string, ReadBlock[]>)[0] ?? []))
      const continuation_token = response.headers.get('continuation_token')
      expect(response.status).toBe(continuation_token === null ? 200 : 206)
      if (continuation_token === null) break
      response = await upstream.get(path, query, { continuation_token })
    }
    expect(parts).toEqual(whole)
  })
})

describe('single blocks and slots', () => {
  test('object_root: an object for the one block of a day', async () => {
    const body = await (
      await under({ kind: 'object_root', subject: 'power_exchanges' }, { path: paths.exchanges, query: day })
    ).json()
    expect(body).toMatchObject({ france_power_exchanges: { start_date: '2026-01-14T00:00:00+01:00' } })
  })

  test('array_root: an array whose values are an object for one slot', async () => {
    const quarter = { ...period('2026-01-14T10:00:00+01:00', '2026-01-14T10:15:00+01:00'), type: 'REALISED' }
    const [block] = await blocksUnder(
      { kind: 'array_root', subject: 'consumption' },
      { path: paths.consumption, query: quarter },
    )
    expect(block?.values).toMatchObject({ value: expect.any(Number) })
  })
})

describe('one part of a subject', () => {
  const consumption = { path: paths.consumption, query: hours }

  test('absent_slots: a type of consumption, while the others stay', async () => {
    const blocks = await blocksUnder(
      { kind: 'absent_slots', subject: 'consumption', productionType: 'D-1' },
      consumption,
    )
    expect(blocks.map((block) => [block['type'], block.values.length])).toEqual([
      ['REALISED', 8],
      ['ID', 8],
      ['D-1', 0],
      ['D-2', 4],
    ])
  })

  test('absent_slots: the price, while the volume stays', async () => {
    const question = { path: paths.exchanges, query: day }
    const [block] = await blocksUnder(
      { kind: 'absent_slots', subject: 'power_exchanges', productionType: 'PRICE' },
      question,
    )
    expect(block?.values).toHaveLength(96)
    for (const slot of block?.values ?? []) {
      expect(slot.value).toBeGreaterThan(0)
      expect(slot).not.toHaveProperty('price')
    }
  })

  test('absent_slots: a production type of the forecasts, and an area of the schedules', async () => {
    const forecasts = await blocksUnder(
      { kind: 'absent_slots', subject: 'generation_forecast', productionType: 'SOLAR' },
      { path: paths.forecasts, query: { ...hours, type: 'D-1' } },
    )
    expect(forecasts.map((block) => block['production_type'])).not.toContain('SOLAR')
    expect(forecasts.map((block) => block['production_type'])).toContain('WIND_ONSHORE')
    const schedules = await blocksUnder(
      { kind: 'absent_slots', subject: 'exchange_schedules', productionType: '10YES-REE------0' },
      { path: paths.schedules, query: { ...day, process_type: 'DA' } },
    )
    expect(schedules).toHaveLength(10)
  })

  test('revised_slots: the price times the factor, published now', async () => {
    const question = { path: paths.exchanges, query: day }
    const before = await upstream.blocks(question.path, question.query)
    const blocks = await blocksUnder(
      { kind: 'revised_slots', subject: 'power_exchanges', productionType: 'PRICE', factor: 2 },
      question,
    )
    expect(blocks.map((block) => block['updated_date'])).toEqual(['2026-01-14T19:20:00+01:00'])
    blocks[0]?.values.forEach((slot, index) => {
      const known = before[0]?.values[index]
      expect([slot.price, slot.value]).toEqual([2 * (known?.price ?? Number.NaN), known?.value ?? Number.NaN])
    })
  })

  test('revised_slots: one revision takes the place of both issues of a forecast', async () => {
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
