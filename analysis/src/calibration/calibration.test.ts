import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { round1, round2, roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { createCalibrationReport } from './calibration-report.ts'
import { writeCalibrationTables } from './calibration-text.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the frozen anchors against the recorded year')
const report = folder === null ? null : createCalibrationReport(await readRecord(findRecordFolder(folder)))

/** Frozen anchors of a scale beside what the record gives, where there is an anchor. */
function frozenAndRecorded(name: string): { frozen: number; recorded: number }[] {
  const scale = report?.scales.find((candidate) => candidate.name === name)
  return (scale?.percentiles ?? []).flatMap(({ frozen, value }) =>
    frozen === null ? [] : [{ frozen, recorded: value }],
  )
}

describe.skipIf(report === null)('the frozen anchors follow from the recorded data', () => {
  test('price: all seven percentiles of the year to the cent', () => {
    const pairs = frozenAndRecorded('price, EUR/MWh')
    expect(pairs).toHaveLength(7)
    for (const { frozen, recorded } of pairs) expect(round2(recorded)).toBe(frozen)
  })

  test('carbon: all six, rounded from three decimals', () => {
    const pairs = frozenAndRecorded('carbon, g/kWh')
    expect(pairs).toHaveLength(6)
    for (const { frozen, recorded } of pairs) {
      expect(round2(roundHalfAwayFromZero(recorded, 3))).toBe(frozen)
      expect(Math.abs(recorded - frozen)).toBeLessThan(0.006)
    }
  })

  test('residual load: all seven to 0.1 GW', () => {
    const pairs = frozenAndRecorded('residual load, GW')
    expect(pairs).toHaveLength(7)
    for (const { frozen, recorded } of pairs) expect(round1(recorded)).toBe(frozen)
  })

  test('consumption: all seven to 0.1 GW, over both recorded years', () => {
    const pairs = frozenAndRecorded('consumption, GW, both years')
    expect(pairs).toHaveLength(7)
    for (const { frozen, recorded } of pairs) expect(round1(recorded)).toBe(frozen)
  })
})

describe.skipIf(report === null)('with the anchors, over two years', () => {
  test('no dimension has one value most of the time in any season', () => {
    const seasons = report?.periods.flatMap((period) => period.seasons) ?? []
    expect(seasons).toHaveLength(10)
    for (const { hours, subScores } of seasons) {
      expect(hours).toBeGreaterThan(1_700)
      for (const dimension of ['price', 'carbon'] as const) expect(subScores[dimension].modeShare).toBeLessThan(0.1)
      // Adequacy is an estimate here, which the score leaves out: the cold hours of early 2023 are beyond its scale.
      expect(subScores.adequacy.modeShare).toBeLessThan(0.16)
    }
  })

  test('the median hour of price and carbon is in the middle of its scale in the calibration year', () => {
    const [year] = report?.periods[0]?.seasons ?? []
    const below = (dimension: 'price' | 'carbon', band: number): number =>
      year?.subScores[dimension].bandShares.slice(0, band).reduce((sum, share) => sum + share, 0) ?? Number.NaN
    expect(below('price', 3)).toBeLessThan(0.5)
    expect(below('price', 4)).toBeGreaterThan(0.5)
    expect(below('carbon', 4)).toBeLessThan(0.5)
    expect(below('carbon', 5)).toBeGreaterThan(0.5)
  })
})

describe.skipIf(report === null)('docs/methodology/accuracy-figures.md', () => {
  test('has every table as the data give it', async () => {
    const documented = await Bun.file(join(import.meta.dir, '../../../docs/methodology/accuracy-figures.md')).text()
    const tables = report === null ? [] : writeCalibrationTables(report)
    expect(tables).toHaveLength(5)
    for (const table of tables) expect(documented).toContain(table)
  })
})
