import { describe, expect, test } from 'bun:test'
import {
  longAfter,
  longRowsByInstant,
  recordedFolder,
  recordedNumber,
  useReplays,
  utc,
  valueAt,
} from '../testing/replay-fixture.ts'
import { paths, period } from '../testing/upstream-fixture.ts'

const { longReplayAt } = useReplays()

const name = 'day_ahead_forecasts_hourly_2023-2025-01.csv.gz'
const day = period('2024-05-12T00:00:00+02:00', '2024-05-13T00:00:00+02:00')
const everyType = { type: 'REALISED,ID,D-1,D-2' }

describe.skipIf(recordedFolder === null)('replay of day-ahead forecasts', () => {
  test('wind and sun are served by the hour, as recorded', async () => {
    const [upstream, rows] = await Promise.all([longReplayAt(longAfter), longRowsByInstant(name)])
    const response = await upstream.get(paths.forecasts, { ...day, type: 'D-1' })
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(response.headers.get('x-hexawatt-note')).toContain('slots of one hour')
    const blocks = await upstream.blocks(paths.forecasts, { ...day, type: 'D-1' })
    for (const [production_type, column] of [
      ['SOLAR', 'solar_forecast_mw'],
      ['WIND_ONSHORE', 'wind_onshore_forecast_mw'],
      ['WIND_OFFSHORE', 'wind_offshore_forecast_mw'],
    ] as const) {
      const ofType = blocks.filter((block) => block['production_type'] === production_type)
      expect(ofType.map((block) => [block['sub_type'], block.values.length])).toEqual([['DA01', 24]])
      for (const slot of ofType[0]?.values ?? []) {
        expect(slot.value).toBe(recordedNumber(rows.get(utc(slot.start_date)), column))
        expect(Date.parse(slot.end_date) - Date.parse(slot.start_date)).toBe(3_600_000)
      }
    }
  })

  test('a forecast that was not recorded is absent, and its type refused: nothing is made of quarter-hours', async () => {
    const upstream = await longReplayAt(longAfter)
    const response = await upstream.get(paths.forecasts, { ...day, type: 'ID' })
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'GENERATIONFORECAST_FORECASTS_F08' }])
    const early = period('2023-02-01T00:00:00+01:00', '2023-02-02T00:00:00+01:00')
    const blocks = await upstream.blocks(paths.forecasts, { ...early, type: 'D-1' })
    expect(new Set(blocks.map((block) => block['production_type']))).toEqual(new Set(['SOLAR', 'WIND_ONSHORE']))
  })

  test('consumption of that time holds only its day-ahead forecast', async () => {
    const [upstream, rows] = await Promise.all([longReplayAt(longAfter), longRowsByInstant(name)])
    const blocks = await upstream.blocks(paths.consumption, { ...day, ...everyType })
    expect(blocks.map((block) => block['type'])).toEqual(['D-1'])
    expect(blocks[0]?.values).toHaveLength(24)
    expect(valueAt(blocks, { type: 'D-1' }, '2024-05-12T10:00:00Z')).toBe(
      recordedNumber(rows.get('2024-05-12T10:00:00Z'), 'load_forecast_mw'),
    )
  })

  test('hours with empty cells are absent, and the other series are complete', async () => {
    const [upstream, rows] = await Promise.all([longReplayAt(longAfter), longRowsByInstant(name)])
    const hole = period('2023-04-16T00:00:00+02:00', '2023-04-20T00:00:00+02:00')
    const blocks = await upstream.blocks(paths.forecasts, { ...hole, type: 'D-1', production_type: 'SOLAR' })
    const starts = blocks.flatMap((block) => block.values.map((slot) => utc(slot.start_date)))
    const isInHole = (key: string) => key >= '2023-04-15T22:00:00Z' && key < '2023-04-19T22:00:00Z'
    const recorded = [...rows].filter(([key, row]) => isInHole(key) && row['solar_forecast_mw'] !== '')
    expect(recorded).toHaveLength(3 * 24)
    expect(starts).toEqual(recorded.map(([key]) => key))
    const [load] = await upstream.blocks(paths.consumption, { ...hole, type: 'D-1' })
    expect(load?.values).toHaveLength(4 * 24)
  })

  test('the forecast of tomorrow is public from its hour on, as of that day', async () => {
    const tomorrow = { ...period('2024-05-13T00:00:00+02:00', '2024-05-14T00:00:00+02:00'), type: 'D-1' }
    const before = await longReplayAt('2024-05-12T15:59:00Z')
    const after = await longReplayAt('2024-05-12T16:00:00Z')
    expect((await before.get(paths.forecasts, tomorrow)).status).toBe(400)
    const blocks = await after.blocks(paths.forecasts, { ...tomorrow, production_type: 'SOLAR' })
    expect(blocks.map((block) => [block['sub_type'], block.values.length])).toEqual([['DA01', 24]])
  })

  test('where the quarter-hourly set begins, its values follow the hours without an overlap', async () => {
    const upstream = await longReplayAt(longAfter)
    const turn = period('2024-12-31T00:00:00+01:00', '2025-01-02T00:00:00+01:00')
    const [block] = await upstream.blocks(paths.consumption, { ...turn, type: 'D-1' })
    const slots = block?.values ?? []
    expect(slots).toHaveLength(24 + 96)
    slots.slice(1).forEach((slot, index) => {
      expect(slot.start_date).toBe(slots[index]?.end_date ?? '')
    })
  })
})
