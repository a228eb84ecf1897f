/** Publishers of open data (no key, no registration) that the demo upstream also is. */
export const publishers = ['odre', 'rte-zip', 'energy-charts', 'rte-services', 'couleur-tempo'] as const
export type Publisher = (typeof publishers)[number]

/**
 * Base path of each publisher's datasets on the demo upstream; behind it every path is the publisher's own. Where the product is set to the demo
 * upstream, `/open/<publisher>` stands for the publisher's host.
 */
export const openBasePaths: Readonly<Record<Publisher, string>> = {
  odre: '/open/odre/api/explore/v2.1/catalog/datasets',
  'rte-zip': '/open/rte-zip/download/eco2mix',
  'energy-charts': '/open/energy-charts',
  'rte-services': '/open/rte-services/cms/open_data/v1',
  'couleur-tempo': '/open/couleur-tempo/api',
}
