import { describe, expect, test } from 'bun:test'
import { paths, period, type Upstream, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const upstream: Upstream = await upstreamAt('2026-07-10T12:30:00Z')
const morning: Upstream = await upstreamAt('2026-07-10T10:59:59Z')

const france = '10YFR-RTE------C'
const spain = '10YES-REE------0'

describe('power exchanges', () => {
  test('without parameters they are the newest auction: tomorrow’s from one o’clock on', async () => {
    const before = await morning.blocks(paths.exchanges)
    const after = await upstream.blocks(paths.exchanges)
    expect([before[0]?.['start_date'], after[0]?.['start_date']]).toEqual([
      '2026-07-10T00:00:00+02:00',
      '2026-07-11T00:00:00+02:00',
    ])
  })

  test('tomorrow is answered with an empty list before it is auctioned', async () => {
    const tomorrow = period('2026-07-11T00:00:00+02:00', '2026-07-12T00:00:00+02:00')
    const response = await morning.get(paths.exchanges, tomorrow)
    expect([response.status, await response.json()]).toEqual([200, { france_power_exchanges: [] }])
  })

  test('one block per day with its publication date; slots hold only volume and price', async () => {
    const days = period('2026-07-09T00:00:00+02:00', '2026-07-12T00:00:00+02:00')
    const blocks = await upstream.blocks(paths.exchanges, days)
    expect(blocks.map((block) => [block['start_date'], block['updated_date'], block.values.length])).toEqual([
      ['2026-07-09T00:00:00+02:00', '2026-07-08T13:00:00+02:00', 96],
      ['2026-07-10T00:00:00+02:00', '2026-07-09T13:00:00+02:00', 96],
      ['2026-07-11T00:00:00+02:00', '2026-07-10T13:00:00+02:00', 96],
    ])
    expect(Object.keys(blocks[0]?.values[0] ?? {})).toEqual(['start_date', 'end_date', 'value', 'price'])
    const prices = blocks.flatMap((block) => block.values.map((slot) => slot.price ?? Number.NaN))
    expect(prices.some((price) => !Number.isInteger(price))).toBe(true)
  })

  test('negative prices happen', async () => {
    const spring = period('2026-02-10T00:00:00+01:00', '2026-07-10T00:00:00+02:00')
    const blocks = await upstream.blocks(paths.exchanges, spring)
    const prices = blocks.flatMap((block) => block.values.map((slot) => slot.price ?? Number.NaN))
    expect(prices.filter((price) => price < 0).length).toBeWithin(50, 2_000)
  })

  test('slots were hours before October 2025, and a period over the change has both', async () => {
    const change = period('2025-09-30T00:00:00+02:00', '2025-10-02T00:00:00+02:00')
    const blocks = await upstream.blocks(paths.exchanges, change)
    expect(blocks.map((block) => block.values.length)).toEqual([24, 96])
    expect(blocks[0]?.values[0]?.end_date).toBe('2025-09-30T01:00:00+02:00')
  })

  test('days of 23 and 25 hours have 92 and 100 quarter-hours', async () => {
    const spring = period('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00')
    expect((await upstream.blocks(paths.exchanges, spring))[0]?.values).toHaveLength(92)
    const later = await upstreamAt('2026-11-01T12:00:00Z')
    const autumn = period('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00')
    expect((await later.blocks(paths.exchanges, autumn))[0]?.values).toHaveLength(100)
  })
})

describe('exchange schedules', () => {
  const twoDays = period('2026-07-08T22:00:00Z', '2026-07-10T22:00:00Z')
  const dayAhead = { process_type: 'DA' }
  const ofSpain = async (query: Record<string, string>, of: Upstream = upstream) =>
    (await of.blocks(paths.schedules, query)).filter(
      (block) => block['sender_country_eic_code'] === spain && block['receiver_country_eic_code'] === france,
    )

  test('the root is time_series, with a block per direction and day and slots without a date of publication', async () => {
    const response = await upstream.get(paths.schedules, { ...twoDays, ...dayAhead })
    const body = (await response.json()) as { time_series: Record<string, unknown>[] }
    expect(Object.keys(body)).toEqual(['time_series'])
    expect(body.time_series).toHaveLength(2 * 12)
    expect(Object.keys(body.time_series[0] ?? {})).toEqual([
      'sender_country_eic_code',
      'receiver_country_eic_code',
      'updated_date',
      'values',
    ])
    const [block] = await ofSpain({ ...twoDays, ...dayAhead })
    expect(block?.['updated_date']).toBe('2026-07-08T15:15:00+02:00')
    expect(block?.values).toHaveLength(96)
    expect(Object.keys(block?.values[0] ?? {})).toEqual(['start_date', 'end_date', 'value'])
    expect(block?.values[0]?.end_date).toBe('2026-07-09T00:15:00+02:00')
  })

  test('day-ahead schedules of tomorrow come in the afternoon, intraday ones after delivery', async () => {
    const threeDays = period('2026-07-08T22:00:00Z', '2026-07-11T22:00:00Z')
    const days = async (process_type: string, of: Upstream) =>
      (await ofSpain({ ...threeDays, process_type }, of)).map((block) => block.values[0]?.start_date.slice(8, 10))
    const evening = await upstreamAt('2026-07-10T13:15:00Z')
    expect(await days('DA', upstream)).toEqual(['09', '10'])
    expect(await days('DA', evening)).toEqual(['09', '10', '11'])
    expect(await days('LT', upstream)).toEqual(['09', '10', '11'])
    expect(await days('ID', upstream)).toEqual(['09'])
  })
})
