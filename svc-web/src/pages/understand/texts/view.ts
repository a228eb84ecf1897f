import type { Language } from '@hexawatt/shared/contract/values/languages'
import { createFormat, type Format } from '../../../kit/format.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import type { Texts } from './texts.ts'

/** Words and formats that every part of the page uses. */
export type View = { texts: Texts; format: Format }

const textsOf: Readonly<Record<Language, Texts>> = { fr: french, en: english }

export function createView(language: Language): View {
  return { texts: textsOf[language], format: createFormat(language) }
}
