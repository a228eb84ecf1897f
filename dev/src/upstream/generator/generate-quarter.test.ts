import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type QuarterField, type QuarterPowerMw, quarterFields, quarterMs } from '../subjects/quarter-hour.ts'
import { generateQuarter } from './generate-quarter.ts'
import { generateAuction } from './market.ts'
import { toSeason } from './season.ts'

const yearStart = Temporal.Instant.from('2025-12-31T23:00:00Z').epochMilliseconds
const starts = Array.from({ length: (365 * 24 * hourMs) / quarterMs }, (_, index) => yearStart + index * quarterMs)
const year = starts.map((start) => ({ season: toSeason(start), quarter: generateQuarter(start) }))

const mw = (quarter: QuarterPowerMw, field: QuarterField): number => quarter[field] ?? Number.NaN
const generationMw = (quarter: QuarterPowerMw): number =>
  (['nuclear', 'gas', 'coal', 'oil', 'hydro', 'wind', 'solar', 'bioenergy'] as const)
    .map((field) => mw(quarter, field))
    .reduce((sum, powerMw) => sum + powerMw, 0)
const loadMw = (quarter: QuarterPowerMw): number =>
  generationMw(quarter) + mw(quarter, 'pumping') + mw(quarter, 'exchange')
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Pearson's correlation of two series. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  const covariance = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)))
  return (
    covariance / Math.sqrt(mean(a.map((value) => (value - meanA) ** 2)) * mean(b.map((value) => (value - meanB) ** 2)))
  )
}

/** Bounds of the recorded years, MW, and the largest step between two quarter-hours. */
const limits: readonly [QuarterField, min: number, max: number, ramp: number][] = [
  ['nuclear', 25_000, 56_100, 2_500],
  ['gas', 250, 9_500, 2_000],
  ['coal', 0, 1_850, 500],
  ['oil', 50, 1_400, 500],
  ['hydroRunOfRiver', 2_000, 8_000, 400],
  ['hydroReservoir', 0, 5_400, 900],
  ['hydroTurbined', 0, 4_900, 900],
  ['pumping', -4_100, 0, 1_500],
  ['solar', 0, 19_600, 1_500],
  ['windOnshore', 300, 18_200, 700],
  ['windOffshore', 0, 1_510, 100],
  ['bioenergy', 700, 1_150, 20],
  ['exchange', -18_900, 12_800, 3_000],
  ['netImportGb', -4_100, 3_800, 900],
  ['netImportEs', -3_600, 3_900, 900],
  ['netImportIt', -5_100, 2_200, 900],
  ['netImportCh', -3_300, 1_800, 900],
]

describe('a generated year', () => {
  test.each(limits)('%s stays within the recorded range and ramp', (field, min, max, ramp) => {
    const values = year.map(({ quarter }) => mw(quarter, field))
    const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)))
    expect(Math.min(...values)).toBeGreaterThanOrEqual(min)
    expect(Math.max(...values)).toBeLessThanOrEqual(max)
    expect(Math.max(...steps)).toBeLessThanOrEqual(ramp)
  })

  test('every field of every quarter-hour is whole', () => {
    const wrong = year.filter(({ quarter }) => quarterFields.some((field) => !Number.isInteger(quarter[field])))
    expect(wrong).toEqual([])
  })

  test('consumption stays within the recorded range, lower at weekends and higher in winter', () => {
    const loadsMw = year.map(({ quarter }) => loadMw(quarter))
    expect(Math.min(...loadsMw)).toBeGreaterThan(28_000)
    expect(Math.max(...loadsMw)).toBeLessThan(88_000)
    const meanWhere = (test: (entry: (typeof year)[number]) => boolean) =>
      mean(year.filter(test).map(({ quarter }) => loadMw(quarter)))
    const weekend = meanWhere(({ season }) => season.dayOfWeek >= 6)
    const weekday = meanWhere(({ season }) => season.dayOfWeek < 6)
    expect(weekend).toBeLessThan(weekday * 0.97)
    expect(meanWhere(({ season }) => season.winter > 0.8)).toBeGreaterThan(
      meanWhere(({ season }) => season.winter < -0.8) * 1.3,
    )
  })

  test('the sun does not shine at night, and does at noon', () => {
    const at = (hour: number) => year.filter(({ season }) => season.hourOfDay === hour)
    expect(at(1).every(({ quarter }) => quarter.solar === 0)).toBe(true)
    expect(at(13).every(({ quarter }) => mw(quarter, 'solar') > 500)).toBe(true)
  })

  test('water is pumped at night and turbined in the evening', () => {
    const at = (hour: number) => year.filter(({ season }) => season.hourOfDay === hour).map(({ quarter }) => quarter)
    expect(at(3.5).every((quarter) => mw(quarter, 'pumping') < -1_000)).toBe(true)
    expect(at(19).every((quarter) => mw(quarter, 'hydroTurbined') > 1_000)).toBe(true)
  })

  test('coal runs in winter only', () => {
    const burning = year.filter(({ quarter }) => mw(quarter, 'coal') > 0)
    expect(burning.length).toBeGreaterThan(0)
    expect(burning.every(({ season }) => season.winter > 0)).toBe(true)
  })

  test('gas follows residual load and price in every month', () => {
    const everyHour = year.filter(({ season }) => Number.isInteger(season.hourOfDay))
    for (const [month, hours] of Map.groupBy(everyHour, ({ season }) => new Date(season.epochMs).getUTCMonth())) {
      const gas = hours.map(({ quarter }) => mw(quarter, 'gas'))
      const residual = hours.map(({ quarter }) => mw(quarter, 'load') - mw(quarter, 'wind') - mw(quarter, 'solar'))
      const price = hours.map(({ season: { epochMs } }) => {
        const slot = { startEpochMs: epochMs, endEpochMs: epochMs + hourMs, publishedEpochMs: epochMs }
        return generateAuction(slot).get('PRICE') ?? Number.NaN
      })
      expect([month, correlation(gas, residual) > 0.7, correlation(gas, price) > 0.7]).toEqual([month, true, true])
    }
  })

  test('gas is near its floor at sunny noons and high in the evening, in summer too', () => {
    const summer = year.filter(({ season }) => season.winter < -0.5)
    const gasAt = (hour: number) => summer.filter(({ season }) => season.hourOfDay === hour)
    const sunny = gasAt(13).filter(({ quarter }) => mw(quarter, 'solar') > 12_000)
    const meanGas = (entries: typeof summer) => mean(entries.map(({ quarter }) => mw(quarter, 'gas')))
    expect(meanGas(sunny)).toBeLessThan(600)
    expect(meanGas(gasAt(19))).toBeGreaterThan(1.5 * meanGas(sunny))
    const calmest = summer.toSorted((a, b) => mw(a.quarter, 'wind') - mw(b.quarter, 'wind')).slice(0, 2_000)
    expect(meanGas(calmest.filter(({ season }) => season.hourOfDay >= 19))).toBeGreaterThan(2.5 * meanGas(sunny))
  })

  test('totals are the sums of their parts, and the borders add up to the exchange', () => {
    for (const { quarter } of year) {
      expect(quarter.gas).toBe(mw(quarter, 'gasCcgt') + mw(quarter, 'gasChp') + mw(quarter, 'gasCt'))
      expect(quarter.wind).toBe(mw(quarter, 'windOnshore') + mw(quarter, 'windOffshore'))
      const bordersMw = quarterFields
        .filter((field) => field.startsWith('netImport'))
        .map((field) => mw(quarter, field))
      expect(quarter.exchange).toBe(bordersMw.reduce((sum, powerMw) => sum + powerMw, 0))
    }
  })

  test('both directions of trade occur on the Spanish border', () => {
    const netImports = year.map(({ quarter }) => mw(quarter, 'netImportEs'))
    expect(netImports.some((powerMw) => powerMw > 300)).toBe(true)
    expect(netImports.some((powerMw) => powerMw < -300)).toBe(true)
  })
})

test('the same instant always gives the same values, other instants others', () => {
  const start = Temporal.Instant.from('2031-05-06T07:15:00Z').epochMilliseconds
  expect(generateQuarter(start)).toEqual(generateQuarter(start))
  expect(generateQuarter(start + 24 * hourMs)).not.toEqual(generateQuarter(start))
})
