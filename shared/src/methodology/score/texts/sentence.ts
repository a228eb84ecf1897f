import { roundHalfAwayFromZero } from '../../../bounds/numbers.ts'
import type { Language } from '../../../contract/values/languages.ts'

/** A sentence, or a part of one, in each language, with plain spaces. */
export type Sentence = Readonly<Record<Language, string>>

/** A sentence in a language, typeset. */
export function writeSentence(sentence: Sentence, language: Language): string {
  return typeset(sentence[language], language)
}

/** A text with the spaces of its language: French typography, or English with no-break spaces before units. */
export function typeset(text: string, language: Language): string {
  if (language === 'fr') return addFrenchSpaces(text)
  return text.replaceAll(/(?<=\d) (?=(?:€|g|GW|points?|of)(?:\W|$))/g, '\u00a0')
}

/** Created once: creating a format costs a hundred times as much as formatting a number. */
const englishFormats = { 0: createEnglishFormat(0), 1: createEnglishFormat(1), 2: createEnglishFormat(2) }

/** A number as a language writes it, with a real minus sign. */
export function formatFigure(value: number, decimals: keyof typeof englishFormats, language: Language): string {
  if (language === 'fr') return formatFrenchNumber(value, decimals)
  return englishFormats[decimals].format(roundHalfAwayFromZero(value, decimals)).replace('-', '−')
}

function createEnglishFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

const noBreakSpace = '\u00a0'
const narrowNoBreakSpace = '\u202f'

/**
 * Puts the spaces of French typography into a sentence written with plain ones: no-break before `:`, `%`, `€` and `»`, after `«` and
 * between a number and its unit; narrow before `;`, `!` and `?` (Lexique des règles typographiques en usage à l’Imprimerie nationale).
 */
export function addFrenchSpaces(sentence: string): string {
  return sentence
    .replaceAll(/ (?=[:%€»])/g, noBreakSpace)
    .replaceAll(/(?<=«) /g, noBreakSpace)
    .replaceAll(/ (?=[;!?])/g, narrowNoBreakSpace)
    .replaceAll(/(?<=\d) (?=\p{L})/gu, noBreakSpace)
}

/** Created once: creating a format costs a hundred times as much as formatting a number. */
const formats = { 0: createFrenchFormat(0), 1: createFrenchFormat(1), 2: createFrenchFormat(2) }

/** A number as French is written: decimal comma, narrow space between thousands, a real minus sign. */
export function formatFrenchNumber(value: number, decimals: keyof typeof formats): string {
  return formats[decimals].format(roundHalfAwayFromZero(value, decimals)).replace('-', '−')
}

function createFrenchFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('fr-FR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
