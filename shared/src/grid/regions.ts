/**
 * The regions of mainland France with a balance of their own (Corsica has none), in order of their code. `hasNuclear`: elsewhere publishers may leave
 * nuclear power out, because there is none.
 */
export const regions = [
  { code: '11', name: 'Île-de-France', hasNuclear: false },
  { code: '24', name: 'Centre-Val de Loire', hasNuclear: true },
  { code: '27', name: 'Bourgogne-Franche-Comté', hasNuclear: false },
  { code: '28', name: 'Normandie', hasNuclear: true },
  { code: '32', name: 'Hauts-de-France', hasNuclear: true },
  { code: '44', name: 'Grand Est', hasNuclear: true },
  { code: '52', name: 'Pays de la Loire', hasNuclear: false },
  { code: '53', name: 'Bretagne', hasNuclear: false },
  { code: '75', name: 'Nouvelle-Aquitaine', hasNuclear: true },
  { code: '76', name: 'Occitanie', hasNuclear: true },
  { code: '84', name: 'Auvergne-Rhône-Alpes', hasNuclear: true },
  { code: '93', name: "Provence-Alpes-Côte d'Azur", hasNuclear: false },
] as const

/** Code of a region by the national statistics office. */
export type RegionCode = (typeof regions)[number]['code']

/** Codes of all regions, ascending. */
export const regionCodes: readonly RegionCode[] = regions.map(({ code }) => code)

/** Whether a text is the code of a region with a balance of its own. */
export function isRegionCode(code: string): code is RegionCode {
  return (regionCodes as readonly string[]).includes(code)
}

/** Published production figures of a region: gas, coal and oil are one figure. */
export const regionalProductions = ['thermal', 'nuclear', 'wind', 'solar', 'hydro', 'bioenergy'] as const
export type RegionalProduction = (typeof regionalProductions)[number]

/** Everything that is published of a region for a quarter-hour. `pumping` and `charge` are ≤ 0, `exchange` > 0 is an import from elsewhere. */
export const regionalQuantities = [
  'consumption',
  ...regionalProductions,
  'pumping',
  'charge',
  'discharge',
  'exchange',
] as const
export type RegionalQuantity = (typeof regionalQuantities)[number]

/** Power of a region over a quarter-hour by quantity, MW; null = unknown. */
export type RegionalPowerMw = Readonly<Record<RegionalQuantity, number | null>>

/** Minute of every hour at which the regions are asked for: their publisher renews them once an hour. */
export const regionsPollMinute = 12
