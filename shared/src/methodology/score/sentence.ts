import { roundHalfAwayFromZero } from '../../contract/numbers.ts'
import { frenchNumber, withFrenchSpaces } from './french-typography.ts'

/** Languages that the product speaks: the API French, the page at `/` both. */
export type SentenceLanguage = 'fr' | 'en'

/** One sentence, or a part of one, in each language. Plain spaces stand in the source. */
export type Sentence = Readonly<Record<SentenceLanguage, string>>

/** A sentence with the spaces of its language: French typography, or English with no break between a figure and its unit. */
export function written(sentence: Sentence, language: SentenceLanguage): string {
  if (language === 'fr') return withFrenchSpaces(sentence.fr)
  return sentence.en.replaceAll(/(?<=\d) (?=(?:€|g|GW|points?|of)(?:\W|$))/g, '\u00a0')
}

/** Made once: a format costs a hundred times what a number written with it does. */
const englishFormats = { 0: englishFormat(0), 1: englishFormat(1) }

/** A number as a language writes it, with a real minus sign. */
export function figure(value: number, decimals: keyof typeof englishFormats, language: SentenceLanguage): string {
  if (language === 'fr') return frenchNumber(value, decimals)
  return englishFormats[decimals].format(roundHalfAwayFromZero(value, decimals)).replace('-', '−')
}

function englishFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
