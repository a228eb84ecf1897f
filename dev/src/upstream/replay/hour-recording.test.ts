import { describe, expect, test } from 'bun:test'
import {
  flow,
  longAfter,
  longRowsByInstant,
  recordedFolder,
  recordedNumber,
  rowsByInstant,
  useReplays,
  utc,
  valueAt,
} from '../testing/replay-fixture.ts'
import { paths, period } from '../testing/upstream-fixture.ts'

const { replayAt, longReplayAt } = useReplays()

const spain = '10YES-REE------0'
const france = '10YFR-RTE------C'

describe('replay of the shipped hourly file', () => {
  const autumn = period('2021-10-31T00:00:00+02:00', '2021-11-01T00:00:00+01:00')

  test('the day of 25 hours has each of them once, every type as recorded', async () => {
    const [upstream, rows] = await Promise.all([
      replayAt(longAfter),
      rowsByInstant('generation_by_type_hourly_2021_clock_change'),
    ])
    const blocks = await upstream.blocks(paths.byType, autumn)
    for (const [production_type, column] of [
      ['NUCLEAR', 'nuclear_mw'],
      ['WIND_ONSHORE', 'wind_onshore_mw'],
      // Below 0 is pumping.
      ['HYDRO_PUMPED_STORAGE', 'hydro_pumped_net_mw'],
    ] as const) {
      const slots = blocks.find((block) => block['production_type'] === production_type)?.values ?? []
      expect(new Set(slots.map(({ start_date }) => utc(start_date))).size).toBe(25)
      for (const slot of slots) expect(slot.value).toBe(recordedNumber(rows.get(utc(slot.start_date)), column))
    }
    expect(blocks.some((block) => block['production_type'] === 'WIND_OFFSHORE')).toBe(false)
  })

  test('a time recorded by the hour has no quarter-hours: they are not generated', async () => {
    const upstream = await replayAt('2021-10-28T12:00:00Z')
    const response = await upstream.get(paths.mix)
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(await response.json()).toEqual({ generation_mix_15min_time_scale: [] })
  })
})

describe.skipIf(recordedFolder === null)('replay of hourly files', () => {
  test('an hour that was not recorded stays absent, its neighbours are as recorded', async () => {
    const name = 'generation_by_type_hourly_2023-2025-01.csv.gz'
    const rows = await longRowsByInstant(name)
    const first = Temporal.Instant.from([...rows.keys()][0] ?? '')
    const hours = Array.from({ length: 17_000 }, (_, index) =>
      first.add({ hours: index }).toString({ smallestUnit: 'second' }),
    )
    const missing = hours.filter((hour) => !rows.has(hour))
    expect(missing.length).toBeGreaterThan(0)
    for (const hour of missing) {
      const instant = Temporal.Instant.from(hour)
      const upstream = await longReplayAt(longAfter)
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
    const rows = await longRowsByInstant('generation_by_type_hourly_2023-2025-01.csv.gz')
    const suspect = [...rows.values()].find((row) => row['suspect'] !== '')
    const hour = suspect?.['datetime_utc'] ?? ''
    const instant = Temporal.Instant.from(hour)
    const upstream = await longReplayAt(longAfter)
    const blocks = await upstream.blocks(paths.byType, period(hour, instant.add({ hours: 1 }).toString()))
    expect(valueAt(blocks, { production_type: 'FOSSIL_GAS' }, hour)).toBe(recordedNumber(suspect, 'gas_mw'))
    const early = await longReplayAt(longAfter)
    const february = await early.blocks(paths.byType, period('2023-02-01T00:00:00Z', '2023-02-02T00:00:00Z'))
    expect(february.some((block) => block['production_type'] === 'WIND_OFFSHORE')).toBe(false)
  })

  test('recorded imports of 2020 are inflows only: outflows are absent, not 0', async () => {
    const [upstream, rows] = await Promise.all([
      longReplayAt(longAfter),
      longRowsByInstant('generation_and_imports_hourly_2020.csv.gz'),
    ])
    const blocks = await upstream.blocks(paths.flows, period('2020-05-10T00:00:00Z', '2020-05-11T00:00:00Z'))
    expect(new Set(blocks.map((block) => block['receiver_country_name']))).toEqual(new Set(['France']))
    expect(valueAt(blocks, flow(spain, france), '2020-05-10T12:00:00Z')).toBe(
      recordedNumber(rows.get('2020-05-10T12:00:00Z'), 'import_from_ES_mw'),
    )
  })
})
