import { neighbourByIso3 } from '@hexawatt/shared/grid/borders'
import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import { toParisYear } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import { type ReadRecords, readRecords } from '../definition/records.ts'
import { readJson, type Source } from '../definition/source.ts'

/** Body of the yearly intensities, rows not parsed yet: aggregates have no code. */
const YearlyIntensitiesPayload = v.object({ data: v.array(v.unknown()) })

/** No country's yearly mean lies above this (gCO2eq/kWh). */
const maxGCo2eqPerKwh = 1_500

/** A number, also as a text. */
const Grams = v.pipe(
  v.union([
    v.number(),
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^-?\d+([.,]\d+)?$/),
      v.transform((text) => Number(text.replace(',', '.'))),
    ),
  ]),
  v.finite(),
  v.check((grams) => grams >= 0 && grams <= maxGCo2eqPerKwh, 'is implausible'),
)

/** The year as a text or a number. A month (`2024-01`) is refused: its value is not the value of the year. */
const Year = v.pipe(
  v.union([v.pipe(v.string(), v.trim()), v.pipe(v.number(), v.transform(String))]),
  v.regex(/^\d{4}$/),
  v.transform(Number),
)

/** A row of a neighbour. A value of exactly 0 means "not known", because no country has no emissions. */
const NeighbourRow = v.object({
  entity_code: v.string(),
  date: Year,
  emissions_intensity_gco2_per_kwh: v.nullish(Grams),
})

/** Years fetched, counted back from the current one: enough for every hour that history can reach. */
const yearsBack = 10

/** Yearly carbon intensity of the countries that export to France, gCO2eq/kWh. */
export const countryIntensities: Source = {
  id: 'country_intensities',
  publisher: 'ember',
  fills: [],
  rhythm: { kind: 'interval', everyMinutes: 24 * 60, publicationOf: null },
  calls({ now }) {
    const year = toParisYear(now)
    const query = {
      entity_code: Object.keys(neighbourByIso3).join(','),
      is_aggregate_entity: 'false',
      start_date: String(year - yearsBack),
      end_date: String(year),
    }
    return [{ path: '/v1/carbon-intensity/yearly', query, asked: {} }]
  },
  read(answer) {
    const { intensities, unreadable, reasons } = normaliseYearlyIntensities(readJson(answer))
    const table = { kind: 'country intensities' as const, intensities }
    return { reference: { table, taken: intensities.length, unreadable, reasons } }
  },
}

/** Intensities of neighbours, the number of rows that could not be read, and the reasons. */
type YearlyIntensities = Omit<ReadRecords<never>, 'readable'> & { intensities: CountryIntensity[] }

/**
 * Yearly intensities of the neighbours; a year without a value is left out, and an odd row does not discard the others.
 *
 * @throws UpstreamError `unusable` when there is no row of a neighbour, or none can be read
 */
export function normaliseYearlyIntensities(payload: unknown): YearlyIntensities {
  const parsed = v.safeParse(YearlyIntensitiesPayload, payload)
  if (!parsed.success) throw new UpstreamError('unusable', 'the yearly intensities are not in the agreed shape')
  const rows = parsed.output.data.filter((row) => readCountry(row) !== undefined)
  const { readable, unreadable, reasons } = readRecords(NeighbourRow, rows)
  const intensities = readable.flatMap((row) => {
    const country = readCountry(row)
    const gCo2eqPerKwh = row.emissions_intensity_gco2_per_kwh
    return country === undefined || !gCo2eqPerKwh ? [] : [{ country, year: row.date, gCo2eqPerKwh }]
  })
  if (intensities.length === 0)
    throw new UpstreamError('unusable', 'the yearly intensities hold no neighbour of France')
  return { intensities, unreadable, reasons }
}

function readCountry(row: unknown): string | undefined {
  const code = typeof row === 'object' && row !== null && 'entity_code' in row ? row.entity_code : null
  return typeof code === 'string' ? neighbourByIso3[code.trim().toUpperCase()] : undefined
}
