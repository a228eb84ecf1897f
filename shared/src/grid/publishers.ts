import type { NeighbourCountry } from './borders.ts'

/** Publishers of grid data, and the terms under which their data may be shown. */
export type PublisherFacts = {
  name: string
  /** Address that a reader of an attribution can follow. */
  homepage: string
  /** Licence of the figures; null where no terms are stated. */
  licence: string | null
  /** Sentence that must stand where the figures are shown; null where nothing is demanded. */
  attribution: { en: string; fr: string } | null
  /** Whether the figures can be fetched without credentials. */
  isOpen: boolean
}

/** Every publisher of feeds, the preferred first: of two that give the same slot, the earlier one counts. */
export const publisherFacts = {
  rte: {
    name: 'RTE Data API',
    homepage: 'https://data.rte-france.com',
    licence: 'RTE Data, terms of the API subscription',
    attribution: { en: 'Source: RTE.', fr: 'Source : RTE.' },
    isOpen: false,
  },
  odre: {
    name: 'Open Data Réseaux Énergies',
    homepage: 'https://odre.opendatasoft.com',
    licence: 'Licence Ouverte 2.0',
    attribution: {
      en: 'Source: RTE – éCO2mix, via Open Data Réseaux Énergies (ODRÉ), Licence Ouverte 2.0.',
      fr: 'Source : RTE – éCO2mix, via Open Data Réseaux Énergies (ODRÉ), Licence Ouverte 2.0.',
    },
    isOpen: true,
  },
  'rte-zip': {
    name: 'éCO2mix, downloaded files',
    homepage: 'https://www.rte-france.com/eco2mix',
    // The same figures as `odre`; the terms of the site itself are unknown.
    licence: null,
    attribution: { en: 'Source: RTE – éCO2mix.', fr: 'Source : RTE – éCO2mix.' },
    isOpen: true,
  },
  'energy-charts': {
    name: 'Energy-Charts (Fraunhofer ISE)',
    homepage: 'https://www.energy-charts.info',
    licence: 'CC BY 4.0',
    attribution: {
      en: 'Day-ahead prices: Bundesnetzagentur | SMARD.de, CC BY 4.0, via Energy-Charts.info (Fraunhofer ISE); hourly means computed by Hexawatt. Cross-border flows, forecasts, capacities, production mixes of the neighbours: Energy-Charts.info (Fraunhofer ISE), CC BY 4.0; original data ENTSO-E.',
      fr: 'Prix de la veille : Bundesnetzagentur | SMARD.de, CC BY 4.0, via Energy-Charts.info (Fraunhofer ISE) ; moyennes horaires calculées par Hexawatt. Flux aux frontières, prévisions, capacités, mix de production des pays voisins : Energy-Charts.info (Fraunhofer ISE), CC BY 4.0 ; données d’origine ENTSO-E.',
    },
    isOpen: true,
  },
  'rte-services': {
    name: 'RTE, feeds of its public pages',
    homepage: 'https://www.services-rte.com',
    licence: null,
    attribution: { en: 'Tempo colours: RTE.', fr: 'Couleurs Tempo : RTE.' },
    isOpen: true,
  },
  'couleur-tempo': {
    name: 'api-couleur-tempo.fr',
    homepage: 'https://www.api-couleur-tempo.fr',
    licence: null,
    attribution: {
      en: 'Tempo colours: api-couleur-tempo.fr, from RTE.',
      fr: 'Couleurs Tempo : api-couleur-tempo.fr, d’après RTE.',
    },
    isOpen: true,
  },
} as const satisfies Readonly<Record<string, PublisherFacts>>

/** Id of a publisher, as `/api/status` and every stored row name it. */
export type PublisherId = keyof typeof publisherFacts

/** Every publisher, the preferred first. */
export const publisherIds = Object.keys(publisherFacts) as readonly PublisherId[]

/** Whether an id names a publisher of feeds; otherwise it names a publisher of references, or no publisher. */
export function isPublisher(id: string): id is PublisherId {
  return Object.hasOwn(publisherFacts, id)
}

/** The energy regulator, publisher of the regulated prices. */
export const pricePublisher = {
  id: 'cre',
  name: 'Commission de régulation de l’énergie',
  homepage: 'https://www.cre.fr',
  licence: 'Licence Ouverte / Open Licence 2.0 (Etalab)',
  attribution: {
    en: 'Regulated prices: Commission de régulation de l’énergie (CRE), Licence Ouverte 2.0.',
    fr: 'Tarifs réglementés : Commission de régulation de l’énergie (CRE), Licence Ouverte 2.0.',
  },
} as const

/** Publisher of each reference. The shipped emission factors and intensities come from the same publishers. */
export const referencePublishers = {
  emission_factors: { id: 'ademe', licence: 'Licence Ouverte / Open Licence 2.0 (Etalab)' },
  country_intensities: { id: 'ember', licence: 'CC BY 4.0' },
  regulated_prices: { id: pricePublisher.id, licence: pricePublisher.licence },
} as const

/** Publisher of the weather. Its service without a key is for non-commercial use. */
export const weatherPublisher = {
  id: 'open-meteo',
  name: 'Open-Meteo',
  freeServiceUrl: 'https://api.open-meteo.com',
  homepage: 'https://open-meteo.com',
  licence: 'CC BY 4.0',
  attribution: {
    en: 'Weather: Open-Meteo.com, CC BY 4.0; models of Météo-France (Licence Ouverte) and ECMWF (CC BY 4.0); means over the country computed by Hexawatt.',
    fr: 'Météo : Open-Meteo.com, CC BY 4.0 ; modèles de Météo-France (Licence Ouverte) et du CEPMMT (CC BY 4.0) ; moyennes nationales calculées par Hexawatt.',
  },
} as const

/** Every possible publisher of a source. */
export const sourceNames = [
  ...publisherIds,
  ...Object.values(referencePublishers).map(({ id }) => id),
  weatherPublisher.id,
]
export type SourceName = (typeof sourceNames)[number]

/** A publisher that asks for no credentials. */
export type OpenPublisherId = Exclude<PublisherId, 'rte'>
/** Dataset of the production mix of each neighbour. */
export const neighbourMixIds = {
  BE: 'energy_charts_mix_be',
  CH: 'energy_charts_mix_ch',
  DE: 'energy_charts_mix_de',
  ES: 'energy_charts_mix_es',
  GB: 'energy_charts_mix_gb',
  IT: 'energy_charts_mix_it',
} as const satisfies Readonly<Record<NeighbourCountry, string>>
export type NeighbourMixId = (typeof neighbourMixIds)[NeighbourCountry]

/** Every dataset of an open source. An id names its rows in `source_status` and its payloads in the archive. */
export const datasetIds = [
  'odre_national',
  'odre_consolidated',
  'odre_regional',
  'odre_capacities',
  'odre_past_signals',
  'odre_consumption_intensity',
  'rte_zip_real_time',
  'energy_charts_price',
  'energy_charts_flows',
  'energy_charts_schedules',
  'energy_charts_forecast_day_ahead',
  'energy_charts_forecast_current',
  'energy_charts_generation',
  'energy_charts_capacities',
  'rte_services_tariff',
  'couleur_tempo_tariff',
  ...Object.values(neighbourMixIds),
] as const
export type DatasetId = (typeof datasetIds)[number]

/** Whether an id is the id of a dataset; otherwise it names a feed or a reference. */
export function isDatasetId(id: string): id is DatasetId {
  return (datasetIds as readonly string[]).includes(id)
}
