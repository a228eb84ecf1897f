import { english } from './english.ts'
import { createFormat } from './format.ts'
import { french } from './french.ts'
import type { Language } from './language.ts'
import type { View } from './view.ts'

const textsOf = { fr: french, en: english } as const

/** The words and numbers of a language. */
export function createView(language: Language): View {
  return { texts: textsOf[language], format: createFormat(language) }
}
