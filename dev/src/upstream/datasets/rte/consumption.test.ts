import { describe, expect, test } from 'bun:test'
import { paths, period, type ReadBlock, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

/** Half past two in the afternoon in Paris, on a Friday. */
const upstream = await upstreamAt('2026-07-10T12:30:00Z')

const everyType = { type: 'REALISED,ID,D-1,D-2' }
const valuesOf = (blocks: readonly ReadBlock[], type: string) =>
  blocks.find((block) => block['type'] === type)?.values ?? []

describe('consumption', () => {
  const fourDays = period('2026-07-09T00:00:00+02:00', '2026-07-13T00:00:00+02:00')

  test('each type reaches as far as it is published, in slots of its own length', async () => {
    const blocks = await upstream.blocks(paths.consumption, { ...fourDays, ...everyType })
    const reach = blocks.map((block) => [block['type'], block.values.length, block.values.at(-1)?.end_date])
    expect(reach).toEqual([
      ['REALISED', 96 + 57, '2026-07-10T14:15:00+02:00'],
      ['ID', 2 * 96, '2026-07-11T00:00:00+02:00'],
      ['D-1', 2 * 96, '2026-07-11T00:00:00+02:00'],
      ['D-2', 4 * 48, '2026-07-13T00:00:00+02:00'],
    ])
  })

  test('forecasts lie near what was realised', async () => {
    const blocks = await upstream.blocks(paths.consumption, { ...fourDays, ...everyType })
    const realised = valuesOf(blocks, 'REALISED')
    for (const type of ['ID', 'D-1']) {
      valuesOf(blocks, type)
        .slice(0, 96)
        .forEach((slot, index) => {
          expect(slot.value / (realised[index]?.value ?? Number.NaN)).toBeWithin(0.95, 1.05)
        })
    }
  })

  test('the realised value is what the mix adds up to', async () => {
    const day = period('2026-07-09T00:00:00+02:00', '2026-07-10T00:00:00+02:00')
    const realised = valuesOf(await upstream.blocks(paths.consumption, { ...day, type: 'REALISED' }), 'REALISED')
    const mix = await upstream.blocks(paths.mix, day)
    realised.forEach((slot, index) => {
      const sumMw = mix
        .filter((block) => block['production_subtype'] === 'TOTAL')
        .reduce((sum, block) => sum + (block.values[index]?.value ?? Number.NaN), 0)
      expect(Math.abs(slot.value - sumMw)).toBeLessThanOrEqual(5)
    })
  })

  test('without parameters it is the current day', async () => {
    const blocks = await upstream.blocks(paths.consumption)
    expect(blocks[0]).toMatchObject({ type: 'REALISED', start_date: '2026-07-10T00:00:00+02:00' })
    expect(blocks[0]?.values).toHaveLength(57)
  })

  test('the corrected values that nobody ever saw are an empty list', async () => {
    const response = await upstream.get(paths.consumption, { type: 'CORRECTED' })
    expect([response.status, await response.json()]).toEqual([200, { short_term: [] }])
  })

  test('186 days of realised values and 31 days of forecasts are answered', async () => {
    const long = period('2026-01-06T00:00:00+01:00', '2026-07-10T00:00:00+02:00')
    const month = period('2026-06-09T00:00:00+02:00', '2026-07-10T00:00:00+02:00')
    expect((await upstream.get(paths.consumption, { ...long, type: 'REALISED' })).status).toBe(200)
    expect((await upstream.get(paths.consumption, { ...month, ...everyType })).status).toBe(200)
  })
})

type WeeklyBlock = Pick<ReadBlock, 'values'> & {
  start_date: string
  updated_date: string
  peak: { peak_hour: string; value: number; temperature: number; temperature_deviation: number }
}
const weekly = async (query: Record<string, string> = {}) =>
  (await upstream.blocks(paths.weekly, query)) as unknown as WeeklyBlock[]

describe('weekly forecasts', () => {
  test('without parameters they are the third to the ninth day ahead, by the half-hour', async () => {
    const blocks = await weekly()
    expect([...new Set(blocks.map((block) => block.start_date))]).toEqual([
      '2026-07-13T00:00:00+02:00',
      '2026-07-14T00:00:00+02:00',
      '2026-07-15T00:00:00+02:00',
      '2026-07-16T00:00:00+02:00',
      '2026-07-17T00:00:00+02:00',
      '2026-07-18T00:00:00+02:00',
      '2026-07-19T00:00:00+02:00',
    ])
    for (const block of blocks) expect(block.values).toHaveLength(48)
  })

  test('the date of publication stands on the block alone, and two issues of one day overlap', async () => {
    const blocks = await weekly(period('2026-07-15T00:00:00+02:00', '2026-07-16T00:00:00+02:00'))
    expect(blocks.map((block) => block.updated_date)).toEqual([
      '2026-07-09T11:15:00+02:00',
      '2026-07-10T11:15:00+02:00',
    ])
    expect(Object.keys(blocks[0]?.values[0] ?? {}).sort()).toEqual(['end_date', 'start_date', 'value'])
    expect(blocks[0]?.values.map((slot) => slot.value)).not.toEqual(blocks[1]?.values.map((slot) => slot.value) ?? [])
  })

  test('the peak is the highest half-hour, with its temperature', async () => {
    for (const { peak, values } of await weekly()) {
      const highest = Math.max(...values.map((slot) => slot.value))
      expect(peak.value).toBe(highest)
      expect(values.find((slot) => slot.start_date === peak.peak_hour)?.value).toBe(highest)
      expect(peak.temperature).toBeWithin(0, 40)
      expect(peak.temperature_deviation).toBeWithin(-10, 10)
    }
  })

  test('a day of 23 hours has 46 half-hours', async () => {
    const blocks = await weekly(period('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'))
    expect(blocks.map((block) => block.values.length)).toEqual([46, 46])
  })
})
