import type { Language } from '@hexawatt/shared/contract/values/languages'
import { createFormat, type Format } from '../../../kit/format.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import type { Texts } from './texts.ts'

/** Texts and formats that every part of the page uses. */
export type View = { texts: Texts; format: Format }

const textsOf = { fr: french, en: english } as const

/** The texts and formats of a language. */
export function createView(language: Language): View {
  return { texts: textsOf[language], format: createFormat(language) }
}
