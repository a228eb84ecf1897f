import { join } from 'node:path'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { coreBorderCountries, type NeighbourCountry, neighbourByIso3 } from '@hexawatt/shared/grid/borders'
import type { NetFlowMwByCountry } from '@hexawatt/shared/methodology/imports/border-flows'
import {
  computeCompleteHours,
  computeIntensityByRule,
  type IntensityByRule,
} from '@hexawatt/shared/methodology/imports/neighbour-intensity'
import { createNeighbourFactors } from '@hexawatt/shared/methodology/imports/neighbour-types'
import type { CountryIntensity, PowerMwByType } from '@hexawatt/shared/methodology/intensity'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { hourMs } from '@hexawatt/shared/time/instant'
import { lifeCycleFactors } from '../recorded/realised-values.ts'
import { biogasMw, parseKnownNumber } from '../recorded/recorded-rows.ts'
import { type RecordedMixes, readMixes, readStartMs } from './recorded-mixes.ts'

/** The product's factors for France and its neighbours. */
export const recordedFactors = createNeighbourFactors(lifeCycleFactors)

/** Intensity by start of the hour, ms. */
export type IntensityByHour = ReadonlyMap<number, IntensityByRule>

/** French generation and flows of an hour. */
export type RecordedHour = {
  startMs: number
  /** MW by production type, with biogas in `BIOMASS`. */
  mix: PowerMwByType
  /** Power that pumped storage takes, MW ≥ 0. */
  pumpingMw: number
  netFlowMwByCountry: NetFlowMwByCountry
}

/** Recorded hours of 2022 to 2024. */
export type NeighbourRecord = {
  /** Ascending; hours whose French mix is not complete are left out. */
  hours: readonly RecordedHour[]
  /** Intensity of each neighbour by hour. */
  intensities: Readonly<Record<NeighbourCountry, IntensityByHour>>
  /** Intensity of Switzerland with its transit, as an independent flow tracing has it. */
  tracedSwiss: IntensityByHour
  /** Published yearly intensities, life cycle. */
  yearly: readonly CountryIntensity[]
}

/** Stand-ins for what was not recorded; every figure that rests on them says so. */
export const standInNote = `Not recorded, hence replaced: the German mix of 2022-23 and the Spanish mix of 2023 are flow-traced mixes of IntensityLib; Great Britain, and Germany
in 2024, are intensities of Electricity Maps; Spain in 2024 is a copy of 2023. Switzerland, Belgium, Italy and Spain in 2022 are their own recorded mixes.`

/**
 * Reads the recorded hours of France and its neighbours.
 *
 * @param dataFolder `../shared/data`
 */
export async function readNeighbourRecord(dataFolder: string): Promise<NeighbourRecord> {
  const folder = findNeighbourFolder(dataFolder)
  const [french, belgian, swiss, german, spanish, ownSpanish, italian, flows, traced, yearly] = await Promise.all([
    readMixes(folder, 'fr_generation_by_type_hourly_2022-2024'),
    readMixes(folder, 'be_generation_by_type_hourly_2022-2024'),
    readMixes(folder, 'ch_generation_by_type_hourly_2021-2025'),
    readMixes(folder, 'de_flowtraced_mix_hourly_2022-2023'),
    readMixes(folder, 'es_flowtraced_mix_hourly_2022-2023'),
    readMixes(folder, 'es_generation_by_type_hourly_2022'),
    readMixes(folder, 'it_generation_by_type_hourly_2022-2024'),
    readRecordedCsv(folder, 'fr_border_physical_flows_hourly_2022-2024.csv.gz'),
    readRecordedCsv(folder, 'electricitymaps_neighbours_hourly_2021-2024.csv.gz'),
    readRecordedCsv(dataFolder, 'ember_owid_carbon_intensity_yearly_by_country.csv'),
  ])
  return {
    hours: listHours(french, flows),
    intensities: {
      BE: toIntensities(belgian),
      CH: toIntensities(swiss),
      DE: new Map([...readTraced(traced, 'DE'), ...toIntensities(german)]),
      ES: copyIntoNextYear(new Map([...toIntensities(spanish), ...toIntensities(ownSpanish)])),
      GB: readTraced(traced, 'GB'),
      IT: toIntensities(italian),
    },
    tracedSwiss: readTraced(traced, 'CH'),
    yearly: yearly.flatMap(toCountryIntensity),
  }
}

/** The record without the hours from the start of a UTC year on. */
export function takeUntil(record: NeighbourRecord, year: number): NeighbourRecord {
  return { ...record, hours: record.hours.filter(({ startMs }) => startMs < toYearStartMs(year)) }
}

/** Start of a UTC year, ms since the epoch. */
export const toYearStartMs = (year: number): number =>
  Temporal.Instant.from(`${year}-01-01T00:00:00Z`).epochMilliseconds

/** The folder of the neighbours' records within that of all records. */
export const findNeighbourFolder = (dataFolder: string): string => join(dataFolder, 'neighbours')

function listHours(french: RecordedMixes, flows: readonly RecordedRow[]): RecordedHour[] {
  const flowsByHour = new Map(flows.map((row) => [readStartMs(row), row]))
  const mixes = [...french].map(([startMs, { output, pumpingMw }]) => {
    const { BIOMASS: biomassMw, ...others } = output
    const powerMwByType = biomassMw === undefined ? others : { ...others, BIOMASS: biomassMw + biogasMw }
    return { startMs, powerMwByType, pumpingMw }
  })
  const complete = computeCompleteHours(mixes, recordedFactors)
  return mixes.flatMap(({ startMs, powerMwByType, pumpingMw }) => {
    const row = flowsByHour.get(startMs)
    if (row === undefined || !complete.has(startMs)) return []
    return [{ startMs, mix: powerMwByType, pumpingMw, netFlowMwByCountry: toNetFlows(row) }]
  })
}

function toNetFlows(row: RecordedRow): NetFlowMwByCountry {
  return recordFromEntries(coreBorderCountries, (country) => {
    const inflow = parseKnownNumber(row[`import_from_${country}_mw`])
    const outflow = parseKnownNumber(row[`export_to_${country}_mw`])
    return inflow === null || outflow === null ? null : inflow - outflow
  })
}

/** The record is taken as it is: in January 2023 some types are empty in 289 German and Spanish hours, which the product would not accept. */
function toIntensities(mixes: RecordedMixes): Map<number, IntensityByRule> {
  const byHour = new Map<number, IntensityByRule>()
  for (const [startMs, { output }] of mixes) {
    const intensity = computeIntensityByRule(output, recordedFactors)
    if (intensity !== null) byHour.set(startMs, intensity)
  }
  return byHour
}

function readTraced(rows: readonly RecordedRow[], zone: string): Map<number, IntensityByRule> {
  return new Map(
    rows.flatMap((row) => {
      const lifeCycle = row['zone'] === zone ? parseKnownNumber(row['ci_lca_g_kwh']) : null
      const direct = parseKnownNumber(row['ci_direct_g_kwh'])
      return lifeCycle === null || direct === null ? [] : [[readStartMs(row), { lifeCycle, direct }] as const]
    }),
  )
}

const [sourceYear, copyYear] = [2023, 2024]

/** Adds a copy of a year, hour by hour of the calendar, as the year after it; its 29 February is a copy of the 28th. */
function copyIntoNextYear(byHour: Map<number, IntensityByRule>): Map<number, IntensityByRule> {
  const first = Temporal.ZonedDateTime.from(`${copyYear}-01-01T00:00:00Z[UTC]`)
  const endMs = first.add({ years: 1 }).epochMilliseconds
  for (let startMs = first.epochMilliseconds; startMs < endMs; startMs += hourMs) {
    const copied = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO('UTC').with({ year: sourceYear })
    const intensity = byHour.get(copied.epochMilliseconds)
    if (intensity !== undefined) byHour.set(startMs, intensity)
  }
  return byHour
}

/** Of the published yearly values the latest of an hour counts: older ones would only be searched. */
const firstYear = 2022

function toCountryIntensity(row: RecordedRow): CountryIntensity[] {
  const country = neighbourByIso3[row['code'] ?? '']
  const gCo2eqPerKwh = parseKnownNumber(row['carbon_intensity_gco2_per_kwh'])
  const year = Number(row['year'])
  return country === undefined || gCo2eqPerKwh === null || year < firstYear ? [] : [{ country, year, gCo2eqPerKwh }]
}
