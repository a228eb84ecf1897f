import { afterAll, describe, expect, test } from 'bun:test'
import {
  flow,
  longAfter,
  recordedFolder,
  recordedNumber,
  replayAt,
  rowsByInstant,
  stopReplays,
  valueAt,
} from '../testing/replay-upstream.ts'
import { paths, period } from '../testing/start-upstream.ts'

afterAll(stopReplays)

const spain = '10YES-REE------0'
const france = '10YFR-RTE------C'

describe.skipIf(recordedFolder === null)('replay of hourly files', () => {
  test('an hour that was not recorded stays absent, its neighbours are as recorded', async () => {
    const name = 'generation_by_type_hourly_2023-2025-01.csv.gz'
    const rows = await rowsByInstant(name)
    const first = Temporal.Instant.from([...rows.keys()][0] ?? '')
    const hours = Array.from({ length: 17_000 }, (_, index) =>
      first.add({ hours: index }).toString({ smallestUnit: 'second' }),
    )
    const missing = hours.filter((hour) => !rows.has(hour))
    expect(missing.length).toBeGreaterThan(0)
    for (const hour of missing) {
      const instant = Temporal.Instant.from(hour)
      const upstream = await replayAt(longAfter)
      const query = period(instant.subtract({ hours: 2 }).toString(), instant.add({ hours: 3 }).toString())
      const blocks = await upstream.blocks(paths.byType, query)
      expect(valueAt(blocks, { production_type: 'NUCLEAR' }, hour)).toBeUndefined()
      const [neighbour = ''] = [...rows.keys()].filter((key) => key > hour).sort()
      expect(valueAt(blocks, { production_type: 'NUCLEAR' }, neighbour)).toBe(
        recordedNumber(rows.get(neighbour), 'nuclear_mw'),
      )
    }
  })

  test('a suspect row is served as it was recorded, and an empty cell is absent', async () => {
    const rows = await rowsByInstant('generation_by_type_hourly_2023-2025-01.csv.gz')
    const suspect = [...rows.values()].find((row) => row['suspect'] !== '')
    const hour = suspect?.['datetime_utc'] ?? ''
    const instant = Temporal.Instant.from(hour)
    const upstream = await replayAt(longAfter)
    const blocks = await upstream.blocks(paths.byType, period(hour, instant.add({ hours: 1 }).toString()))
    expect(valueAt(blocks, { production_type: 'FOSSIL_GAS' }, hour)).toBe(recordedNumber(suspect, 'gas_mw'))
    const early = await replayAt(longAfter)
    const february = await early.blocks(paths.byType, period('2023-02-01T00:00:00Z', '2023-02-02T00:00:00Z'))
    expect(february.some((block) => block['production_type'] === 'WIND_OFFSHORE')).toBe(false)
  })

  test('a time recorded by the hour has no quarter-hours: they are not generated', async () => {
    const upstream = await replayAt('2023-06-10T12:00:00Z')
    const response = await upstream.get(paths.mix)
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(await response.json()).toEqual({ generation_mix_15min_time_scale: [] })
  })

  test('recorded imports of 2020 are inflows alone: outflows are absent, not 0', async () => {
    const [upstream, rows] = await Promise.all([
      replayAt(longAfter),
      rowsByInstant('generation_and_imports_hourly_2020.csv.gz'),
    ])
    const blocks = await upstream.blocks(paths.flows, period('2020-05-10T00:00:00Z', '2020-05-11T00:00:00Z'))
    expect(new Set(blocks.map((block) => block['receiver_country_name']))).toEqual(new Set(['France']))
    expect(valueAt(blocks, flow(spain, france), '2020-05-10T12:00:00Z')).toBe(
      recordedNumber(rows.get('2020-05-10T12:00:00Z'), 'import_from_ES_mw'),
    )
  })
})
