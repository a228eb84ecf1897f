import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { judge } from '../../pipeline/plausibility.ts'
import { type MixRow, readMixAndLoad, readNumber } from './mix-row.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the recorded rows of éCO2mix, of which no mix may be refused')

/** Rows of a recorded series at their instants. */
async function readRows(file: string): Promise<{ row: MixRow; slotStart: Temporal.Instant }[]> {
  const bytes = Bun.gunzipSync(await Bun.file(join(folder ?? '', file)).bytes())
  const [header = '', ...lines] = new TextDecoder().decode(bytes).trim().split('\n')
  const names = header.split(',')
  return lines.map((line) => {
    const row = Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell]))
    return { row, slotStart: Temporal.Instant.from(row['datetime_utc'] ?? '') }
  })
}

describe.skipIf(folder === null)('recorded quarter-hours', () => {
  test.each([
    // 150 rows whose exchange misses the balance, 136 whose wind misses its total: every one of them gives the published intensity.
    ['eco2mix_15min_2025.csv.gz', 19_809, { load: 150, 'wind split': 136 }],
    // The operator divided by the production net of pumping.
    ['eco2mix_15min_2021-12.csv.gz', 2_976, { intensity: 765 }],
  ])('of %s lose no mix and no load: contradictions are noted', async (file, count, contradictions) => {
    const rows = await readRows(file)
    const { mix, load } = readMixAndLoad(rows)
    expect(rows).toHaveLength(count)
    expect(mix).toMatchObject({ contradictions })
    expect([mix.fault, mix.refused ?? [], load.refused]).toEqual([undefined, [], []])
    const nuclear = mix.measurements.filter(({ series }) => series === 'NUCLEAR')
    expect(nuclear).toHaveLength(rows.filter(({ row }) => readNumber(row, 'nucleaire') !== null).length)
    const now = Temporal.Instant.from('2026-01-01T00:00:00Z')
    expect(judge('generation_mix_15min', nuclear, now).quarantined).toEqual([])
  })

  test('wind always adds up to its total, and offshore is 0 only where the publisher says so', async () => {
    const rows = await readRows('eco2mix_15min_2025.csv.gz')
    const { mix } = readMixAndLoad(rows)
    const bySlot = Map.groupBy(mix.measurements, ({ slotStart }) => slotStart.epochMilliseconds)
    const off = rows.filter(({ row, slotStart }) => {
      const valueOfSeries = (name: string) =>
        bySlot.get(slotStart.epochMilliseconds)?.find(({ series }) => series === name)?.value ?? 0
      const total = readNumber(row, 'eolien')
      const sum = valueOfSeries('WIND_ONSHORE') + valueOfSeries('WIND_OFFSHORE')
      const isLost = valueOfSeries('WIND_OFFSHORE') === 0 && (readNumber(row, 'eolien_offshore') ?? 0) > 0
      // On 2025-04-18 total and onshore stood at 0 for hours.
      return isLost || (total !== null && total > 0 && Math.abs(sum - total) > 2)
    })
    expect(off.map(({ slotStart }) => slotStart.toString())).toEqual([])
  })
})
