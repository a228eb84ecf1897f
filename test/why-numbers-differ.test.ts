import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { readCountryIntensities } from '@hexawatt/shared/stored-rows/references-store'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { meanNetImportsMw } from './comparison/testing/day-of-imports.ts'
import { factorSteps } from './comparison/testing/factor-steps.ts'
import { tableBelow } from './comparison/testing/markdown-table.ts'
import {
  mean,
  meanOf,
  type PublishedFigures,
  publishedFigures,
  rowsOf,
} from './comparison/testing/published-figures.ts'
import { serveDay } from './comparison/testing/served-day.ts'
import { yearOfProduction } from './comparison/testing/year-of-production.ts'
import type { System } from './testing/system-fixture.ts'

const recordings = findReferenceData()
if (recordings === null) reportSkippedReferenceData('the figures of docs/methodology/why-numbers-differ.md')
const folder = recordings ?? ''
const text = await Bun.file(join(import.meta.dir, '../docs/methodology/why-numbers-differ.md')).text()
/** Without its line breaks, for sentences. */
const prose = text.replace(/\s+/g, ' ')

/** As the document writes numbers; the real minus sign is not used in its tables. */
const grams = (value: number): string => value.toFixed(2)
const change = (value: number): string => `${value > 0 ? '+' : ''}${grams(value)}`
const megawatts = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ')

describe.skipIf(recordings === null)('docs/methodology/why-numbers-differ.md: the recorded day', () => {
  let system: System
  let hours: CarbonIntensityResponse[]
  let published: PublishedFigures
  let production: number
  let consumption: number
  beforeAll(async () => {
    const served = await serveDay(folder, '2021-12-22')
    system = served.system
    hours = served.hours
    published = await publishedFigures(folder, '2021-12-22')
    production = mean(hours.map(({ estimatedGCo2PerKwh }) => estimatedGCo2PerKwh))
    consumption = mean(hours.map((hour) => hour.estimatedGCo2PerKwhConsumption ?? Number.NaN))
  })
  afterAll(() => system.stop())

  test('every figure of the day is a recorded or a served one', () => {
    expect(tableBelow(text, '## One recorded day').map((cells) => cells.at(-1))).toEqual(
      [
        published.operatorProduction,
        production,
        published.tracedDirect,
        published.operatorConsumption,
        consumption,
        published.tracedLifeCycle,
      ].map(grams),
    )
  })

  test('the steps lead from RTE’s figure to both of the project’s, each by the product’s own function', () => {
    const { direct, fossil, bioenergy, nuclear, renewable } = factorSteps(hours)
    const stages = [
      published.operatorProduction,
      published.operatorFormula,
      direct,
      fossil,
      bioenergy,
      nuclear,
      renewable,
    ]
    const told = tableBelow(text, "### From RTE's figure to ours").map((cells) => cells.slice(1))
    const changes = stages.map((stage, index) => [
      index === 0 ? '' : change(stage - (stages[index - 1] ?? 0)),
      grams(stage),
    ])
    const ends = [
      ['', grams(production)],
      [change(consumption - production), grams(consumption)],
      ['', grams(consumption)],
    ]
    expect(told).toEqual([...changes, ...ends])
  })

  test('the day’s imports and the yearly intensities in force are as the page says', async () => {
    const intensities = await readCountryIntensities(system.sql, system.clock.now())
    const inForce = (country: string) =>
      intensities.find((row) => row.country === country && row.year === 2020)?.gCo2eqPerKwh
    expect(intensities.some(({ year }) => year === 2021)).toBe(false)
    const imports = await meanNetImportsMw(folder, '2021-12-22')
    const expected = (['DE', 'ES', 'GB', 'CH', 'IT'] as const).map((country) => [
      megawatts(imports[country]),
      String(inForce(country)),
    ])
    expect(tableBelow(text, '### Imports').map((cells) => cells.slice(1))).toEqual(expected)
    const total = Object.values(imports).reduce((sum, importMw) => sum + importMw, 0)
    expect(prose).toContain(`${megawatts(total)} MW of net imports on average`)
  })

  test('the page’s sentences on nuclear power and physical imports are true', async () => {
    const quarters = await rowsOf(folder, 'eco2mix_15min_2021-12.csv.gz', 'datetime_utc', '2021-12-22')
    expect(prose).toContain(`${(meanOf(quarters, 'nucleaire') / 1000).toFixed(1)} GW of nuclear power`)
    const physicalMw = meanOf(quarters, 'ech_physiques')
    const imports = Object.values(await meanNetImportsMw(folder, '2021-12-22'))
    const commercialMw = imports.reduce((sum, importMw) => sum + importMw, 0)
    const percent = Math.round((100 * (commercialMw - physicalMw)) / commercialMw)
    expect(prose).toContain(`differ by ${percent} % (${megawatts(physicalMw)} MW of net physical imports)`)
  })
})

describe.skipIf(recordings === null)('docs/methodology/why-numbers-differ.md: the year', () => {
  test('every figure of the year is a recorded one, or what the project’s function gives for the recorded production', async () => {
    const [days, all, year, ember] = await Promise.all([
      rowsOf(folder, 'electricitymaps_FR_daily_2021-2024.csv', 'date_utc', '2021'),
      rowsOf(folder, 'rte_consumption_intensity_hourly_2021-2025.csv.gz', 'datetime_utc', '202'),
      yearOfProduction(folder),
      rowsOf(folder, 'ember_owid_carbon_intensity_yearly_by_country.csv', 'code', 'FRA'),
    ])
    // The Paris year.
    const consumed = all.filter(({ datetime_utc: at = '' }) => at >= '2020-12-31T23' && at < '2021-12-31T23')
    expect([days.length, consumed.length, year.hours]).toEqual([365, 8760, 8760])
    expect(tableBelow(text, '## A year').map((cells) => cells.at(-1))).toEqual([
      grams(meanOf(days, 'ci_direct_gco2eq_kwh')),
      grams(meanOf(consumed, 'intensite_emissions_conso_gco2eq_kwh')),
      grams(year.direct),
      grams(year.mean),
      grams(year.weighted),
      grams(meanOf(days, 'ci_lca_gco2eq_kwh')),
      ember.find((row) => row['year'] === '2021')?.['carbon_intensity_gco2_per_kwh'],
    ])
  })

  test('two releases of one year differ as the page says', async () => {
    const [older, newer] = await Promise.all([
      rowsOf(folder, 'ember_owid_carbon_intensity_yearly_by_country.csv', 'code', 'FRA'),
      rowsOf(folder, 'ember_latest_year_by_country_via_co2js.csv', 'country_code', 'FRA'),
    ])
    const one = older.find((row) => row['year'] === '2024')?.['carbon_intensity_gco2_per_kwh']
    const other = newer.find((row) => row['year'] === '2024')?.['emissions_intensity_gco2_per_kwh']
    const percent = Math.round(100 * (Number(other) / Number(one) - 1))
    expect(prose).toContain(
      `For 2024 it was ${one} in one release and ${other} in another: a difference of ${percent} %`,
    )
  })
})
