import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'

/** Figures of other publishers for one recorded UTC day, gCO2eq/kWh, as means of its slots. */
export type PublishedFigures = {
  /** RTE, éCO2mix: production, direct emissions. */
  operatorProduction: number
  /** RTE's formula done again on the recorded power of the same quarters. */
  operatorFormula: number
  /** RTE: consumed electricity. */
  operatorConsumption: number
  /** Electricity Maps: consumed electricity, flow-traced. */
  tracedDirect: number
  tracedLifeCycle: number
}

/** Direct emissions as the operator counts them; everything else is 0. */
export const operatorFactors = { charbon: 986, fioul: 777, gaz: 429, bioenergies: 494 } as const

const fuelColumns = ['fioul', 'charbon', 'gaz', 'nucleaire', 'eolien', 'solaire', 'hydraulique', 'bioenergies'] as const

/** Mean of at least one number. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Reads the figures of a day (`YYYY-MM-DD`, UTC) of December 2021, the month of which all of them are recorded. */
export async function publishedFigures(folder: string, date: string): Promise<PublishedFigures> {
  const quarters = await rowsOf(folder, 'eco2mix_15min_2021-12.csv.gz', 'datetime_utc', date)
  const hours = await rowsOf(folder, 'rte_consumption_intensity_hourly_2021-2025.csv.gz', 'datetime_utc', date)
  const days = await rowsOf(folder, 'electricitymaps_FR_daily_2021-2024.csv', 'date_utc', date)
  const [quarterCount, hourCount, dayCount] = [quarters.length, hours.length, days.length]
  if (quarterCount !== 96 || hourCount !== 24 || dayCount !== 1) throw new Error(`${date} is not recorded in full`)
  return {
    operatorProduction: meanOf(quarters, 'taux_co2'),
    operatorFormula: mean(quarters.map(operatorIntensity)),
    operatorConsumption: meanOf(hours, 'intensite_emissions_conso_gco2eq_kwh'),
    tracedDirect: meanOf(days, 'ci_direct_gco2eq_kwh'),
    tracedLifeCycle: meanOf(days, 'ci_lca_gco2eq_kwh'),
  }
}

/** Rows whose time begins with `prefix`. */
export async function rowsOf(folder: string, file: string, column: string, prefix: string): Promise<RecordedRow[]> {
  return (await readRecordedCsv(folder, file)).filter((row) => row[column]?.startsWith(prefix))
}

/** Mean of a column; not a number when a cell is empty, so that a hole is seen. */
export function meanOf(rows: readonly RecordedRow[], column: string): number {
  return mean(rows.map((row) => cell(row, column)))
}

/** Direct emissions over production less pumping: how `taux_co2` was computed in 2021. */
function operatorIntensity(row: RecordedRow): number {
  const emissions = Object.entries(operatorFactors).reduce((sum, [fuel, grams]) => sum + cell(row, fuel) * grams, 0)
  const produced = fuelColumns.reduce((sum, fuel) => sum + cell(row, fuel), 0)
  // Pumping is recorded as a negative power.
  return emissions / (produced + cell(row, 'pompage'))
}

function cell(row: RecordedRow, column: string): number {
  const text = row[column] ?? ''
  return text === '' ? Number.NaN : Number(text)
}
