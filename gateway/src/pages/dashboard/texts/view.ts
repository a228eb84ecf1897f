import { english } from './english.ts'
import { createFormat, type Format } from './format.ts'
import { french } from './french.ts'
import type { Language, Texts } from './texts.ts'

/** What every part of the page is written with. */
export type View = { texts: Texts; format: Format }

const textsOf = { fr: french, en: english } as const

/** The words and numbers of a language. */
export function createView(language: Language): View {
  return { texts: textsOf[language], format: createFormat(language) }
}
