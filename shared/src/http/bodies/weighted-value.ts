/** `q=` values of RFC 9110: at most three decimals, at most 1. */
const qualityPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** An accepted value, in lower case, with its quality: 0 = not acceptable, 1 = preferred. */
export type WeightedValue = { value: string; quality: number }

/**
 * Parses one part of an Accept or Accept-Encoding header (RFC 9110 §12.4.2). The default quality is 1; an invalid quality counts as 0.
 *
 * @param part text between two commas
 */
export function parseWeightedValue(part: string): WeightedValue {
  const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { value, quality: weight === undefined ? 1 : parseQuality(weight) }
}

function parseQuality(weight: string): number {
  return qualityPattern.test(weight) ? Number(weight) : 0
}
