import { describe, expect, test } from 'bun:test'
import type { RecordedRow } from '@hexawatt/shared/testing/recorded-csv'
import {
  longAfter,
  longRowsByInstant,
  recordedFolder,
  recordedNumber,
  rowsByInstant,
  useReplays,
  utc,
} from '../testing/replay-fixture.ts'
import { paths, period, type ReadBlock, type Upstream } from '../testing/upstream-fixture.ts'

const { replayAt, longReplayAt } = useReplays()

const france = '10YFR-RTE------C'
const spain = '10YES-REE------0'
const everyType = { type: 'REALISED,ID,D-1,D-2' }
const valuesOf = (blocks: readonly ReadBlock[], type: string) =>
  blocks.find((block) => block['type'] === type)?.values ?? []

const winter = 'eco2mix_15min_2025_winter'
const december = 'eco2mix_15min_2021-12.csv.gz'
const winterDay = period('2025-01-10T23:00:00Z', '2025-01-11T23:00:00Z')
const decemberDay = period('2021-12-17T23:00:00Z', '2021-12-18T23:00:00Z')

type Recorded = { upstream: Upstream; rows: Map<string, RecordedRow> }
const shipped = async (): Promise<Recorded> => ({
  upstream: await replayAt(longAfter),
  rows: await rowsByInstant(winter),
})
const long = async (): Promise<Recorded> => ({
  upstream: await longReplayAt(longAfter),
  rows: await longRowsByInstant(december),
})

async function expectConsumption({ upstream, rows }: Recorded, day: Record<string, string>): Promise<void> {
  const blocks = await upstream.blocks(paths.consumption, { ...day, ...everyType })
  expect(blocks.map((block) => block['type'])).toEqual(['REALISED', 'ID', 'D-1'])
  for (const [type, column] of [
    ['REALISED', 'consommation'],
    ['ID', 'prevision_j'],
    ['D-1', 'prevision_j1'],
  ] as const) {
    const slots = valuesOf(blocks, type)
    expect(slots).toHaveLength(96)
    for (const slot of slots) expect(slot.value).toBe(recordedNumber(rows.get(utc(slot.start_date)), column))
  }
}

async function expectSchedules({ upstream, rows }: Recorded, day: Record<string, string>, count: number) {
  const response = await upstream.get(paths.schedules, { ...day, process_type: 'DA' })
  expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
  expect(response.headers.get('x-hexawatt-note')).toContain('Germany and Belgium')
  const { time_series } = (await response.json()) as { time_series: ReadBlock[] }
  const between = (sender: string, receiver: string) =>
    time_series.find(
      (block) => block['sender_country_eic_code'] === sender && block['receiver_country_eic_code'] === receiver,
    )?.values ?? []
  const exports = between(france, spain)
  expect(between(spain, france)).toHaveLength(count)
  between(spain, france).forEach((slot, index) => {
    const recordedMw = recordedNumber(rows.get(utc(slot.start_date)), 'ech_comm_espagne')
    expect(slot.value - (exports[index]?.value ?? Number.NaN)).toBe(recordedMw)
    expect(Date.parse(slot.end_date) - Date.parse(slot.start_date)).toBe(86_400_000 / count)
  })
}

describe('replay of consumption', () => {
  test('realised values and two forecasts by the quarter-hour, as recorded', async () => {
    await expectConsumption(await shipped(), winterDay)
  })

  test('as of an instant: realised up to ten minutes ago, the last intraday issue up to its hour, tomorrow in the evening', async () => {
    const days = { ...period('2025-01-11T00:00:00+01:00', '2025-01-13T00:00:00+01:00'), ...everyType }
    const newestEnds = async (asOf: string) =>
      Object.fromEntries(
        (await (await replayAt(asOf)).blocks(paths.consumption, days)).map((block) => [
          block['type'],
          block.values.at(-1)?.end_date,
        ]),
      )
    expect(await newestEnds('2025-01-11T17:09:00Z')).toEqual({
      REALISED: '2025-01-11T17:45:00+01:00',
      ID: '2025-01-11T19:00:00+01:00',
      'D-1': '2025-01-12T00:00:00+01:00',
    })
    expect(await newestEnds('2025-01-11T18:00:00Z')).toMatchObject({ 'D-1': '2025-01-13T00:00:00+01:00' })
  })

  test('on the last recorded day the recording answers for slots that have begun', async () => {
    const days = { ...period('2025-07-25T00:00:00+02:00', '2025-07-27T00:00:00+02:00'), ...everyType }
    const response = await (await replayAt('2025-07-25T18:00:00Z')).get(paths.consumption, days)
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    const { short_term } = (await response.json()) as { short_term: ReadBlock[] }
    expect(valuesOf(short_term, 'REALISED').at(-1)?.end_date).toBe('2025-07-25T19:45:00+02:00')
    expect(valuesOf(short_term, 'D-1').at(-1)?.end_date).toBe('2025-07-26T00:00:00+02:00')
  })

  test('the weekly forecast was never recorded: it is generated and says so, or empty', async () => {
    const day = period('2025-01-11T00:00:00+01:00', '2025-01-12T00:00:00+01:00')
    const generated = await (await replayAt(longAfter)).get(paths.weekly, day)
    expect(generated.headers.get('x-hexawatt-origin')).toBe('generated')
    expect(await (await replayAt(longAfter, true)).blocks(paths.weekly, day)).toEqual([])
  })
})

describe('replay of schedules', () => {
  test('commercial exchanges in the direction of their sign, in slots as long as recorded', async () => {
    await expectSchedules(await shipped(), winterDay, 96)
  })

  test('other processes were not recorded and are empty, not generated', async () => {
    const response = await (await replayAt(longAfter)).get(paths.schedules, { ...winterDay, process_type: 'ID' })
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(await response.json()).toEqual({ time_series: [] })
  })
})

describe.skipIf(recordedFolder === null)(
  'replay of December 2021, of which exchanges were recorded by the half-hour',
  () => {
    test('consumption and its forecasts, as recorded', async () => {
      await expectConsumption(await long(), decemberDay)
    })

    test('schedules in half-hours', async () => {
      await expectSchedules(await long(), decemberDay, 48)
    })
  },
)
