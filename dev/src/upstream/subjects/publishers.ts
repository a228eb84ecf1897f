/** Publishers of open data (no key, no registration), of the weather, and of the regulated prices. Their calls are counted, and faults name them instead of a feed. */
export const openPublishers = [
  'odre',
  'rte-zip',
  'energy-charts',
  'rte-services',
  'couleur-tempo',
  'open-meteo',
  'cre',
] as const
export type OpenPublisher = (typeof openPublishers)[number]

/** Every publisher that the demo upstream stands for. */
export type Publisher = OpenPublisher | 'rte' | 'ademe' | 'ember'

/** Path before the paths of a publisher's datasets. `/open/<publisher>` stands for the host of an open publisher. */
export const basePaths: Readonly<Record<Publisher, string>> = {
  rte: '/open_api',
  ademe: '/data-fair/api/v1/datasets',
  ember: '/v1/carbon-intensity',
  odre: '/open/odre/api/explore/v2.1/catalog/datasets',
  'rte-zip': '/open/rte-zip/download/eco2mix',
  'energy-charts': '/open/energy-charts',
  'rte-services': '/open/rte-services/cms/open_data/v1',
  'couleur-tempo': '/open/couleur-tempo/api',
  'open-meteo': '/open/open-meteo/v1',
  cre: '/open/cre/fileadmin/Documents/Open_data/Marches_de_detail',
}

export function isOpen(publisher: Publisher): publisher is OpenPublisher {
  return openPublishers.some((open) => open === publisher)
}
