import { describe, expect, test } from 'bun:test'
import {
  longAfter,
  longRowsByInstant,
  recordedFolder,
  recordedNumber,
  useReplays,
  utc,
} from '../testing/replay-fixture.ts'
import { paths, period } from '../testing/upstream-fixture.ts'

const { longReplayAt } = useReplays()

const name = 'day_ahead_price_hourly_2020-2025-01.csv.gz'

describe.skipIf(recordedFolder === null)('replay of prices', () => {
  test('every hour of a period is as recorded, without a volume', async () => {
    const [upstream, rows] = await Promise.all([longReplayAt(longAfter), longRowsByInstant(name)])
    const april = period('2022-04-01T00:00:00+02:00', '2022-04-08T00:00:00+02:00')
    expect((await upstream.get(paths.exchanges, april)).headers.get('x-hexawatt-origin')).toBe('recorded')
    const slots = (await upstream.blocks(paths.exchanges, april)).flatMap((block) => block.values)
    expect(slots).toHaveLength(7 * 24)
    for (const slot of slots) {
      expect(slot.price).toBe(recordedNumber(rows.get(utc(slot.start_date)), 'price_eur_mwh'))
      expect(slot).not.toHaveProperty('value')
    }
    expect(slots.map((slot) => slot.price)).toContain(2987.78)
  })

  test('the doubled hour of autumn is two hours of one price, and a day of 25 hours', async () => {
    const upstream = await longReplayAt(longAfter)
    const autumn = period('2021-10-31T00:00:00+02:00', '2021-11-01T00:00:00+01:00')
    const [block] = await upstream.blocks(paths.exchanges, autumn)
    expect(block?.values).toHaveLength(25)
    const doubled = block?.values.filter((slot) => slot.start_date.startsWith('2021-10-31T02:00'))
    expect(doubled?.map((slot) => [slot.start_date.slice(-6), slot.price])).toEqual([
      ['+02:00', 72.075],
      ['+01:00', 72.075],
    ])
  })

  test('a day that was not recorded is absent between its neighbours', async () => {
    const upstream = await longReplayAt(longAfter)
    const days = period('2020-01-30T00:00:00+01:00', '2020-02-02T00:00:00+01:00')
    const blocks = await upstream.blocks(paths.exchanges, days)
    expect(blocks.map((block) => [block['start_date'], block.values.length])).toEqual([
      ['2020-01-30T00:00:00+01:00', 24],
      ['2020-02-01T00:00:00+01:00', 24],
    ])
  })

  test('negative prices are served', async () => {
    const [upstream, rows] = await Promise.all([longReplayAt(longAfter), longRowsByInstant(name)])
    const [hour] = [...rows].find(([, row]) => recordedNumber(row, 'price_eur_mwh') < -100) ?? ['']
    const from = Temporal.Instant.from(hour)
    const blocks = await upstream.blocks(paths.exchanges, period(hour, from.add({ hours: 1 }).toString()))
    expect(blocks[0]?.values[0]?.price).toBe(recordedNumber(rows.get(hour), 'price_eur_mwh'))
  })

  test('the auction of tomorrow is public from one o’clock on', async () => {
    const tomorrow = period('2023-06-11T00:00:00+02:00', '2023-06-12T00:00:00+02:00')
    const before = await longReplayAt('2023-06-10T10:59:00Z')
    const after = await longReplayAt('2023-06-10T11:00:00Z')
    expect(await before.blocks(paths.exchanges, tomorrow)).toEqual([])
    expect((await after.blocks(paths.exchanges, tomorrow))[0]?.values).toHaveLength(24)
    expect((await after.blocks(paths.exchanges))[0]?.['start_date']).toBe('2023-06-11T00:00:00+02:00')
  })

  test('after the last recorded hour prices are generated and say so, or are empty when only recordings may be served', async () => {
    const later = period('2025-03-01T00:00:00+01:00', '2025-03-02T00:00:00+01:00')
    const generated = await (await longReplayAt(longAfter)).get(paths.exchanges, later)
    expect(generated.headers.get('x-hexawatt-origin')).toBe('generated')
    expect(await (await longReplayAt(longAfter, true)).blocks(paths.exchanges, later)).toEqual([])
  })
})
