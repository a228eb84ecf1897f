import {
  type OpenPublisherId,
  pricePublisher,
  publisherFacts,
  publisherIds,
  type SourceName,
  weatherPublisher,
} from '@hexawatt/shared/grid/publishers'
import { minuteMs } from '@hexawatt/shared/time/instant'

/** How a publisher is called. `docs/operate/open-sources.md` repeats the figures of the open ones. */
export type PublisherPolicy = {
  /** Address below which its resources lie; a setting can name a mirror. */
  baseUrl: string
  /** Setting that names another address. */
  baseUrlSetting: string
  /** Whole call, ms. */
  timeoutMs: number
  /**
   * Least time between two calls of all programs of an installation, ms, and most calls of a UTC day; further ones are not made. A refusal pauses the
   * publisher for all programs. `pollCallsPerDay` of them are kept for the polls: the load of the past takes the rest (absent: none). `feedCallsPerDay` is the
   * largest number that polls of feeds may need: so many are kept for them, and sources that yield to feeds take the rest. Null where the publisher counts calls
   * by application or not at all: then a refusal concerns the refused source only.
   */
  pace: { gapMs: number; callsPerDay: number; pollCallsPerDay?: number; feedCallsPerDay?: number } | null
  /** `json`: a body that is not JSON was cut off on its way and is asked for again. `file`: JSON, a table or an archive; a web page is refused. */
  answers: 'json' | 'file'
  /** Parameter of the query that carries the key of the publisher, and the setting that holds it. */
  apiKey?: { parameter: string; setting: string }
}

/** Every publisher. The paces are far below the publisher's limits, because other users share them. */
export const publisherPolicies = {
  rte: {
    baseUrl: 'https://digital.iservices.rte-france.com',
    baseUrlSetting: 'RTE_BASE_URL',
    timeoutMs: 30_000,
    pace: null,
    answers: 'json',
  },
  odre: {
    baseUrl: 'https://odre.opendatasoft.com',
    baseUrlSetting: 'OPEN_ODRE_BASE_URL',
    timeoutMs: 30_000,
    // 50 000 calls a month for an address; a poll each quarter of an hour, one of the regions each hour and the repairs take 8 % of it.
    pace: { gapMs: 1_000, callsPerDay: 160, pollCallsPerDay: 125 },
    answers: 'file',
  },
  'rte-zip': {
    baseUrl: 'https://eco2mix.rte-france.com',
    baseUrlSetting: 'OPEN_RTE_ZIP_BASE_URL',
    timeoutMs: 60_000,
    // A file of several MB: it is asked for while its better source is dead, at most once an hour.
    pace: { gapMs: 30 * minuteMs, callsPerDay: 26 },
    answers: 'file',
  },
  'energy-charts': {
    baseUrl: 'https://api.energy-charts.info',
    baseUrlSetting: 'OPEN_ENERGY_CHARTS_BASE_URL',
    timeoutMs: 30_000,
    // Clients report refusals above one call in 7.5 seconds. Polls of feeds make 60 calls a day, 27 more when prices are late, and 24 more while the mix is
    // taken from here; the neighbours' mixes 48.
    pace: { gapMs: 10_000, callsPerDay: 120, pollCallsPerDay: 84, feedCallsPerDay: 111 },
    answers: 'file',
  },
  'rte-services': {
    baseUrl: 'https://www.services-rte.com',
    baseUrlSetting: 'OPEN_RTE_SERVICES_BASE_URL',
    timeoutMs: 15_000,
    pace: { gapMs: 15 * minuteMs, callsPerDay: 12 },
    answers: 'file',
  },
  'couleur-tempo': {
    baseUrl: 'https://www.api-couleur-tempo.fr',
    baseUrlSetting: 'OPEN_COULEUR_TEMPO_BASE_URL',
    timeoutMs: 10_000,
    pace: { gapMs: 1_000, callsPerDay: 14 },
    answers: 'file',
  },
  /** The agency's open data portal. */
  ademe: {
    baseUrl: 'https://data.ademe.fr',
    baseUrlSetting: 'EMISSION_FACTORS_BASE_URL',
    timeoutMs: 20_000,
    pace: null,
    answers: 'json',
  },
  ember: {
    baseUrl: 'https://api.ember-energy.org',
    baseUrlSetting: 'COUNTRY_INTENSITIES_BASE_URL',
    timeoutMs: 20_000,
    pace: null,
    answers: 'json',
    // The publisher requires a key in the query, a mirror may not.
    apiKey: { parameter: 'api_key', setting: 'COUNTRY_INTENSITIES_API_KEY' },
  },
  cre: {
    baseUrl: pricePublisher.homepage,
    baseUrlSetting: 'REGULATED_PRICES_BASE_URL',
    timeoutMs: 20_000,
    pace: null,
    answers: 'file',
  },
  'open-meteo': {
    baseUrl: weatherPublisher.freeServiceUrl,
    baseUrlSetting: 'WEATHER_URL',
    // The first answer has the past quarter of 32 points.
    timeoutMs: 60_000,
    // Its terms allow 10 000 calls a day, 5 000 an hour and 600 a minute. A request of 32 points counts as 32 calls, the first one, with 92 days of the
    // past, as about 190: 24 requests a day stay below half of it even if each of them were a first one. A normal day has eight.
    pace: { gapMs: 10_000, callsPerDay: 24 },
    answers: 'json',
    // A customer of the paid service has a key.
    apiKey: { parameter: 'apikey', setting: 'WEATHER_API_KEY' },
  },
} as const satisfies Readonly<Record<SourceName, PublisherPolicy>>

/** The policy of every publisher, for code that treats all alike. */
export type PublisherPolicies = Readonly<Record<SourceName, PublisherPolicy>>

/** Every open publisher of feeds, whose datasets are used without credentials. */
export const openPublisherIds: readonly OpenPublisherId[] = publisherIds.filter(
  (id): id is OpenPublisherId => publisherFacts[id].isOpen,
)

/** Base addresses from settings, each publisher's own where none is set. */
export function readBaseUrls(settings: Readonly<Record<string, unknown>>): Record<SourceName, URL> {
  const readUrl = ({ baseUrl, baseUrlSetting }: PublisherPolicy): URL => {
    const set = settings[baseUrlSetting]
    return set instanceof URL ? set : new URL(baseUrl)
  }
  return Object.fromEntries(
    Object.entries(publisherPolicies).map(([name, policy]) => [name, readUrl(policy)]),
  ) as Record<SourceName, URL>
}
