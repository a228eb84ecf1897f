/**
 * Colours of the three-colour tariff, cheapest first, by the publisher's word. A colour is stored as its number, because
 * values over slots are numbers.
 */
export const tariffColorCodes = { BLUE: 1, WHITE: 2, RED: 3 } as const

export type TariffColor = keyof typeof tariffColorCodes

/** Number of a colour as the publisher writes it; null when the word is none of the three. */
export function tariffColorCode(word: string): number | null {
  const color = word.trim().toUpperCase()
  return isTariffColor(color) ? tariffColorCodes[color] : null
}

function isTariffColor(word: string): word is TariffColor {
  return Object.hasOwn(tariffColorCodes, word)
}
