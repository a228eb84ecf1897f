/** Default zone of an installation, and the only zone whose publishers are read. */
export const defaultZone = 'FR'

const zoneShape = /^([A-Z]{2})((?:-[A-Z0-9]{1,4}){0,2})$/
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/**
 * Whether a text names a zone as Electricity Maps does: a country by ISO 3166-1 alpha-2, or a region of one after a hyphen (`FR`, `IT-NO`,
 * `US-CAL-CISO`). Which regions a country has is not checked.
 */
export function isZone(text: string): boolean {
  return splitZone(text) !== null
}

/** English name of a zone: `France`, `Italy (NO)`; the text itself when it is none. */
export function formatZoneName(zone: string): string {
  const parts = splitZone(zone)
  if (parts === null) return zone
  return parts.region === '' ? parts.country : `${parts.country} (${parts.region})`
}

function splitZone(text: string): { country: string; region: string } | null {
  const [, code = '', region = ''] = zoneShape.exec(text) ?? []
  // Codes that stand for no place.
  if (code === '' || code === 'ZZ') return null
  const country = countryNames.of(code)
  return country === undefined ? null : { country, region: region.slice(1) }
}
