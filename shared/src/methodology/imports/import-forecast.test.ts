import { describe, expect, test } from 'bun:test'
import { hourMs } from '../../time/instant.ts'
import { prepareAnalogState } from '../forecast/analog-forecast.ts'
import { computeDayMean, readValueAt } from '../forecast/axis/paris-axis.ts'
import { createMadeUpInputs } from '../forecast/testing/made-up-past.ts'
import {
  combineImportTerms,
  computeImportTerms,
  type ImportSeries,
  mixImports,
  prepareImportHistory,
  prepareImportPast,
} from './import-forecast.ts'
import type { importRows } from './import-table.ts'

const now = Temporal.Instant.from('2024-05-14T10:20:00Z')
const state = prepareAnalogState(createMadeUpInputs(now), now, 72)
if (state === null) throw new Error('no state')
const { axis, issued, drivers } = state
const { traits } = drivers
const newest = issued - 4

/** Imports that follow the residual load, at 300 and 350 g; hours after the newest known one are nonsense. */
const importAt = (hour: number): number => Math.max(0, (readValueAt(traits.residualMw, hour) - 38_000) / 3)
function createSeries(change: (hour: number, importMw: number) => number = (_, importMw) => importMw): ImportSeries {
  const importMw = Float64Array.from({ length: axis.length }, (_, hour) =>
    hour > newest ? Number.NaN : change(hour, importAt(hour)),
  )
  return {
    valuesByRow: { importMw, direct: importMw.map((mw) => 0.3 * mw), lifeCycle: importMw.map((mw) => 0.35 * mw) },
    intensityByRule: { lifeCycle: importMw.map((mw) => 30 + mw / 200), direct: importMw.map((mw) => 10 + mw / 200) },
  }
}
function forecast(series: ImportSeries, lead: number) {
  const history = prepareImportHistory(series)
  if (history === null) throw new Error('no history')
  const terms = computeImportTerms(prepareImportPast(axis, traits, history), issued + lead)
  return { terms, served: combineImportTerms(terms, lead) }
}

describe('a forecast of imports', () => {
  test('follows the hours ahead, where the newest known value held would be 600 MW off', () => {
    const errors = Array.from(
      { length: 24 },
      (_, lead) => forecast(createSeries(), lead + 1).served.importMw - importAt(issued + lead + 1),
    )
    const held = Array.from({ length: 24 }, (_, lead) => importAt(newest) - importAt(issued + lead + 1))
    const meanOf = (values: number[]) => values.reduce((sum, value) => sum + Math.abs(value) / values.length, 0)
    expect(meanOf(held)).toBeGreaterThan(600)
    expect(meanOf(errors)).toBeLessThan(120)
  })

  test('gives the hour in progress the constants of the first hours', () => {
    const { terms } = forecast(createSeries(), 0)
    expect(combineImportTerms(terms, 0)).toEqual(combineImportTerms(terms, 3))
    expect(combineImportTerms(terms, 0)).not.toEqual(combineImportTerms(terms, 4))
  })

  test('is never negative', () => {
    const { served } = forecast(
      createSeries((_, importMw) => importMw - 20_000),
      12,
    )
    expect(served).toEqual({ importMw: 0, direct: 0, lifeCycle: 0 })
  })

  test('has a spread with both sets of factors', () => {
    const { spreadByRule } = forecast(createSeries(), 12).terms
    expect(spreadByRule.direct).toBeGreaterThan(spreadByRule.lifeCycle ?? Number.NaN)
    expect(spreadByRule.lifeCycle).toBeGreaterThan(0)
  })
})

describe('unknown hours', () => {
  const unknownHours = [newest - 1, newest - 20, newest - 300]
  const hide = (series: ImportSeries, row: (typeof importRows)[number]): ImportSeries => {
    const values = series.valuesByRow[row].map((value, hour) => (unknownHours.includes(hour) ? Number.NaN : value))
    return { ...series, valuesByRow: { ...series.valuesByRow, [row]: values } }
  }

  test('an hour whose emissions are unknown does not count for the power either', () => {
    const power = (change: number) => (hour: number, mw: number) => mw + (unknownHours.includes(hour) ? change : 0)
    const [one, other] = [0, 30_000].map((change) => forecast(hide(createSeries(power(change)), 'direct'), 12).served)
    expect(one).toEqual(other ?? one)
    expect(one?.importMw).not.toBe(forecast(createSeries(), 12).served.importMw)
  })

  test('the newest hour with every value is the newest known one', () => {
    const series = createSeries()
    series.valuesByRow.lifeCycle[newest] = Number.NaN
    expect(prepareImportHistory(series)?.newest).toBe(newest - 1)
    expect(prepareImportHistory(createSeries())).toMatchObject({ newest, first: 0, knownHours: newest + 1 })
  })

  test('without any known hour there is no history', () => {
    expect(prepareImportHistory(createSeries(() => Number.NaN))).toBeNull()
  })

  test('hours of the first day of a history have no deviation', () => {
    const short = (hour: number, mw: number) => (hour > newest - 20 ? mw : Number.NaN)
    const { deviations } = forecast(createSeries(short), 12).terms.rows.importMw
    expect(deviations).toEqual([0, 0, 0])
  })
})

test('the intensity of consumption is all emissions by all power', () => {
  const production = { productionMw: 40_000, gCo2eqPerKwh: 30 }
  const imports = { importMw: 5_000, direct: 1_500, lifeCycle: 1_750 }
  // (40 000 MW · 30 g/kWh = 1 200 t/h, and 1 750 t/h) / 45 000 MW.
  expect(mixImports(production, imports, 'lifeCycle')).toBeCloseTo(65.5556, 4)
  expect(mixImports(production, { importMw: 0, direct: 0, lifeCycle: 0 }, 'direct')).toBe(30)
})

describe('72 hours without weather', () => {
  const day = axis.dayOf[issued + 48] ?? 0

  test('the price of a day beyond 48 hours is the mean of its forecast prices', () => {
    const { first, hours } = axis.days[day] ?? { first: 0, hours: 0 }
    expect(first + hours - 1 - issued).toBeGreaterThan(48)
    expect(first + hours - 1 - issued).toBeLessThanOrEqual(72)
    expect(readValueAt(traits.dayPriceEurPerMwh, first)).toBeCloseTo(
      computeDayMean(axis, traits.priceEurPerMwh, day),
      9,
    )
  })

  test('the forecast of 50 hours does not change: its last day takes the prices of the last auctioned day', () => {
    const shorter = prepareAnalogState(createMadeUpInputs(now), now, 50)
    const [short, long] = [shorter?.drivers.traits, traits].map(
      (of) => of?.dayPriceEurPerMwh[axis.days[day]?.first ?? 0],
    )
    expect(short).not.toBe(long ?? 0)
    expect(shorter?.axis.firstMs).toBe(axis.firstMs)
    expect(issued * hourMs + axis.firstMs).toBe(Date.parse('2024-05-14T10:00Z'))
  })
})
