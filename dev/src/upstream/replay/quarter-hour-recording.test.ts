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

const germany = '10YCB-GERMANY--8'
const spain = '10YES-REE------0'
const france = '10YFR-RTE------C'

const winter = 'eco2mix_15min_2025_winter'

describe('replay of the quarter-hourly set', () => {
  const wholeDay = period('2025-01-11T00:00:00+01:00', '2025-01-12T00:00:00+01:00')

  test('hours are the exact means of their four recorded quarters', async () => {
    const [upstream, rows] = await Promise.all([replayAt(longAfter), rowsByInstant(winter)])
    const blocks = await upstream.blocks(paths.byType, wholeDay)
    const columns: Record<string, string[]> = {
      NUCLEAR: ['nucleaire'],
      BIOMASS: ['bioenergies_biomasse', 'bioenergies_biogaz'],
      WASTE: ['bioenergies_dechets'],
      HYDRO_PUMPED_STORAGE: ['hydraulique_step_turbinage', 'pompage'],
      WIND_ONSHORE: ['eolien_terrestre'],
      WIND_OFFSHORE: ['eolien_offshore'],
      FOSSIL_GAS: ['gaz'],
    }
    for (const hour of ['2025-01-11T03', '2025-01-11T12', '2025-01-11T18']) {
      for (const [production_type, names] of Object.entries(columns)) {
        const quarters = ['00', '15', '30', '45'].map((minute) => rows.get(`${hour}:${minute}:00Z`))
        const sum = quarters.flatMap((row) => names.map((name) => recordedNumber(row, name))).reduce((a, b) => a + b, 0)
        expect(valueAt(blocks, { production_type }, `${hour}:00:00Z`)).toBe(sum / 4)
      }
    }
  })

  test('the mix serves the rows as they are, biogas apart from biomass', async () => {
    const [upstream, rows] = await Promise.all([replayAt(longAfter), rowsByInstant(winter)])
    const blocks = await upstream.blocks(paths.mix, wholeDay)
    const row = rows.get('2025-01-11T18:15:00Z')
    const at = (production_type: string, production_subtype: string) =>
      valueAt(blocks, { production_type, production_subtype }, '2025-01-11T18:15:00Z')
    expect(at('BIOENERGY', 'BIOGAS')).toBe(recordedNumber(row, 'bioenergies_biogaz'))
    expect(at('BIOENERGY', 'TOTAL')).toBe(recordedNumber(row, 'bioenergies'))
    expect(at('EXCHANGE', 'TOTAL')).toBe(recordedNumber(row, 'ech_physiques'))
    expect(at('WIND', 'WIND_OFFSHORE')).toBe(recordedNumber(row, 'eolien_offshore'))
    expect(at('PUMPING', 'TOTAL')).toBe(recordedNumber(row, 'pompage'))
  })

  test('a commercial exchange is served in the direction of its sign', async () => {
    const [upstream, rows] = await Promise.all([replayAt(longAfter), rowsByInstant(winter)])
    const response = await upstream.get(paths.flows, wholeDay)
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(response.headers.get('x-hexawatt-note')).toContain('Germany and Belgium')
    const blocks = await upstream.blocks(paths.flows, wholeDay)
    const seenSigns = new Set<number>()
    for (let hour = 0; hour < 23; hour++) {
      const start = `2025-01-11T${String(hour).padStart(2, '0')}`
      const sum = ['00', '15', '30', '45']
        .map((minute) => recordedNumber(rows.get(`${start}:${minute}:00Z`), 'ech_comm_allemagne_belgique'))
        .reduce((a, b) => a + b, 0)
      seenSigns.add(Math.sign(sum))
      expect(valueAt(blocks, flow(germany, france), `${start}:00:00Z`)).toBe(Math.max(0, sum / 4))
      expect(valueAt(blocks, flow(france, germany), `${start}:00:00Z`)).toBe(Math.max(0, -sum / 4))
    }
    expect(seenSigns).toEqual(new Set([1, -1]))
    // Belgium is counted under Germany: it is known, and 0.
    const belgian = blocks.filter((block) => Object.values(block).includes('Belgium'))
    expect(belgian).toHaveLength(2)
    expect(new Set(belgian.flatMap(({ values }) => values.map(({ value }) => value)))).toEqual(new Set([0]))
  })

  test('the spring clock change gives 23 hours and 92 quarters, each once', async () => {
    const upstream = await replayAt(longAfter)
    const day = period('2025-03-30T00:00:00+01:00', '2025-03-31T00:00:00+02:00')
    for (const [path, count] of [
      [paths.byType, 23],
      [paths.flows, 23],
      [paths.mix, 92],
    ] as const) {
      const [block] = await upstream.blocks(path, day)
      expect(block?.values).toHaveLength(count)
      expect(new Set(block?.values.map((slot) => utc(slot.start_date))).size).toBe(count)
    }
  })

  test.each([
    [paths.byType, '2025-01-11T13:00:00+01:00'],
    [paths.flows, '2025-01-11T13:00:00+01:00'],
    [paths.mix, '2025-01-11T13:45:00+01:00'],
  ])('nothing newer than the publication delay: %s', async (path, newestEnd) => {
    const upstream = await replayAt('2025-01-11T13:10:00Z')
    for (const block of await upstream.blocks(path)) expect(block.values.at(-1)?.end_date).toBe(newestEnd)
  })
})

describe.skipIf(recordedFolder === null)('replay of the quarter-hourly set of 2021', () => {
  test('half-hourly exchanges of 2021 make whole hours', async () => {
    const [upstream, rows] = await Promise.all([
      longReplayAt(longAfter),
      longRowsByInstant('eco2mix_15min_2021-12.csv.gz'),
    ])
    const blocks = await upstream.blocks(paths.flows, period('2021-12-18T00:00:00Z', '2021-12-19T00:00:00Z'))
    const mean =
      (recordedNumber(rows.get('2021-12-18T12:00:00Z'), 'ech_comm_espagne') +
        recordedNumber(rows.get('2021-12-18T12:30:00Z'), 'ech_comm_espagne')) /
      2
    const net =
      (valueAt(blocks, flow(spain, france), '2021-12-18T12:00:00Z') ?? Number.NaN) -
      (valueAt(blocks, flow(france, spain), '2021-12-18T12:00:00Z') ?? Number.NaN)
    expect(net).toBe(mean)
    expect(blocks[0]?.values).toHaveLength(24)
  })

  test('wind without a split is onshore, and no offshore wind is invented', async () => {
    const [upstream, rows] = await Promise.all([
      longReplayAt(longAfter),
      longRowsByInstant('eco2mix_15min_2021-12.csv.gz'),
    ])
    const blocks = await upstream.blocks(paths.mix, period('2021-12-18T00:00:00Z', '2021-12-19T00:00:00Z'))
    const onshore = { production_type: 'WIND', production_subtype: 'WIND_ONSHORE' }
    expect(valueAt(blocks, onshore, '2021-12-18T12:00:00Z')).toBe(
      recordedNumber(rows.get('2021-12-18T12:00:00Z'), 'eolien'),
    )
    expect(blocks.some((block) => block['production_subtype'] === 'WIND_OFFSHORE')).toBe(false)
  })
})
