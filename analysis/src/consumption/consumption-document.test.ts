import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { outlookLeadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { readConsumptionRecord } from './consumption-record.ts'
import { runConsumptionBacktest } from './consumption-run.ts'
import { headings, writeConsumptionMonths } from './consumption-text.ts'
import { type Forecaster, forecasterNames } from './forecasters.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the figures of the forecast of consumption')

/** Cells of a row of a table, without their padding. */
const cells = (row: string): string => row.replaceAll(/ +/g, ' ')

const readPage = (name: string) => Bun.file(join(import.meta.dir, '../../../docs/methodology', name)).text()
const documented = cells(await readPage('accuracy-figures.md'))
/** A month of great imports with a day of 25 hours, in which one hour has no flow from Great Britain. */
const month = { from: Temporal.PlainDate.from('2022-10-01'), to: Temporal.PlainDate.from('2022-10-31') }

test.skipIf(folder === null)(
  'docs/methodology/accuracy-figures.md has the figures of a new run of October 2022',
  async () => {
    const run = runConsumptionBacktest(await readConsumptionRecord(folder ?? ''), toSpanMs(month.from, month.to))
    expect([...run.issues]).toEqual([['2022-10', 248]])
    for (const rule of emissionRules) {
      const [header = '', , row = ''] = writeConsumptionMonths(run, rule).split('\n')
      const table = documented.slice(documented.indexOf(cells(header)))
      expect(documented).toContain(cells(header))
      expect(table.split('\n\n')[0]).toContain(cells(row))
    }
  },
)

/** The figures of a table of the page by the first cell of their row. */
function readTable(heading: string): Map<string, number[]> {
  const start = documented.indexOf(`| ${heading} |`)
  const [, , ...rows] = start < 0 ? [] : (documented.slice(start).split('\n\n')[0] ?? '').split('\n')
  return new Map(
    rows.map((row) => {
      const [name = '', ...figures] = row.slice(2, -2).split(' | ')
      return [name, figures.map((cell) => Number(cell.replace(' %', '')))]
    }),
  )
}

test('docs/methodology/accuracy.md summarises these figures', async () => {
  const page = await readPage('accuracy.md')
  for (const [forecaster, name] of Object.entries(summarised)) {
    const summaries = (['direct', 'lifeCycle'] as const).flatMap((rule) =>
      [2022, 2023].map((year) => {
        const figures = readTable(headings[rule].year).get(`${year}, ${forecasterNames[forecaster as Forecaster]}`)
        expect(figures).toHaveLength(8)
        const mae = figures?.slice(0, 4).map((figure) => figure.toFixed(2))
        return `${mae?.join(' / ')}; ${figures?.slice(4).join(' / ')} %`
      }),
    )
    expect(page).toContain(`| ${[name, ...summaries].join(' | ')} |`)
  }
})

/** Forecasters of the summary and their names there. */
const summarised: Partial<Record<Forecaster, string>> = {
  fitted: 'forecast',
  lastDifference: forecasterNames.lastDifference,
  production: forecasterNames.production,
  yesterday: forecasterNames.yesterday,
}

/** By rule and year: greatest MAE, g/kWh, and least share of the saving, %, of each lead class. */
const required = {
  direct: {
    2022: { mae: [6.4, 8.2, 11.6, 13.5], saving: [72, 74, 69, 67] },
    2023: { mae: [4.8, 6.1, 8.8, 10.4], saving: [70, 72, 68, 64] },
  },
  lifeCycle: {
    2022: { mae: [6.5, 8.3, 11.6, 13.5], saving: [65, 65, 58, 53] },
    2023: { mae: [4.8, 6.1, 8.6, 10.2], saving: [64, 60, 50, 42] },
  },
} as const

describe.each(emissionRules)('the forecast of consumption on the page, %s', (rule) => {
  test('errs no more and saves no less than was asked for', () => {
    const table = readTable(headings[rule].year)
    for (const year of [2022, 2023] as const) {
      const figures = table.get(`${year}, ${forecasterNames.fitted}`) ?? []
      expect(figures).toHaveLength(8)
      for (const [index, most] of required[rule][year].mae.entries())
        expect(figures[index] ?? Number.NaN).toBeLessThanOrEqual(most)
      for (const [index, least] of required[rule][year].saving.entries())
        expect(figures[4 + index] ?? Number.NaN).toBeGreaterThanOrEqual(least)
    }
  })

  test('beats the hours of yesterday by error and by saving in every class of every half-year', () => {
    const table = readTable(headings[rule].half)
    for (const half of ['2022H1', '2022H2', '2023H1', '2023H2']) {
      const figures = table.get(`${half}, ${forecasterNames.fitted}`) ?? []
      const yesterday = table.get(`${half}, ${forecasterNames.yesterday}`) ?? []
      expect([figures.length, yesterday.length]).toEqual([8, 8])
      for (const [index, figure] of figures.entries()) {
        const other = yesterday[index] ?? Number.NaN
        if (index < 4) expect(figure).toBeLessThan(other)
        else expect(figure).toBeGreaterThan(other)
      }
    }
  })

  test('has bands that hold 77 to 83 % in every class of both years', () => {
    const table = readTable(headings[rule].bands)
    for (const year of [2022, 2023])
      for (const { name } of outlookLeadClasses) {
        const [, coverage = Number.NaN] = table.get(`${year}, ${name}`) ?? []
        expect(coverage).toBeGreaterThanOrEqual(77)
        expect(coverage).toBeLessThanOrEqual(83)
      }
  })
})
