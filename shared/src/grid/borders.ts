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
  ['10YIT-GRTN-----B', 'IT'],
  ['10YLU-CEGEDEL-NQ', 'LU'],
])

/** The neighbours whose highest intensity stands in for a country that is not known (methodology, consumption boundary). */
export const neighbourCountries = ['BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'LU'] as const

/** ISO-2 country of an area or cable code; the code itself when unknown, so that two unknown borders are not netted as one country. */
export function countryOfEicCode(eicCode: string): string {
  return countryByEicCode.get(eicCode) ?? eicCode
}

/** Stands for a border whose country is not known: a code that ISO 3166 assigns to nobody. */
const unknownCountry = 'XX'
const isoCountry = /^[A-Z]{2}$/

/** How an origin is named to clients: its ISO-2 code, or `XX` when {@link countryOfEicCode} knew only the border. */
export function servedCountry(origin: string): string {
  return isoCountry.test(origin) ? origin : unknownCountry
}
