/**
 * Rounds half away from zero to `decimals` places: the one rounding of the product.
 * Works on the shortest decimal form of the number, so that 1.005 gives 1.01 and not the binary neighbour's 1.
 */
export function roundHalfAwayFromZero(value: number, decimals: number): number {
  const magnitude = shiftDecimal(Math.round(shiftDecimal(Math.abs(value), decimals)), -decimals)
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** Intensities, prices and percentages: 2 decimals. */
export const round2 = (value: number): number => roundHalfAwayFromZero(value, 2)

/** Power in MW and sub-scores: 1 decimal. */
export const round1 = (value: number): number => roundHalfAwayFromZero(value, 1)

/** Moves the decimal point by text: multiplying by a power of ten would bring back the binary error. */
function shiftDecimal(value: number, places: number): number {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e')
  return Number(`${mantissa}e${Number(exponent) + places}`)
}
