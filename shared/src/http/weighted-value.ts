/** `q=` values of RFC 9110: at most three decimals, at most 1. */
const qualityPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** One of the values that a client would take, in lower case, and how gladly: 0 = not at all, 1 = best. */
export type WeightedValue = { value: string; quality: number }

/**
 * Reads one part of an Accept or Accept-Encoding header (RFC 9110 §12.4.2). Without a quality it is 1; one that cannot be read counts as
 * not acceptable.
 *
 * @param part what stands between two commas
 */
export function weightedValue(part: string): WeightedValue {
  const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { value, quality: weight === undefined ? 1 : qualityOf(weight) }
}

function qualityOf(weight: string): number {
  return qualityPattern.test(weight) ? Number(weight) : 0
}
