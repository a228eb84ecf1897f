/**
 * Colours of the three-colour tariff, cheapest first, by the publisher's word. A colour is stored as its number, because
 * values over slots are numbers.
 */
export const tariffColorCodes = { BLUE: 1, WHITE: 2, RED: 3 } as const

export type TariffColor = keyof typeof tariffColorCodes

/** The colours as the interface writes them, in the order of their numbers (1–3). */
export const tariffColorNames = ['Bleu', 'Blanc', 'Rouge'] as const
export type TariffColorName = (typeof tariffColorNames)[number]

/** Number of a colour as the publisher writes it; null when the word is none of the three. */
export function tariffColorCode(word: string): number | null {
  const color = word.trim().toUpperCase()
  return isTariffColor(color) ? tariffColorCodes[color] : null
}

/** Name of a stored colour; null when the number is none of the three. */
export function tariffColorName(code: number): TariffColorName | null {
  return tariffColorNames[code - 1] ?? null
}

function isTariffColor(word: string): word is TariffColor {
  return Object.hasOwn(tariffColorCodes, word)
}
