const powersOfTen: readonly number[] = Array.from({ length: 13 }, (_, decimals) => Number(`1e${decimals}`))

/** Below this, the binary error of a scaled number is less than {@link halfMargin}. */
const maxScaled = 1e9
/** A fraction further than this from one half rounds alike in binary and in decimal. */
const halfMargin = 1e-6

/**
 * Rounds half away from zero to `decimals` places: the one rounding of the product.
 * Works on the shortest decimal form of the number, so that 1.005 gives 1.01 and not the binary neighbour's 1.
 */
export function roundHalfAwayFromZero(value: number, decimals: number): number {
  const magnitude = roundClear(Math.abs(value), decimals) ?? roundByText(Math.abs(value), decimals)
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** Intensities, prices and percentages: 2 decimals. */
export const round2 = (value: number): number => roundHalfAwayFromZero(value, 2)

/** A share or probability as a whole number of percent, rounded as the share is written: 100 · 0.575 is a little less than 57.5 in binary. */
export const toWholePercent = (share: number): number => Math.round(100 * round2(share))

/** Power in MW and sub-scores: 1 decimal. */
export const round1 = (value: number): number => roundHalfAwayFromZero(value, 1)

/** A number that is rounded as `round` does it; null for null. */
export const roundOrNull = (value: number | null, round: (value: number) => number): number | null =>
  value === null ? null : round(value)

/** As `round2`; null for null. */
export const round2OrNull = (value: number | null): number | null => roundOrNull(value, round2)

/** The sum, 0 of no value; null when a value is unknown, because an unknown value is not 0. */
export function sumOrNull(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

/**
 * Fast path for numbers that are not close to a half: a request may round a dozen. The quotient of two whole numbers is the nearest double,
 * as parsing its decimal text would be.
 *
 * @returns null when the number is too large, or too close to a half
 */
function roundClear(magnitude: number, decimals: number): number | null {
  const power = powersOfTen[decimals]
  if (power === undefined) return null
  const scaled = magnitude * power
  if (!(scaled < maxScaled)) return null
  const floor = Math.floor(scaled)
  const fraction = scaled - floor
  if (Math.abs(fraction - 0.5) < halfMargin) return null
  return (fraction > 0.5 ? floor + 1 : floor) / power
}

/** Rounds the shortest decimal form, which defines the result. */
function roundByText(magnitude: number, decimals: number): number {
  return shiftDecimal(Math.round(shiftDecimal(magnitude, decimals)), -decimals)
}

/** Moves the decimal point in the text: multiplication would bring back the binary error. */
function shiftDecimal(value: number, places: number): number {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e')
  return Number(`${mantissa}e${Number(exponent) + places}`)
}
