import { computeProductionIntensity } from '@hexawatt/shared/methodology/intensity'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { directFactors, lifeCycleFactors } from './factor-steps.ts'
import { mean } from './published-figures.ts'

/** Column of the recorded generation of 2021 → production type. */
const typeByColumn = {
  biomass_mw: 'BIOMASS',
  gas_mw: 'FOSSIL_GAS',
  coal_mw: 'FOSSIL_HARD_COAL',
  oil_mw: 'FOSSIL_OIL',
  hydro_pumped_net_mw: 'HYDRO_PUMPED_STORAGE',
  hydro_run_of_river_mw: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  hydro_reservoir_mw: 'HYDRO_WATER_RESERVOIR',
  nuclear_mw: 'NUCLEAR',
  solar_mw: 'SOLAR',
  waste_mw: 'WASTE',
  wind_onshore_mw: 'WIND_ONSHORE',
} as const

/** Intensities of the recorded production of 2021 by the product's function, gCO2eq/kWh. */
export async function yearOfProduction(folder: string) {
  const rows = await readRecordedCsv(folder, 'generation_by_type_hourly_2021.csv.gz')
  const intensities = rows.map((row) => {
    const power = Object.entries(typeByColumn).map(([column, type]) => [type, Number(row[column] || Number.NaN)])
    const powerMwByType: Record<string, number> = Object.fromEntries(power)
    const lifeCycle = computeProductionIntensity(powerMwByType, lifeCycleFactors)
    const direct = computeProductionIntensity(powerMwByType, directFactors)
    if (lifeCycle === null || direct === null) throw new Error(`nothing was generated at ${row['datetime_utc']}`)
    return { grams: lifeCycle.gCo2eqPerKwh, totalMw: lifeCycle.totalMw, directGrams: direct.gCo2eqPerKwh }
  })
  const generated = mean(intensities.map(({ totalMw }) => totalMw))
  return {
    hours: intensities.length,
    mean: mean(intensities.map(({ grams }) => grams)),
    weighted: mean(intensities.map(({ grams, totalMw }) => grams * totalMw)) / generated,
    direct: mean(intensities.map(({ directGrams }) => directGrams)),
  }
}
