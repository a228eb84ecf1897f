import { describe, expect, test } from 'bun:test'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import { odreNational } from '@hexawatt/svc-ingest/src/sources/odre/national.ts'

/** The operator's direct factors, g/kWh, by series; every other series has none. Written out: the reader has its own. */
const directFactors: Readonly<Record<string, number>> = {
  FOSSIL_GAS: 429,
  FOSSIL_HARD_COAL: 986,
  FOSSIL_OIL: 777,
  'BIOMASS/BIOMASS': 494,
  'BIOMASS/BIOGAS': 494,
  WASTE: 494,
}
/** Series of a complete quarter-hour. */
const seriesCount = 13
/** Columns that the portal writes as texts. */
const textColumns = ['eolien_terrestre', 'eolien_offshore', 'stockage_batterie', 'destockage_batterie']

/** A recorded row as the portal exports it. */
function exported(row: RecordedRow): Record<string, unknown> {
  const { datetime_utc = '', nature, source: _source, ...columns } = row
  const values = Object.entries(columns).map(([column, text]) => {
    if (textColumns.includes(column)) return [column, text === '' ? 'ND' : text]
    return [column, text === '' || text === undefined ? null : Number(text)]
  })
  return { ...Object.fromEntries(values), nature, date_heure: datetime_utc.replace('Z', '+00:00') }
}

/** Intensity of the stored mix for each quarter-hour with a mix, next to the operator's published intensity. */
function compare(rows: readonly RecordedRow[]) {
  const published = new Map(rows.map((row) => [row['datetime_utc'] ?? '', Number(row['taux_co2'] || Number.NaN)]))
  const body = new TextEncoder().encode(JSON.stringify(rows.map(exported)))
  const mix = odreNational
    .read({ body, query: {} })
    .feeds?.find(({ feed }) => feed === 'generation_mix_15min')?.normalised
  const bySlot = Map.groupBy(mix?.measurements ?? [], ({ slotStart }) => slotStart.toString())
  const missesG = [...bySlot].flatMap(([slot, measurements]) => {
    const operatorG = published.get(slot) ?? Number.NaN
    if (Number.isNaN(operatorG) || measurements.length < seriesCount) return []
    const producedMw = measurements.reduce((sum, { value }) => sum + value, 0)
    const grams = measurements.reduce((sum, { series, value }) => sum + value * (directFactors[series] ?? 0), 0)
    return [Math.abs(grams / producedMw - operatorG)]
  })
  const refusedSlots = new Set(mix?.refused?.map(({ measurement }) => measurement.slotStart.toString()))
  return { missesG, refused: refusedSlots.size, measured: bySlot.size + refusedSlots.size }
}

const shareWithinOneGram = (missesG: readonly number[]) => missesG.filter((missG) => missG <= 1).length / missesG.length

describe('the recorded mix through the portal’s format, with the operator’s direct factors, gives its own published intensity', () => {
  test.each(['winter', 'clock_change', 'summer'])(
    'the %s weeks: within 1 g on 99.9 % of the quarter-hours',
    async (part) => {
      const { missesG, refused, measured } = compare(
        await readRecordedCsv(shippedRecordingsDir, `eco2mix_15min_2025_${part}.csv.gz`),
      )
      expect(missesG.length).toBeGreaterThan(1_300)
      expect(shareWithinOneGram(missesG)).toBeGreaterThanOrEqual(0.999)
      // Rows that contradict themselves are few.
      expect(refused / measured).toBeLessThan(0.02)
    },
  )

  const folder = findReferenceData()
  if (folder === null)
    reportSkippedReferenceData('the intensities of all recorded months of 2025 through the portal’s format')
  test.skipIf(folder === null)('all recorded months of 2025', async () => {
    const { missesG, refused, measured } = compare(await readRecordedCsv(folder ?? '', 'eco2mix_15min_2025.csv.gz'))
    expect(missesG.length).toBeGreaterThan(19_000)
    expect(shareWithinOneGram(missesG)).toBeGreaterThanOrEqual(0.999)
    expect(refused / measured).toBeLessThan(0.01)
  })
})
