/**
 * Statuses of the grid-tension signal by its level: 0 decarbonised (hours only), 1 no tension, 2 tense, 3 very tense
 * (interface, "States and transitions").
 */
export const gridSignalStatuses = ['Optimal', 'Favorable', 'Tendu', 'TresTendu'] as const

export type GridSignalStatus = (typeof gridSignalStatuses)[number]

/** Days of the signal as the answer names them: today and the three after it. */
export const signalDayNames = ['D', 'D+1', 'D+2', 'D+3'] as const

/** Status of a level; null when the level is none of the four. */
export function toGridSignalStatus(level: number): GridSignalStatus | null {
  return gridSignalStatuses[level] ?? null
}

/**
 * Colours of the three-colour tariff, cheapest first, by the publisher's word. A colour is stored as its number, because
 * values over slots are numbers.
 */
export const tariffColorCodes = { BLUE: 1, WHITE: 2, RED: 3 } as const

export type TariffColor = keyof typeof tariffColorCodes

/** The colours as the API writes them, in the order of their numbers (1–3). */
export const tariffColorNames = ['Bleu', 'Blanc', 'Rouge'] as const
export type TariffColorName = (typeof tariffColorNames)[number]

/** Number of a colour as the publisher writes it; null when the word is none of the three. */
export function toTariffColorCode(word: string): number | null {
  const color = word.trim().toUpperCase()
  return isTariffColor(color) ? tariffColorCodes[color] : null
}

/** Name of a stored colour; null when the number is none of the three. */
export function toTariffColorName(code: number): TariffColorName | null {
  return tariffColorNames[code - 1] ?? null
}

function isTariffColor(word: string): word is TariffColor {
  return Object.hasOwn(tariffColorCodes, word)
}
