/** Decimals of a number below a millionth. */
const smallDecimals = 20

/** Parameters of an address; undefined is not sent. */
export type Parameters = Record<string, string | undefined>

/** Path and query; equal parameters give equal text. */
export function makeAddress(path: string, parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A number without exponents, which JavaScript writes below a millionth and the API refuses. */
export function plainDecimal(number: number | undefined): string | undefined {
  if (number === undefined) return undefined
  const text = String(number)
  return text.includes('e') ? number.toFixed(smallDecimals) : text
}
