import { computeIntensityByRule } from '@hexawatt/shared/methodology/imports/neighbour-intensity'
import { readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { parseKnownNumber } from '../recorded/recorded-rows.ts'
import { findNeighbourFolder, recordedFactors } from './neighbour-record.ts'
import { readMixes, readStartMs } from './recorded-mixes.ts'

/** Intensity of French consumption as another party has it, g/kWh, by start of the hour, ms. */
export type OracleSeries = ReadonlyMap<number, number>

/** Series of others for the same hours. */
export type Oracles = {
  /** Electricity Maps 2022, direct and life cycle. */
  mapsDirect: OracleSeries
  mapsLifeCycle: OracleSeries
  /** Hours that Electricity Maps estimated instead of measured: most of June and July 2022. */
  mapsEstimated: ReadonlySet<number>
  /** Flow-traced French mix of 2022 and 2023 (IntensityLib) with the product's direct factors. */
  flowTraced: OracleSeries
  /** The operator's own figure of consumed electricity, direct. */
  operator: OracleSeries
}

/** @param dataFolder `../shared/data` */
export async function readOracles(dataFolder: string): Promise<Oracles> {
  const [maps, traced, operator] = await Promise.all([
    readRecordedCsv(dataFolder, 'electricitymaps_FR_hourly_2022.csv.gz'),
    readMixes(findNeighbourFolder(dataFolder), 'fr_flowtraced_mix_hourly_2022-2023'),
    readRecordedCsv(dataFolder, 'rte_consumption_intensity_hourly_2021-2025.csv.gz'),
  ])
  const toSeries = (rows: typeof maps, column: string): OracleSeries =>
    new Map(
      rows.flatMap((row) => {
        const value = parseKnownNumber(row[column])
        return value === null ? [] : [[readStartMs(row), value] as const]
      }),
    )
  return {
    mapsDirect: toSeries(maps, 'ci_direct_gco2eq_kwh'),
    mapsLifeCycle: toSeries(maps, 'ci_lca_gco2eq_kwh'),
    mapsEstimated: new Set(maps.flatMap((row) => (row['estimated'] === 'True' ? [readStartMs(row)] : []))),
    flowTraced: new Map(
      [...traced].flatMap(([startMs, { output }]) => {
        const intensity = computeIntensityByRule(output, recordedFactors)
        return intensity === null ? [] : [[startMs, intensity.direct] as const]
      }),
    ),
    operator: toSeries(operator, 'intensite_emissions_conso_gco2eq_kwh'),
  }
}
