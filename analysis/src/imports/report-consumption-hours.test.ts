import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { formatFixed } from '../figures-text.ts'
import type { MethodName, OracleName } from './compared-hours.ts'
import { reportConsumptionHours } from './report-consumption-hours.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the hourly consumption intensity next to the figures of others')

const readPage = (name: string) => Bun.file(join(import.meta.dir, '../../../docs/methodology', name)).text()
const page = await readPage('consumption.md')

/** Cells of the rows of the table whose first heading begins with a text. */
function readRows(of: string, heading: string): string[][] {
  const [, , ...lines] =
    of
      .slice(of.indexOf(`| ${heading}`))
      .split('\n\n')[0]
      ?.split('\n') ?? []
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

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

  test('is not net of the whole balance, from which every flow-traced series differs more', () => {
    for (const oracle of ['mapsMeasured', 'flowTraced2022', 'flowTraced2023'] as const) {
      expect(debiased(oracle, 'hourly')).toBeLessThan(debiased(oracle, 'balanceHourly'))
    }
  })

  test('has the errors that docs/methodology/why-numbers-differ.md shows', async () => {
    const differences = await readPage('why-numbers-differ.md')
    const documented = readRows(differences, 'compared with, direct emissions')
    const named = [
      ['Electricity Maps 2022', 'mapsMeasured'],
      ['IntensityLib 2022', 'flowTraced2022'],
      ['IntensityLib 2023', 'flowTraced2023'],
      ['RTE 2022', 'operator2022'],
      ['RTE 2023', 'operator2023'],
      ['RTE 2024', 'operator2024'],
    ] as const
    const computed = named.map(([name, oracle]) => [
      name,
      formatFixed(find(oracle, 'hourly').bias, 1),
      ...(['yearly', 'monthly', 'hourly', 'balanceHourly'] as const).map((method) =>
        formatFixed(debiased(oracle, method), 2),
      ),
    ])
    expect(documented).toEqual(computed)
    const write = (oracle: OracleName, method: MethodName) => formatFixed(debiased(oracle, method), 2)
    const hourly = write('mapsMeasured', 'hourly')
    expect(differences).toContain(`${hourly} becomes ${write('mapsMeasured', 'storageAndTransit')}.`)
    expect(differences).toContain(`${hourly} becomes ${write('mapsMeasured', 'yearlyStandIns')}.`)
    expect(differences).toContain(`either, ${write('flowTraced2023', 'noStandIns')} is left.`)
    const [of2022, of2023, of2024] = (['operator2022', 'operator2023', 'operator2024'] as const).map((oracle) =>
      write(oracle, 'balanceMonthly'),
    )
    expect(differences).toContain(`${of2022}, ${of2023} and ${of2024} with monthly means`)
  })

  test('is reported with every comparison', () => {
    expect(text.match(/^\|.* (?:-?[01]\.\d{3}) \|$/gm)).toHaveLength(rows.length)
  })

  test('has the means of each year that docs/methodology/consumption.md shows', () => {
    expect(readRows(text, 'Year')).toHaveLength(3)
    expect(readRows(text, 'Year')).toEqual(readRows(page, 'year'))
  })

  test('has the errors of substitutes for an hour of a neighbour that docs/methodology/consumption.md shows', () => {
    const codes = { Belgium: 'BE', Germany: 'DE', 'Great Britain': 'GB', Italy: 'IT', Spain: 'ES' }
    const documented = readRows(page, 'instead of the hour of').map(([country = '', ...errors]) => [
      Object.entries(codes).find(([name]) => name === country)?.[1] ?? country,
      ...errors,
    ])
    expect(documented).toHaveLength(5)
    expect(readRows(text, 'Mean error of a substitute').sort()).toEqual(documented.sort())
  })
})
