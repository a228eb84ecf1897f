import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { Format } from './format.ts'

/**
 * Emissions of an average car in France, g CO₂eq per km, with the production of fuel and car: ADEME, Base Carbone 23.6, element 43791 « Voiture,
 * motorisation moyenne, 2023 », 0.256 kg CO₂eq/km, valid until 2026.
 */
export const carGramsPerKm = 256

const [metresPerKm, metresPerStep, leastMetres] = [1_000, 10, 10] as const
/** From here on, m, distances are in kilometres; from here on, km, without a decimal. */
const [kilometresFrom, wholeKilometresFrom] = [950, 9.5] as const

/** The distance by car that emits as much: metres in tens, then kilometres. */
export function writeCarDistance(grams: number, format: Format): string {
  const metres = (grams / carGramsPerKm) * metresPerKm
  if (metres < kilometresFrom) {
    const shown = Math.max(leastMetres, roundHalfAwayFromZero(metres / metresPerStep, 0) * metresPerStep)
    return format.quantity(shown, 0, 'm')
  }
  const kilometres = roundHalfAwayFromZero(metres / metresPerKm, 1)
  const decimals = kilometres >= wholeKilometresFrom || Number.isInteger(kilometres) ? 0 : 1
  return format.quantity(kilometres, decimals, 'km')
}
