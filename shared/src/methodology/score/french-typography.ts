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

/** A number as French is written: decimal comma, narrow space between thousands, a real minus sign. */
export function frenchNumber(value: number, decimals: number): string {
  const rounded = roundHalfAwayFromZero(value, decimals)
  const format = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return format.format(rounded).replace('-', '−')
}
