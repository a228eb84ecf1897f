import { expect, test } from 'bun:test'
import { eco2mixColumns } from '../subjects/quarter-hour.ts'
import { askJson, between, exportRows, type Named, valuesOf } from '../testing/open-fixture.ts'
import { flow, recordedNumber, rowsByInstant, useReplays, utc, valueAt } from '../testing/replay-fixture.ts'
import { paths, period } from '../testing/upstream-fixture.ts'

const asOf = '2025-07-20T10:00:00Z'
const { replayAt } = useReplays()

/** Columns that are not copied: forecasts have their own publication, and the emissions are computed. */
const derived: readonly string[] = ['prevision_j', 'prevision_j1', 'taux_co2']

test('rows of the portal are those of the recorded file, column by column', async () => {
  const recorded = await rowsByInstant('eco2mix_15min_2025_summer')
  const replay = await replayAt(asOf)
  const day = between('2025-07-17T22:00:00+00:00', '2025-07-18T22:00:00+00:00')
  const rows = await exportRows(replay, 'eco2mix-national-tr', day)
  expect(rows).toHaveLength(96)
  for (const row of rows) {
    const original = recorded.get(utc(String(row['date_heure'])))
    for (const column of eco2mixColumns.filter((name) => !derived.includes(name))) {
      expect(`${column} ${Number(row[column])}`).toBe(`${column} ${recordedNumber(original, column)}`)
    }
    expect(Math.abs(Number(row['taux_co2']) - recordedNumber(original, 'taux_co2'))).toBeLessThanOrEqual(1)
  }
})

test('flows of Energy-Charts equal those of the operator; a border that was recorded under a neighbour is 0', async () => {
  const replay = await replayAt(asOf)
  const query = { country: 'fr', start: '2025-07-18', end: '2025-07-18' }
  type Flows = { unix_seconds: number[]; countries: Named[] }
  const { unix_seconds: starts, countries } = await askJson<Flows>(replay, 'energy-charts', '/cbpf', query)
  const blocks = await replay.blocks(paths.flows, period('2025-07-18T00:00:00+02:00', '2025-07-19T00:00:00+02:00'))
  const [french, british] = ['10YFR-RTE------C', '10YGB----------A'] as const
  expect(starts).toHaveLength(96)
  starts.forEach((start, index) => {
    const hour = utc(Temporal.Instant.fromEpochMilliseconds((start - (start % 3_600)) * 1_000).toString())
    const inflow = valueAt(blocks, flow(british, french), hour) ?? Number.NaN
    const outflow = valueAt(blocks, flow(french, british), hour) ?? Number.NaN
    expect(valuesOf(countries, 'United Kingdom')[index]).toBeCloseTo((inflow - outflow) / 1_000, 6)
  })
  expect(new Set(valuesOf(countries, 'Belgium'))).toEqual(new Set([0]))
})
