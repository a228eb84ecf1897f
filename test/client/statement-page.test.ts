import { expect, test } from 'bun:test'
import { formatPage } from '@hexawatt/shared/methodology/load-curve/report/page/page'
import { composeRemarks } from '@hexawatt/shared/methodology/load-curve/report/remarks'
import type { Report } from '@hexawatt/shared/methodology/load-curve/report/report'
import { computeStatement } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { ComparedContract } from '@hexawatt/shared/methodology/load-curve/statement/contract-prices'
import { madeUpPrices } from '@hexawatt/shared/methodology/load-curve/testing/made-up-prices'
import {
  makeColors,
  makeHours,
  makeSteps,
  toCurve,
  toMonths,
  toTable,
} from '@hexawatt/shared/methodology/load-curve/testing/made-up-year'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'

const browser = await useBrowser()
const kva = 9

const offPeak = [{ fromMinute: 1_358, toMinute: 398 }]
const contract = (key: string, id: string): ComparedContract => {
  const hours = id === 'hphc' ? { summer: offPeak, winter: offPeak } : null
  return { key, tariff: { kind: 'contract', id, customer: { subscribedKva: kva, offPeak: hours } } }
}
const four = [contract('base', 'base'), contract('hphc', 'hphc'), contract('tempo', 'tempo')].concat({
  key: 'spot',
  tariff: { kind: 'spot', adder: 0.09, vatPercent: 20, offPeak: null },
})
const six = [...four, contract('hphc-evening', 'hphc'), contract('tempo-other', 'tempo')]

type Given = { from: string; to: string; contracts?: readonly ComparedContract[]; changes?: Partial<Report> }

/** A report on made-up consumption, hours and prices, with a load to move. */
function makeReport({ from, to, contracts = four, changes = {} }: Given): Report {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const hours = makeHours(fromMs, toMs, 13)
  const colors = makeColors('2023-01-01', '2026-12-31', ['2024-01-09', '2024-01-10'])
  const statement = computeStatement({
    curve: toCurve({ steps: makeSteps(from, to, 60, 11), fromMs, toMs }),
    months: toMonths({ hours, market: { prices: madeUpPrices, colors } }),
    table: toTable(madeUpPrices, kva),
    contracts,
    current: 'base',
    moved: { energyKwh: 0.01, minutes: 60, usualStartMinute: 1_140, window: null },
  })
  return {
    ...{ reportVersion: 1, tool: { name: 'hexawatt', version: '9.8.7' }, computedAt: '2026-02-03T18:20:00Z' },
    ...{ apiUrl: 'https://hexawatt.example.org', dataModes: ['live'], storedMonths: null, language: 'fr', notes: [] },
    file: { name: 'courbe.csv', bytes: 544_096, sha256: 'f'.repeat(64) },
    command: `hexawatt statement courbe.csv --url https://hexawatt.example.org --tariff base ${'--contracts base,hphc '.repeat(4)}`,
    statement,
    ...changes,
  }
}

/** Prints a page on paper. @returns the number of sheets, the visible text, and what the page requested */
async function print(markup: string) {
  const context = await newVisitor(browser)
  const page = await context.newPage()
  const requested: string[] = []
  context.on('request', (request) => requested.push(request.url()))
  await page.setContent(markup)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const text = (await page.locator('body').allInnerTexts()).join().replaceAll(/[\u00a0\u202f]/g, ' ')
  await context.close()
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  const size = pdf
    .toString('latin1')
    .match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/)
    ?.slice(1)
    .map((points) => Math.round(Number(points)))
  return { sheets, size, text, requested }
}

const year = { from: '2024-01-01T00:00:00+01:00', to: '2025-01-01T00:00:00+01:00' }
/** A4 in points. */
const a4 = [595, 842]

test.each(['fr', 'en'] as const)(
  'a year under four contracts prints on one sheet of A4 in the language %p',
  async (language) => {
    const report = makeReport({ ...year, changes: { language } })
    const { sheets, size, text, requested } = await print(formatPage(report, composeRemarks(report)))
    expect([sheets, size, requested]).toEqual([1, a4, []])
    const words =
      language === 'fr'
        ? ['Scope 2', 'Par mois', 'janv. 2024', 'déc. 2024', 'Total']
        : ['scope 2', 'By month', 'Jan 2024', 'Dec 2024', 'Total']
    expect(
      [...words, report.file.sha256, 'hexawatt 9.8.7', report.apiUrl].filter((word) => !text.includes(word)),
    ).toEqual([])
  },
)

test('the fullest page still prints on one sheet: fourteen months, six contracts, invented data, long texts', async () => {
  const long = { from: '2023-12-12T00:00:00+01:00', to: '2025-01-12T00:00:00+01:00', contracts: six }
  const report = makeReport({
    ...long,
    changes: { dataModes: ['demo', 'replay'], command: 'hexawatt statement '.repeat(30) },
  })
  const source = { kind: 'generation' as const, license: 'Licence Ouverte / Open Licence 2.0 (Etalab)' }
  const sources = Array.from({ length: 12 }, (_, index) => ({
    ...source,
    name: `RTE, source number ${index} of the month`,
  }))
  const remarks = Array.from(
    { length: 20 },
    (_, index) => `Remarque ${index} : ${'une phrase un peu longue '.repeat(8)}`,
  )
  const page = formatPage({ ...report, statement: { ...report.statement, sources } }, remarks)
  const { sheets, text } = await print(page)
  const printPt = Number(page.match(/font-size: ([\d.]+)pt/)?.[1])
  expect(sheets).toBe(1)
  expect(text).toContain('DONNÉES DE DÉMONSTRATION')
  expect(text).toMatch(/… et 1\d de plus/)
  expect(printPt).toBeGreaterThan(5.5)
})

test('three years print by year, and the years sum to the whole period', async () => {
  const report = makeReport({ from: '2023-06-01T00:00:00+02:00', to: '2026-01-01T00:00:00+01:00' })
  const { sheets, text } = await print(formatPage(report, composeRemarks(report)))
  expect([sheets, text.includes('Par année'), text.includes('janv. 2024')]).toEqual([1, true, false])
  const energies = [...text.matchAll(/^(20\d\d|Total)\t([\d ,]+)\t/gm)].map(([, , kwh = '']) =>
    Number(kwh.replace(' ', '').replace(',', '.')),
  )
  expect(energies).toHaveLength(4)
  expect(energies.slice(0, 3).reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(energies[3] ?? 0, 0)
})

test('texts from the file and from the API are shown, never run', async () => {
  const hostile = '"><img src=x onerror=alert(1)>&<script>alert(1)</script>'
  const report = makeReport({ ...year, changes: { file: { name: hostile, bytes: 1, sha256: 'f' }, command: hostile } })
  const { text, requested, sheets } = await print(formatPage(report, [hostile]))
  expect([requested, sheets]).toEqual([[], 1])
  expect(text.split(hostile)).toHaveLength(4)
})
