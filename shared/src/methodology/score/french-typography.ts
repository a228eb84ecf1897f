import { roundHalfAwayFromZero } from '../../contract/numbers.ts'

const noBreakSpace = '\u00a0'
const narrowNoBreakSpace = '\u202f'

/**
 * Puts the spaces of French typography into a sentence written with plain ones: no-break before `:`, `%`, `€` and `»`, after `«` and
 * between a number and its unit; narrow before `;`, `!` and `?` (Lexique des règles typographiques en usage à l’Imprimerie nationale).
 */
export function withFrenchSpaces(sentence: string): string {
  return sentence
    .replaceAll(/ (?=[:%€»])/g, noBreakSpace)
    .replaceAll(/(?<=«) /g, noBreakSpace)
    .replaceAll(/ (?=[;!?])/g, narrowNoBreakSpace)
    .replaceAll(/(?<=\d) (?=\p{L})/gu, noBreakSpace)
}

/** Made once: a format costs a hundred times what a number written with it does. */
const formats = { 0: frenchFormat(0), 1: frenchFormat(1) }

/** A number as French is written: decimal comma, narrow space between thousands, a real minus sign. */
export function frenchNumber(value: number, decimals: keyof typeof formats): string {
  return formats[decimals].format(roundHalfAwayFromZero(value, decimals)).replace('-', '−')
}

function frenchFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('fr-FR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
