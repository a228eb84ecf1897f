import { Elysia } from 'elysia'
import { faultyList, faultyRootName, takeFaults } from '../operator/answer-faults.ts'
import type { YearlyIntensity } from '../subjects/grid-source.ts'
import { type ReferenceDeps, sendReference } from './reference-answer.ts'

/** Yearly carbon intensity per country. The `api_key` is ignored. */
export function countryIntensitiesRoute(deps: ReferenceDeps) {
  return new Elysia().get('/v1/carbon-intensity/yearly', async ({ request }) => {
    const faults = await takeFaults(deps.faults, 'country_intensities')
    const answer = await deps.source.yearlyIntensities()
    const records = selectIntensities(answer.content, new URL(request.url).searchParams)
    const body = { stats: intensityStats(records), [faultyRootName(faults, 'data')]: faultyList(faults, records) }
    return sendReference(answer, body, faults)
  })
}

/** One record of the yearly intensity API, which writes the year as text. */
type IntensityRecord = {
  entity: string
  entity_code: string | null
  is_aggregate_entity: boolean
  date: string
  emissions_intensity_gco2_per_kwh: number
}

/** The records that a call selects; the years are inclusive on both ends. */
function selectIntensities(rows: readonly YearlyIntensity[], query: URLSearchParams): IntensityRecord[] {
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

/** The statistics of the records; without records there is no range. */
function intensityStats(records: readonly IntensityRecord[]) {
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

/** The publisher closes a year around the end of the following February. */
const publicationMonthDay = '03-01'

/** The rows of published years: a year is served from 1 March (UTC) of the following year. */
export function publishedIntensities(rows: readonly YearlyIntensity[], now: Temporal.Instant): YearlyIntensity[] {
  return rows.filter(({ year }) => {
    const publishedAt = Temporal.Instant.from(`${year + 1}-${publicationMonthDay}T00:00:00Z`)
    return Temporal.Instant.compare(publishedAt, now) <= 0
  })
}

/**
 * Yearly intensity of France and its neighbours, gCO2eq/kWh, newest public vintage of each year.
 * Source: Ember, CC BY 4.0, through the tables of co2.js (pulled 2024-02, 2025-01 and 2025-08).
 */
const table: readonly (readonly [entity: string, iso3: string, y2022: number, y2023: number, y2024: number])[] = [
  ['France', 'FRA', 78.81, 55.24, 44.18],
  ['United Kingdom', 'GBR', 255.85, 228.25, 215.79],
  ['Belgium', 'BEL', 139.79, 135.11, 117.58],
  ['Germany', 'DEU', 420.06, 371.43, 342.06],
  ['Switzerland', 'CHE', 36.14, 29.56, 36.72],
  ['Italy', 'ITA', 378.45, 323.71, 287.75],
  ['Spain', 'ESP', 217.77, 169.77, 146.15],
  ['Luxembourg', 'LUX', 144.07, 122.3, 134.62],
  ['Ireland', 'IRL', 333.23, 284.89, 279.79],
  ['Netherlands', 'NLD', 324.99, 268.68, 252.7],
  ['Austria', 'AUT', 141.79, 112.07, 102.62],
]

/** The table as rows, one per country and year. */
export const countryIntensities: readonly YearlyIntensity[] = table.flatMap(([entity, countryCode, ...values]) =>
  values.map((gCo2eqPerKwh, index) => ({ entity, countryCode, year: 2022 + index, gCo2eqPerKwh })),
)
