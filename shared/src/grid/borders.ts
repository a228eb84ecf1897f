/** The operator's code of France, on one side of every physical flow. */
export const franceEicCode = '10YFR-RTE------C'

/** Energy identification codes of areas and cables to the ISO-2 country behind them. Cables of one country net together. */
const countryByEicCode: ReadonlyMap<string, string> = new Map([
  ['10YBE----------2', 'BE'],
  ['10YCB-GERMANY--8', 'DE'],
  ['10YCH-SWISSGRIDZ', 'CH'],
  ['10YES-REE------0', 'ES'],
  ['10YGB----------A', 'GB'],
  ['10Y1001C--00098F', 'GB'],
  ['10Y1001C--000255', 'GB'],
  ['10Y1001C--000263', 'GB'],
  ['10Y1001C--000344', 'GB'],
  // The cable to Ireland is being built.
  ['10YIE-1001A00010', 'IE'],
  ['10YIT-GRTN-----B', 'IT'],
  ['10YLU-CEGEDEL-NQ', 'LU'],
])

/** Area under which a publisher of commercial exchanges lumps two neighbours. */
export const germanyAndBelgium = 'DE+BE'

/**
 * Countries with which France exchanges power in every hour of every year. Their borders are required even when none of them has been seen for long: a
 * border that is left out looks like one without any import.
 */
export const coreBorderCountries = ['BE', 'CH', 'DE', 'ES', 'GB', 'IT'] as const

/** A neighbour whose own production mix is read. */
export type NeighbourCountry = (typeof coreBorderCountries)[number]

/** The neighbours whose highest intensity is used for an unknown country (docs/methodology/carbon.md#consumption-boundary). */
export const neighbourCountries = ['BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'LU'] as const

/** The neighbours by ISO-3 code, under which yearly intensities are published. */
export const neighbourByIso3: Readonly<Record<string, (typeof neighbourCountries)[number]>> = {
  BEL: 'BE',
  CHE: 'CH',
  DEU: 'DE',
  ESP: 'ES',
  GBR: 'GB',
  ITA: 'IT',
  LUX: 'LU',
}

/** ISO-2 country of an area or cable code; the code itself when unknown, so that two unknown borders are not netted as one country. */
export function findCountryOfEicCode(eicCode: string): string {
  return countryByEicCode.get(eicCode) ?? eicCode
}

/** Area and cable codes of borders (`SENDER>RECEIVER`, France on one side) whose country is not known, each once. */
export function listUnknownAreas(directions: readonly string[]): string[] {
  const areas = directions.flatMap((direction) => direction.split('>')).filter((area) => area !== franceEicCode)
  return [...new Set(areas)].filter((area) => !countryByEicCode.has(area))
}

/** Code for a border of an unknown country; ISO 3166 leaves it unassigned. */
const unknownCountry = 'XX'
const isoCountry = /^[A-Z]{2}$/

/** Country code for clients: ISO-2, or `XX` when {@link findCountryOfEicCode} knows only the border. */
export function toServedCountry(origin: string): string {
  return isoCountry.test(origin) ? origin : unknownCountry
}
