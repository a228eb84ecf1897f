import type { YearlyIntensity } from '../subjects/grid-source.ts'

/** One record of the yearly intensity API: the year is a text there. */
export type IntensityRecord = {
  entity: string
  entity_code: string | null
  is_aggregate_entity: boolean
  date: string
  emissions_intensity_gco2_per_kwh: number
}

/** The records a call asks for; years are inclusive on both ends. */
export function selectIntensities(rows: readonly YearlyIntensity[], query: URLSearchParams): IntensityRecord[] {
  const codes = query.get('entity_code')?.split(',')
  const entities = query.get('entity')?.split(',')
  const firstYear = yearOf(query.get('start_date'), Number.NEGATIVE_INFINITY)
  const lastYear = yearOf(query.get('end_date'), Number.POSITIVE_INFINITY)
  const aggregate = query.get('is_aggregate_entity')
  return rows
    .filter(({ year }) => year >= firstYear && year <= lastYear)
    .filter(({ countryCode }) => codes === undefined || (countryCode !== null && codes.includes(countryCode)))
    .filter(({ entity }) => entities === undefined || entities.includes(entity))
    .filter(({ countryCode }) => aggregate === null || aggregate === String(countryCode === null))
    .map(toRecord)
}

/** The statistics beside the records; without records there is no range. */
export function intensityStats(records: readonly IntensityRecord[]) {
  const values = records.map((record) => record.emissions_intensity_gco2_per_kwh)
  const range = values.length === 0 ? null : { min: Math.min(...values), max: Math.max(...values) }
  return {
    number_of_records: records.length,
    query_value_range: range === null ? {} : { emissions_intensity_gco2_per_kwh: range },
  }
}

function toRecord({ entity, countryCode, year, gCo2eqPerKwh }: YearlyIntensity): IntensityRecord {
  return {
    entity,
    entity_code: countryCode,
    is_aggregate_entity: countryCode === null,
    date: String(year),
    emissions_intensity_gco2_per_kwh: gCo2eqPerKwh,
  }
}

/** `2024` or the year of `2024-01`. */
function yearOf(text: string | null, fallback: number): number {
  const year = text?.match(/^\d{4}/)?.[0]
  return year === undefined ? fallback : Number(year)
}
