import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { minuteMs } from '@hexawatt/shared/time/instant'

/** How often an open publisher may be called. `docs/operate/open-sources.md` repeats the figures. */
export type PublisherLimits = {
  /** Address below which its datasets lie; a setting can name a mirror. */
  baseUrl: string
  /** Least time between two calls of all programs of an installation, ms. */
  gapMs: number
  /** Most calls of a UTC day; further ones are not made. */
  callsPerDay: number
  /** Whole call, ms. */
  timeoutMs: number
}

/** Limits of every open publisher: far below what each of them allows, because its other users share them. */
export const publisherLimits: Readonly<Record<OpenPublisherId, PublisherLimits>> = {
  // 50 000 calls a month for an address; a poll each quarter of an hour, one of the regions each hour and the repairs take 8 % of it.
  odre: { baseUrl: 'https://odre.opendatasoft.com', gapMs: 1_000, callsPerDay: 160, timeoutMs: 30_000 },
  // A file of several MB: it is asked for while its better source is dead, at most once an hour.
  'rte-zip': { baseUrl: 'https://eco2mix.rte-france.com', gapMs: 30 * minuteMs, callsPerDay: 26, timeoutMs: 60_000 },
  // Clients report refusals above one call in 7.5 seconds.
  'energy-charts': { baseUrl: 'https://api.energy-charts.info', gapMs: 10_000, callsPerDay: 120, timeoutMs: 30_000 },
  'rte-services': { baseUrl: 'https://www.services-rte.com', gapMs: 15 * minuteMs, callsPerDay: 12, timeoutMs: 15_000 },
  'couleur-tempo': { baseUrl: 'https://www.api-couleur-tempo.fr', gapMs: 1_000, callsPerDay: 14, timeoutMs: 10_000 },
}

/** Every open publisher. */
export const openPublisherIds = Object.keys(publisherLimits) as readonly OpenPublisherId[]

/** Setting that names another address of a publisher. */
export const openUrlNames = {
  odre: 'OPEN_ODRE_BASE_URL',
  'rte-zip': 'OPEN_RTE_ZIP_BASE_URL',
  'energy-charts': 'OPEN_ENERGY_CHARTS_BASE_URL',
  'rte-services': 'OPEN_RTE_SERVICES_BASE_URL',
  'couleur-tempo': 'OPEN_COULEUR_TEMPO_BASE_URL',
} as const satisfies Readonly<Record<OpenPublisherId, string>>
