import { describe, expect, test } from 'bun:test'
import { paths, period, type Upstream, useUpstreams } from '../../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

/** Half past two in the afternoon in Paris, on a Friday. */
const upstream: Upstream = await upstreamAt('2026-07-10T12:30:00Z')

const yesterday = period('2026-07-09T00:00:00+02:00', '2026-07-10T00:00:00+02:00')
const today = period('2026-07-10T00:00:00+02:00', '2026-07-11T00:00:00+02:00')
const solar = { production_type: 'SOLAR' }

describe('forecasts of generation', () => {
  test('a block names type, production type and issue, and holds the quarter-hours of its day', async () => {
    const blocks = await upstream.blocks(paths.forecasts, { ...today, ...solar, type: 'D-1' })
    expect(blocks.map((block) => block['sub_type'])).toEqual(['DA01', 'DA02'])
    for (const block of blocks) {
      expect(block).toMatchObject({
        start_date: '2026-07-10T00:00:00+02:00',
        end_date: '2026-07-11T00:00:00+02:00',
        type: 'D-1',
        production_type: 'SOLAR',
      })
      expect(block.values).toHaveLength(96)
    }
    expect(blocks[0]?.values[0]).toEqual({
      start_date: '2026-07-10T00:00:00+02:00',
      end_date: '2026-07-10T00:15:00+02:00',
      updated_date: '2026-07-09T18:00:00+02:00',
      value: 0,
    })
    expect(blocks[1]?.values[0]?.updated_date).toBe('2026-07-09T22:00:00+02:00')
  })

  test('the second issue of a day is nearer to the last intraday one than the first', async () => {
    const noon = (blocks: Awaited<ReturnType<Upstream['blocks']>>, name: string) =>
      blocks
        .filter((block) => name === 'ID' || block['sub_type'] === name)
        .flatMap((block) => block.values)
        .filter((slot) => slot.start_date.includes('T1'))
        .map((slot) => slot.value)
    const dayAhead = await upstream.blocks(paths.forecasts, { ...yesterday, ...solar, type: 'D-1' })
    const last = noon(await upstream.blocks(paths.forecasts, { ...yesterday, ...solar, type: 'ID' }), 'ID')
    const distance = (values: readonly number[]) =>
      values.reduce((sum, value, index) => sum + Math.abs(value - (last[index] ?? Number.NaN)), 0)
    expect(last).toHaveLength(40)
    expect(distance(noon(dayAhead, 'DA02'))).toBeLessThan(distance(noon(dayAhead, 'DA01')))
  })

  test('a later issue of the forecast is closer to the measured wind', async () => {
    const week = period('2026-07-02T00:00:00+02:00', '2026-07-09T00:00:00+02:00')
    const measured = await upstream.blocks(paths.byType, week)
    const realised = new Map(
      measured
        .filter((block) => block['production_type'] === 'WIND_ONSHORE')
        .flatMap(({ values }) => values.map((slot) => [slot.start_date, slot.value] as const)),
    )
    const errorsMw: number[] = []
    for (const type of ['ID', 'D-1', 'D-2', 'D-3']) {
      const blocks = await upstream.blocks(paths.forecasts, { ...week, production_type: 'WIND_ONSHORE', type })
      const errors = blocks
        .flatMap(({ values }) => values)
        .filter(({ start_date }) => realised.has(start_date))
        .map(({ start_date, value }) => Math.abs(value - (realised.get(start_date) ?? 0)))
      errorsMw.push(errors.reduce((sum, error) => sum + error, 0) / errors.length)
    }
    expect(errorsMw).toEqual(errorsMw.toSorted((a, b) => a - b))
    expect(errorsMw[3]).toBeGreaterThan(1.2 * (errorsMw[1] ?? Number.NaN))
  })

  test('intraday: the newest issue holds the rest of the day, each one before it its own hour', async () => {
    const blocks = await upstream.blocks(paths.forecasts, { ...today, ...solar, type: 'ID' })
    expect(blocks.map((block) => [block['sub_type'], block.values.length])).toEqual([
      ...Array.from({ length: 14 }, (_, hour) => [`ID${String(hour + 2).padStart(2, '0')}`, 4]),
      ['ID16', 40],
    ])
    const whole = await upstream.blocks(paths.forecasts, { ...yesterday, ...solar, type: 'ID' })
    expect(whole.at(-1)).toMatchObject({ sub_type: 'ID24', values: { length: 8 } })
  })

  test('without parameters the answer holds the current day and every type of forecast and production', async () => {
    const blocks = await upstream.blocks(paths.forecasts)
    expect(new Set(blocks.map((block) => block['type']))).toEqual(new Set(['D-3', 'D-2', 'D-1', 'ID']))
    expect(new Set(blocks.map((block) => block['production_type']))).toEqual(
      new Set(['SOLAR', 'WIND_ONSHORE', 'WIND_OFFSHORE']),
    )
  })

  test('a period with data at one end only is answered with these data', async () => {
    const both = period('2026-07-10T00:00:00+02:00', '2026-07-13T00:00:00+02:00')
    const blocks = await upstream.blocks(paths.forecasts, { ...both, ...solar, type: 'D-1' })
    expect(new Set(blocks.map((block) => block['start_date']))).toEqual(new Set(['2026-07-10T00:00:00+02:00']))
  })

  test('the longest period with every type stays below the size limit', async () => {
    const long = period('2026-06-19T00:00:00+02:00', '2026-07-10T00:00:00+02:00')
    const response = await upstream.get(paths.forecasts, long)
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(7 * 1024 * 1024)
  })
})

test('every issue of a 25-hour day has its own name or is the last', async () => {
  const autumn = await upstreamAt('2026-10-27T12:00:00Z')
  const day = period('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00')
  const blocks = await autumn.blocks(paths.forecasts, { ...day, ...solar, type: 'ID' })
  expect(blocks.reduce((count, block) => count + block.values.length, 0)).toBe(100)
  expect(blocks.map((block) => block['sub_type'])).toEqual(
    Array.from({ length: 23 }, (_, hour) => `ID${String(hour + 2).padStart(2, '0')}`),
  )
})
