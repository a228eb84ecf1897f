import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { fetchJson } from '../../upstream/http-client.ts'
import { alwaysKnown, type ReferenceDefinition } from '../reference.ts'
import { addCountryIntensities } from './country-intensity-store.ts'
import { countryByIso3, normaliseYearlyIntensities } from './normalise.ts'
import { intensitySource, seedIntensities, seedVintage } from './seed.ts'

/** Years asked for, counted back from the current one: enough for every hour that history can reach. */
const yearsBack = 10

/**
 * Yearly carbon intensity of the countries that export to France.
 *
 * @param apiKey sent as the publisher wants it, in the query; null for a source that needs none
 */
export function countryIntensities(baseUrl: URL, apiKey: string | null): ReferenceDefinition {
  return {
    id: 'country_intensities',
    pollEveryMs: 24 * hourMs,
    async seed({ sql }) {
      const release = { source: intensitySource, vintage: seedVintage, knownFrom: alwaysKnown }
      await addCountryIntensities(sql, release, seedIntensities)
    },
    async synchronise(deps, signal) {
      const now = deps.clock.now()
      const year = now.toZonedDateTimeISO(parisTimeZone).year
      const url = yearlyUrl(baseUrl, year, apiKey)
      const payload = await fetchJson(deps, url, signal)
      const intensities = normaliseYearlyIntensities(payload.json)
      const release = { source: intensitySource, vintage: now.toString().slice(0, 7), knownFrom: now }
      const added = await addCountryIntensities(deps.sql, release, intensities)
      if (added > 0) deps.logger.info({ added, vintage: release.vintage }, 'country intensities changed')
      return { changed: added > 0, bodies: [payload.body], origin: payload.origin }
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
