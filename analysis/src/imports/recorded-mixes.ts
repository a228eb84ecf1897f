import type { NeighbourType } from '@hexawatt/shared/methodology/imports/neighbour-types'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { parseKnownNumber } from '../recorded/recorded-rows.ts'

/** Stem of the columns of each production type: `<stem>_mw`, and `<stem>_consumption_mw` where the type also consumes. */
const typeByStem: Readonly<Record<string, NeighbourType>> = {
  biomass: 'BIOMASS',
  coal_gas: 'FOSSIL_COAL_DERIVED_GAS',
  gas: 'FOSSIL_GAS',
  geothermal: 'GEOTHERMAL',
  hard_coal: 'FOSSIL_HARD_COAL',
  hydro_pumped: 'HYDRO_PUMPED_STORAGE',
  hydro_reservoir: 'HYDRO_WATER_RESERVOIR',
  hydro_run_of_river: 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE',
  lignite: 'FOSSIL_BROWN_COAL_LIGNITE',
  nuclear: 'NUCLEAR',
  oil: 'FOSSIL_OIL',
  oil_shale: 'FOSSIL_OIL_SHALE',
  other: 'OTHER',
  other_renewable: 'OTHER_RENEWABLE',
  peat: 'FOSSIL_PEAT',
  solar: 'SOLAR',
  waste: 'WASTE',
  wind_offshore: 'WIND_OFFSHORE',
  wind_onshore: 'WIND_ONSHORE',
}
const columns = Object.entries(typeByStem).map(
  ([stem, type]) => [type, `${stem}_mw`, `${stem}_consumption_mw`] as const,
)

/** One recorded hour of a country. */
export type RecordedMix = {
  /** MW by production type; a type that is not known is absent. */
  output: Readonly<Record<string, number>>
  /** Power that pumped storage takes, MW ≥ 0; 0 where none is recorded. */
  pumpingMw: number
}

/** Recorded hours of a country by start, ms. */
export type RecordedMixes = ReadonlyMap<number, RecordedMix>

/** Reads a recorded file of output by production type. */
export async function readMixes(folder: string, name: string): Promise<RecordedMixes> {
  const rows = await readRecordedCsv(folder, `${name}.csv.gz`)
  return new Map(rows.map((row) => [readStartMs(row), toMix(row)]))
}

/** Start of the hour or day of a recorded row, ms since the epoch. */
export function readStartMs(row: RecordedRow): number {
  return Temporal.Instant.from(row['datetime_utc'] ?? '').epochMilliseconds
}

/** An empty output next to a known consumption means that the type took power for the whole hour. */
function toMix(row: RecordedRow): RecordedMix {
  const output: Record<string, number> = {}
  for (const [type, generated, consumed] of columns) {
    const powerMw = parseKnownNumber(row[generated]) ?? (parseKnownNumber(row[consumed]) === null ? null : 0)
    if (powerMw !== null) output[type] = powerMw
  }
  return { output, pumpingMw: parseKnownNumber(row['hydro_pumped_consumption_mw']) ?? 0 }
}
