import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDayOfRest } from '../../grid/french-holidays.ts'
import { findReferenceData, reportSkippedReferenceData } from '../../testing/reference-data.ts'
import { hourMs } from '../../time/instant.ts'
import { createParisAxis, type ParisAxis } from '../forecast/axis/paris-axis.ts'
import {
  combineImportTerms,
  computeImportTerms,
  type ImportPast,
  mixImports,
  prepareImportHistory,
  prepareImportPast,
} from './import-forecast.ts'
import { type ImportRow, importLastLeads, importRows, importTable } from './import-table.ts'

/** Values in the order importMw, direct, lifeCycle, of an independent implementation, rounded to 4 decimals. */
type Triple = [number, number, number]
type Lead = {
  inputs: Record<'lead' | 'price' | 'dayprice' | 'resid' | 'hour' | 'production' | 'emis_dir' | 'emis_lca', number> & {
    target: string
    rest: boolean
  }
  outputs: { kernelMean: Triple; deviationSameHour: Triple } & Record<
    'importMW' | 'importDirT' | 'importLcaT' | 'directGCo2PerKwh' | 'gCo2PerKwh',
    number
  >
}
type Issue = { issuedAt: string; newestHour: string; deviationNewest: Triple; deviationMean24: Triple; leads: Lead[] }
type Row = Record<'importMw' | 'direct' | 'lifeCycle' | 'price' | 'dayPrice' | 'residual', number>

const folder = findReferenceData()
const importsFolder = folder === null ? null : join(folder, '../imports')
const isThere = importsFolder !== null && existsSync(join(importsFolder, 'vectors.json'))
if (!isThere) reportSkippedReferenceData('the test vectors of the forecast of imports')

const parseInstant = (text: string): number => Temporal.Instant.from(text.replace('Z', ':00Z')).epochMilliseconds
const tolerance = 0.00006

async function readSeries(path: string): Promise<Map<number, Row>> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(path).bytes()))
  const rows = text.trim().split('\n').slice(1)
  return new Map(
    rows.map((line) => {
      const [start = '', ...cells] = line.split(',')
      const [
        importMw = Number.NaN,
        direct = Number.NaN,
        lifeCycle = Number.NaN,
        price = 0,
        dayPrice = 0,
        residual = 0,
      ] = cells.map((cell) => (cell === '' ? Number.NaN : Number(cell)))
      return [parseInstant(start), { importMw, direct, lifeCycle, price, dayPrice, residual }]
    }),
  )
}

/** The state of an issue whose newest known hour is given, from the recorded series only; `target` replaces P, M and R of an hour. */
function prepare(series: Map<number, Row>, issuedMs: number, newestMs: number) {
  const axis = createParisAxis(Temporal.Instant.fromEpochMilliseconds(issuedMs), 48, 72)
  const startMs = (hour: number): number => axis.firstMs + hour * hourMs
  const column = (name: keyof Row, untilMs: number) =>
    Float64Array.from({ length: axis.length }, (_, hour) => {
      return startMs(hour) <= untilMs ? (series.get(startMs(hour))?.[name] ?? Number.NaN) : Number.NaN
    })
  const traits = {
    priceEurPerMwh: column('price', newestMs),
    dayPriceEurPerMwh: column('dayPrice', newestMs),
    residualMw: column('residual', newestMs),
    hourOfDay: axis.hourOfDay,
    isRest: Uint8Array.from(axis.dayOf, (day) => Number(axis.days[day]?.isRest ?? false)),
  }
  const unknown = new Float64Array(axis.length).fill(Number.NaN)
  const history = prepareImportHistory({
    valuesByRow: {
      importMw: column('importMw', newestMs),
      direct: column('direct', newestMs),
      lifeCycle: column('lifeCycle', newestMs),
    },
    intensityByRule: { lifeCycle: unknown, direct: unknown },
  })
  if (history === null) throw new Error('no known hour')
  expect(startMs(history.newest)).toBe(newestMs)
  return { axis, traits, past: prepareImportPast(axis, traits, history) }
}

function setTarget(
  { axis, traits }: { axis: ParisAxis; traits: ImportPast['traits'] },
  targetMs: number,
  { price, dayPrice, residual }: Pick<Row, 'price' | 'dayPrice' | 'residual'>,
): number {
  const hour = (targetMs - axis.firstMs) / hourMs
  traits.priceEurPerMwh[hour] = price
  traits.dayPriceEurPerMwh[hour] = dayPrice
  traits.residualMw[hour] = residual
  return hour
}

describe.skipIf(!isThere)('the forecast of imports equals independent implementations to 4 decimals', async () => {
  if (importsFolder === null || !isThere) return
  const series = await readSeries(join(importsFolder, 'import_series_2022-2023.csv.gz'))
  const { issues }: { issues: Issue[] } = await Bun.file(join(importsFolder, 'vectors.json')).json()
  let compared = 0

  function listWrong(
    expected: Record<string, readonly number[]>,
    computed: Record<string, readonly number[]>,
  ): string[] {
    return Object.entries(expected).flatMap(([name, values]) =>
      values.flatMap((value, index) => {
        compared += 1
        const got = computed[name]?.[index] ?? Number.NaN
        return Math.abs(got - value) < tolerance ? [] : `${name} ${index}: ${got} instead of ${value}`
      }),
    )
  }

  test.each(issues.map((issue) => [issue.issuedAt, issue] as const))('issued at %s', (issuedAt, issue) => {
    const state = prepare(series, parseInstant(issuedAt), parseInstant(issue.newestHour))
    const wrong: string[] = []
    for (const { inputs, outputs } of issue.leads) {
      const { lead, price, dayprice, resid, production, emis_dir, emis_lca } = inputs
      const hour = setTarget(state, parseInstant(inputs.target), { price, dayPrice: dayprice, residual: resid })
      expect([state.axis.hourOfDay[hour], state.traits.isRest[hour] === 1]).toEqual([inputs.hour, inputs.rest])
      const terms = computeImportTerms(state.past, hour)
      const served = combineImportTerms(terms, lead)
      const mix = (kg: number) => ({ productionMw: production, gCo2eqPerKwh: kg / production })
      wrong.push(
        ...listWrong(
          {
            mean: outputs.kernelMean,
            sameHour: outputs.deviationSameHour,
            served: [outputs.importMW, outputs.importDirT, outputs.importLcaT],
            intensity: [outputs.directGCo2PerKwh, outputs.gCo2PerKwh],
            ...(lead === 1 ? { newest: issue.deviationNewest, dayMean: issue.deviationMean24 } : {}),
          },
          {
            mean: importRows.map((row) => terms.rows[row].mean),
            newest: importRows.map((row) => terms.rows[row].deviations[0]),
            sameHour: importRows.map((row) => terms.rows[row].deviations[1]),
            dayMean: importRows.map((row) => terms.rows[row].deviations[2]),
            served: importRows.map((row) => served[row]),
            intensity: [mixImports(mix(emis_dir), served, 'direct'), mixImports(mix(emis_lca), served, 'lifeCycle')],
          },
        ).map((text) => `${lead} h, ${text}`),
      )
    }
    expect(wrong).toEqual([])
  })

  test('in 1050 values', () => expect(compared).toBe(1050))

  test.each(['2022-10-30T06:00Z', '2023-06-15T18:00Z'])(
    'with unknown hours in the window and in the last day, issued at %s',
    (issuedAt) => {
      const issuedMs = parseInstant(issuedAt)
      const newestMs = issuedMs - 4 * hourMs
      const state = prepare(series, issuedMs, newestMs)
      const loops = createLoops(series, newestMs)
      expect(loops.unknownDeviations).toBeGreaterThan(0)
      for (const lead of [1, 3, 6, 12, 18, 24, 36, 48, 60, 72]) {
        const targetMs = issuedMs + lead * hourMs
        const target = series.get(targetMs)
        if (target === undefined) throw new Error('no target')
        const served = combineImportTerms(computeImportTerms(state.past, setTarget(state, targetMs, target)), lead)
        for (const row of importRows) expect(served[row]).toBeCloseTo(loops.serve(row, targetMs, lead), 6)
      }
    },
  )
})

/** The method once more, in plain loops over instants, without any of the product's code but the holidays. */
function createLoops(series: Map<number, Row>, newestMs: number) {
  const paris = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/Paris')
  const hourOf = (ms: number): number => paris(ms).hour
  const restOf = (ms: number): boolean => isDayOfRest(paris(ms).toPlainDate())
  function rowAt(ms: number): Row {
    const row = series.get(ms)
    if (row === undefined) throw new Error('an hour outside of the record')
    return row
  }
  function deviationOf(values: number[]): number {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  }
  function ruleAt(row: ImportRow, targetMs: number, lastMs: number): number {
    const window = Array.from({ length: 672 }, (_, age) => lastMs - age * hourMs)
    const bP = Math.max(0.4 * deviationOf(window.map((ms) => rowAt(ms).price)), 6)
    const bR = Math.max(0.6 * deviationOf(window.map((ms) => rowAt(ms).residual)), 1500)
    const of = rowAt(targetMs)
    let [sum, total] = [0, 0]
    for (const [age, ms] of window.entries()) {
      const past = rowAt(ms)
      if (Number.isNaN(past[row])) continue
      const apart = Math.abs(hourOf(ms) - hourOf(targetMs))
      const squares = [
        (of.price - past.price) / bP,
        (of.dayPrice - past.dayPrice) / bP,
        (of.residual - past.residual) / bR,
        Math.min(apart, 24 - apart) / 4,
      ].reduce((all, one) => all + one ** 2, 0)
      const weight = 0.5 ** (age / 144) * (Math.exp(-squares / 2) * (restOf(ms) === restOf(targetMs) ? 1 : 0.5) + 1e-6)
      sum += weight * past[row]
      total += weight
    }
    return sum / total
  }
  function deviationAt(row: ImportRow, ms: number): number {
    const value = rowAt(ms)[row]
    return Number.isNaN(value) ? 0 : value - ruleAt(row, ms, ms - hourMs)
  }
  const lastDay = Array.from({ length: 24 }, (_, age) => newestMs - age * hourMs)
  const dayMeans = Object.fromEntries(
    importRows.map((row) => [row, lastDay.reduce((sum, ms) => sum + deviationAt(row, ms), 0) / 24]),
  )
  return {
    unknownDeviations: lastDay.filter((ms) => Number.isNaN(rowAt(ms).importMw)).length,
    serve(row: ImportRow, targetMs: number, lead: number): number {
      let days = 1
      const back = (count: number) => paris(targetMs).subtract({ days: count }).epochMilliseconds
      while (back(days) > newestMs) days += 1
      const bucket = importLastLeads.findIndex((last) => lead <= last)
      const [c1 = 0, c2 = 0, c3 = 0] = importTable[row][bucket] ?? []
      const deviations = c1 * deviationAt(row, newestMs) + c2 * deviationAt(row, back(days)) + c3 * (dayMeans[row] ?? 0)
      return Math.max(0, ruleAt(row, targetMs, newestMs) + deviations)
    },
  }
}
