import { describe, expect, test } from 'bun:test'
import { generateAuction } from '../../generator/market.ts'
import { paths, period, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

type Slot = {
  start_date: string
  end_date: string
  imbalance: number
  system_trend: string
  positive_imbalance_settlement_price: number | null
  negative_imbalance_settlement_price: number | null
  missing_data_list: string[]
  updated_date: string
}
type Block = { start_date: string; end_date: string; resolution: string; values: Slot[] }

const upstream = await upstreamAt('2026-07-10T12:10:00Z')

const week = period('2026-07-01T00:00:00+02:00', '2026-07-08T00:00:00+02:00')

async function block(query = {}, from = upstream): Promise<Block> {
  const { imbalance_data } = (await (await from.get(paths.imbalance, query)).json()) as { imbalance_data: Block[] }
  return imbalance_data[0] as Block
}

test('one block of quarter-hours, up to half an hour ago', async () => {
  const today = await block()
  expect(today).toMatchObject({ start_date: '2026-07-10T00:00:00+02:00', resolution: 'PT15M' })
  expect(today.values[0]?.start_date).toBe('2026-07-10T00:00:00+02:00')
  expect(today.values.at(-1)?.end_date).toBe('2026-07-10T13:30:00+02:00')
  expect(today.values).toHaveLength(54)
})

test('prices come half an hour after the volume; until then `missing_data_list` names them', async () => {
  const { values } = await block()
  const priced = values.filter((slot) => slot.negative_imbalance_settlement_price !== null)
  expect(priced.at(-1)?.end_date).toBe('2026-07-10T13:00:00+02:00')
  expect(priced.at(-1)).toMatchObject({ updated_date: '2026-07-10T14:00:00+02:00', missing_data_list: [] })
  for (const slot of values.slice(-2)) {
    expect(slot).toMatchObject({
      imbalance: expect.any(Number),
      system_trend: expect.any(String),
      positive_imbalance_settlement_price: null,
      negative_imbalance_settlement_price: null,
      missing_data_list: ['positive_imbalance_settlement_price', 'negative_imbalance_settlement_price'],
    })
  }
  expect(values.at(-1)?.updated_date).toBe('2026-07-10T14:00:00+02:00')
})

test('a price that comes later leaves the volume as it was, with a newer date', async () => {
  const later = await upstreamAt('2026-07-10T13:00:00Z')
  const before = (await block()).values.at(-1)
  const after = (await block({}, later)).values.find((slot) => slot.start_date === before?.start_date)
  expect([after?.imbalance, after?.system_trend]).toEqual([before?.imbalance, before?.system_trend])
  expect(after?.negative_imbalance_settlement_price).toBeNumber()
  expect((after?.updated_date ?? '') > (before?.updated_date ?? '')).toBe(true)
})

test('the trend is in French: Hausse in a shortage, Baisse in a surplus', async () => {
  const { values } = await block(week)
  const wordOf = ({ imbalance }: Slot) => (Math.abs(imbalance) < 15 ? 'Équilibre' : imbalance > 0 ? 'Hausse' : 'Baisse')
  expect(values.map(({ system_trend }) => system_trend)).toEqual(values.map(wordOf))
  expect(new Set(values.map(({ system_trend }) => system_trend)).size).toBe(3)
})

test('prices are close to the day-ahead price, and a shortage never costs less than a surplus earns', async () => {
  const { values } = await block(week)
  expect(values).toHaveLength(7 * 96)
  for (const slot of values) {
    const startEpochMs = Temporal.Instant.from(slot.start_date).epochMilliseconds
    const auction = { startEpochMs, endEpochMs: startEpochMs + 900_000, publishedEpochMs: 0 }
    const dayAhead = generateAuction(auction).get('PRICE') ?? Number.NaN
    const [positive, negative] = [slot.positive_imbalance_settlement_price, slot.negative_imbalance_settlement_price]
    expect(negative ?? Number.NaN).toBeGreaterThanOrEqual(positive ?? Number.NaN)
    const margin = 75 + 0.1 * Math.abs(dayAhead)
    expect(Math.abs((positive ?? Number.NaN) - dayAhead)).toBeLessThan(margin)
    expect(Math.abs((negative ?? Number.NaN) - dayAhead)).toBeLessThan(margin)
  }
})

test('the days of a clock change have 92 and 100 quarter-hours, each with its own offset', async () => {
  const later = await upstreamAt('2026-11-10T12:10:00Z')
  const spring = await block(period('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'), later)
  const autumn = await block(period('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'), later)
  expect([spring.values.length, autumn.values.length]).toEqual([92, 100])
  expect(autumn.values.filter(({ start_date }) => start_date.includes('T02:00:00'))).toMatchObject([
    { start_date: '2026-10-25T02:00:00+02:00' },
    { start_date: '2026-10-25T02:00:00+01:00' },
  ])
})

describe('faults', () => {
  const subject = 'imbalance'
  const quarter = period('2026-07-10T10:00:00+02:00', '2026-07-10T10:15:00+02:00')

  test('object_root: an object for the one block, and for one slot', async () => {
    upstream.faults.set([{ kind: 'object_root', subject }])
    expect(await (await upstream.get(paths.imbalance, quarter)).json()).toMatchObject({
      imbalance_data: { resolution: 'PT15M', values: { start_date: '2026-07-10T10:00:00+02:00' } },
    })
  })

  test('array_root: an array whose values are an object for one slot', async () => {
    upstream.faults.set([{ kind: 'array_root', subject }])
    expect(await (await upstream.get(paths.imbalance, quarter)).json()).toMatchObject({
      imbalance_data: [{ values: { start_date: '2026-07-10T10:00:00+02:00' } }],
    })
  })

  test('missing_updated_date: slots without it', async () => {
    upstream.faults.set([{ kind: 'missing_updated_date', subject }])
    expect((await block()).values.some((slot) => 'updated_date' in slot)).toBe(false)
  })
})
