import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'

/**
 * An independent account of one recorded hour: plain arithmetic on the rows of the file, with the factors written out. It
 * imports nothing of the product but the reader of the file.
 */
export type RecordedHour = {
  powerMwByType: Record<string, number>
  totalMw: number
  productionGrams: number
  consumptionGrams: number
}

const gramsPerKwh: Record<string, number> = {
  BIOMASS: 230,
  FOSSIL_GAS: 418,
  FOSSIL_HARD_COAL: 1060,
  FOSSIL_OIL: 730,
  HYDRO_PUMPED_STORAGE: 6,
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 6,
  HYDRO_WATER_RESERVOIR: 6,
  NUCLEAR: 3.7,
  SOLAR: 43.9,
  WASTE: 494,
  WIND_OFFSHORE: 15.6,
  WIND_ONSHORE: 14.1,
}

/** Commercial exchange per border → intensity of its country in 2024; Germany and Belgium are recorded as one. */
const borderGramsPerKwh: Record<string, number> = {
  ech_comm_angleterre: 215.79,
  ech_comm_espagne: 146.15,
  ech_comm_italie: 287.75,
  ech_comm_suisse: 36.72,
  ech_comm_allemagne_belgique: 342.06,
}

/** The long recording of 2025, of which the repository ships three parts. */
const yearFile = 'eco2mix_15min_2025.csv.gz'

/** Read once: a test may ask for many hours. */
let shippedRows: Promise<RecordedRow[]> | null = null

function shippedQuarters(): Promise<RecordedRow[]> {
  const parts = ['winter', 'clock_change', 'summer'].map((part) => `eco2mix_15min_2025_${part}.csv.gz`)
  shippedRows ??= Promise.all(parts.map((name) => readRecordedCsv(shippedRecordingsDir, name))).then((all) =>
    all.flat(),
  )
  return shippedRows
}

/**
 * Works out the hour that begins at `start` (`YYYY-MM-DDTHH`, UTC) from the recorded quarter-hours of 2025.
 *
 * @param folder folder of the long recording; without it the shipped parts are searched
 */
export async function recordedHour(start: string, folder?: string): Promise<RecordedHour> {
  const rows = (await (folder === undefined ? shippedQuarters() : readRecordedCsv(folder, yearFile))).filter((row) =>
    row['datetime_utc']?.startsWith(start),
  )
  if (rows.length !== 4) throw new Error(`the recording holds ${rows.length} quarters of ${start}`)
  const mean = (value: (row: RecordedRow) => number) => rows.reduce((sum, row) => sum + value(row), 0) / 4
  const column = (name: string) => mean((row) => Number(row[name]))
  const powerMwByType: Record<string, number> = {
    BIOMASS: mean((row) => Number(row['bioenergies_biomasse']) + Number(row['bioenergies_biogaz'])),
    FOSSIL_GAS: column('gaz'),
    FOSSIL_HARD_COAL: column('charbon'),
    FOSSIL_OIL: column('fioul'),
    HYDRO_PUMPED_STORAGE: Math.max(0, column('hydraulique_step_turbinage') + column('pompage')),
    HYDRO_RUN_OF_RIVER_AND_POUNDAGE: column('hydraulique_fil_eau_eclusee'),
    HYDRO_WATER_RESERVOIR: column('hydraulique_lacs'),
    NUCLEAR: column('nucleaire'),
    SOLAR: column('solaire'),
    WASTE: column('bioenergies_dechets'),
    WIND_OFFSHORE: column('eolien_offshore'),
    WIND_ONSHORE: column('eolien_terrestre'),
  }
  const types = Object.keys(powerMwByType)
  const totalMw = types.reduce((sum, type) => sum + (powerMwByType[type] ?? 0), 0)
  const emissions = types.reduce((sum, type) => sum + (powerMwByType[type] ?? 0) * (gramsPerKwh[type] ?? 0), 0)
  let importedMw = 0
  let importedEmissions = 0
  for (const [border, grams] of Object.entries(borderGramsPerKwh)) {
    const importMw = Math.max(0, column(border))
    importedMw += importMw
    importedEmissions += importMw * grams
  }
  return {
    powerMwByType,
    totalMw,
    productionGrams: emissions / totalMw,
    consumptionGrams: (emissions + importedEmissions) / (totalMw + importedMw),
  }
}
