import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisYear } from '@hexawatt/shared/time/paris'
import { alwaysKnown, fetchJson, type ReferenceDefinition } from '../reference.ts'
import { addCountryIntensities } from './country-intensity-store.ts'
import { countryByIso3, normaliseYearlyIntensities } from './normalise.ts'

const intensitySource = 'Ember, yearly electricity data (CC BY 4.0)'

/** Release of the seed values: the year 2024 as published in August 2025. */
const seedVintage = '2025-08'

/** Yearly life-cycle intensity of France's neighbours, gCO2eq/kWh: ships with the product for a first start offline. */
export const seedIntensities: readonly CountryIntensity[] = [
  { country: 'BE', year: 2024, gCo2eqPerKwh: 117.58 },
  { country: 'CH', year: 2024, gCo2eqPerKwh: 36.72 },
  { country: 'DE', year: 2024, gCo2eqPerKwh: 342.06 },
  { country: 'ES', year: 2024, gCo2eqPerKwh: 146.15 },
  { country: 'GB', year: 2024, gCo2eqPerKwh: 215.79 },
  { country: 'IT', year: 2024, gCo2eqPerKwh: 287.75 },
  { country: 'LU', year: 2024, gCo2eqPerKwh: 134.62 },
]

/** Years fetched, counted back from the current one: enough for every hour that history can reach. */
const yearsBack = 10

/**
 * Yearly carbon intensity of the countries that export to France.
 *
 * @param apiKey sent in the query, as the publisher requires; null for a source without a key
 */
export function countryIntensities(baseUrl: URL, apiKey: string | null): ReferenceDefinition {
  return {
    id: 'country_intensities',
    pollEveryMs: 24 * hourMs,
    async seed({ sql }) {
      const release = { source: intensitySource, vintage: seedVintage, knownFrom: alwaysKnown }
      await addCountryIntensities(sql, release, seedIntensities)
    },
    async fetch(deps, signal) {
      const year = toParisYear(deps.clock.now())
      const url = yearlyUrl(baseUrl, year, apiKey)
      const { json, body, origin } = await fetchJson(deps, url, signal)
      const { intensities, unreadable, reasons } = normaliseYearlyIntensities(json)
      return {
        bodies: [body],
        origin,
        elements: { taken: intensities.length, unreadable, reasons },
        async store() {
          const now = deps.clock.now()
          const release = { source: intensitySource, vintage: now.toString().slice(0, 7), knownFrom: now }
          const added = await addCountryIntensities(deps.sql, release, intensities)
          if (added > 0) deps.logger.info({ added, vintage: release.vintage }, 'country intensities changed')
        },
      }
    },
  }
}

function yearlyUrl(baseUrl: URL, year: number, apiKey: string | null): URL {
  const url = new URL('/v1/carbon-intensity/yearly', baseUrl)
  url.search = new URLSearchParams({
    entity_code: Object.keys(countryByIso3).join(','),
    is_aggregate_entity: 'false',
    start_date: String(year - yearsBack),
    end_date: String(year),
    ...(apiKey === null ? {} : { api_key: apiKey }),
  }).toString()
  return url
}
