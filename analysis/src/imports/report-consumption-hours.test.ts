import { describe, expect, test } from 'bun:test'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import type { MethodName, OracleName } from './compared-hours.ts'
import { reportConsumptionHours } from './report-consumption-hours.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the hourly consumption intensity next to the figures of others')

describe.skipIf(folder === null)('the hourly consumption intensity of recorded years', async () => {
  if (folder === null) return
  const { rows, text } = await reportConsumptionHours(folder)
  const find = (oracle: OracleName, method: MethodName) => {
    const row = rows.find((of) => of.oracle === oracle && of.method === method)
    if (row === undefined) throw new Error(`${method} is not compared with ${oracle}`)
    return row
  }
  const debiased = (oracle: OracleName, method: MethodName) => find(oracle, method).debiasedMae

  test('differs from the measured hours of Electricity Maps by at most 2.6 g/kWh once the level is taken out, over almost a year', () => {
    expect(find('mapsMeasured', 'hourly').hours).toBeGreaterThan(7_500)
    expect(debiased('mapsMeasured', 'hourly')).toBeLessThanOrEqual(2.6)
    expect(debiased('mapsMeasured', 'monthly')).toBeCloseTo(4.35, 1)
  })

  test('differs by at most 3.6 g/kWh over all hours, and by 4.3 g/kWh in the life cycle', () => {
    expect(debiased('maps', 'hourly')).toBeLessThanOrEqual(3.6)
    expect(debiased('mapsLifeCycle', 'hourly')).toBeLessThanOrEqual(4.3)
  })

  test('comes within 2.1 g/kWh with the storage and Swiss transit of Electricity Maps', () => {
    expect(debiased('mapsMeasured', 'storageAndTransit')).toBeLessThanOrEqual(2.1)
  })

  test('differs from a flow-traced mix with the same factors by at most 1.1 g/kWh in 2023', () => {
    expect(debiased('flowTraced2023', 'hourly')).toBeLessThanOrEqual(1.1)
  })

  test('is nearer to every flow-traced series than coarser values of the neighbours are, and than production only', () => {
    for (const oracle of ['mapsMeasured', 'maps', 'flowTraced2022', 'flowTraced2023'] as const) {
      const coarser = (['production', 'yearly', 'monthly', 'lastWeek'] as const).map((method) =>
        debiased(oracle, method),
      )
      expect(debiased(oracle, 'hourly')).toBeLessThan(Math.min(...coarser))
    }
    expect(debiased('mapsLifeCycle', 'hourly')).toBeLessThan(debiased('mapsLifeCycle', 'published'))
  })

  test('keeps a gain where it rests on no stand-in for Germany and Great Britain', () => {
    expect(debiased('mapsMeasured', 'yearlyStandIns')).toBeLessThan(debiased('mapsMeasured', 'monthly'))
    expect(find('flowTraced2023', 'noStandIns').hours).toBeGreaterThan(4_000)
    expect(debiased('flowTraced2023', 'noStandIns')).toBeLessThanOrEqual(1.1)
  })

  test('counts imports per border, which the operator does not: net of the whole balance its figure is met more closely', () => {
    const limits = [
      ['operator2022', 4.2],
      ['operator2023', 2.9],
      ['operator2024', 1.8],
    ] as const
    for (const [oracle, limit] of limits) {
      expect(debiased(oracle, 'balanceMonthly')).toBeLessThanOrEqual(limit)
      expect(find(oracle, 'balanceMonthly').mae).toBeLessThan(find(oracle, 'hourly').mae)
    }
  })

  const readRows = (heading: string) => {
    const [, , ...lines] =
      text
        .slice(text.indexOf(`| ${heading}`))
        .split('\n\n')[0]
        ?.split('\n') ?? []
    return lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  }

  test('is reported with every comparison', () => {
    expect(text.match(/^\|.* (?:-?[01]\.\d{3}) \|$/gm)).toHaveLength(rows.length)
  })

  test('is higher than production as far as France imports, and moves from the yearly values most in a year of imports', () => {
    expect(readRows('Year')).toEqual([
      ['2022', '58.9', '72.7', '89.8 %', '4.7', '17'],
      ['2023', '34.9', '38.8', '96.0 %', '2.2', '12'],
      ['2024', '22.9', '24.3', '98.1 %', '0.8', '8'],
    ])
  })

  test('may take an hour of yesterday for a missing one, which is nearer than the mean of the year; an hour of last week hardly is', () => {
    expect(readRows('Mean error of a substitute')).toEqual([
      ['BE', '29', '41', '42'],
      ['DE', '66', '103', '101'],
      ['ES', '26', '41', '43'],
      ['GB', '39', '55', '51'],
      ['IT', '30', '38', '54'],
    ])
  })
})
