import type { Language } from '@hexawatt/shared/contract/values/languages'
import { createFormat, type Format } from '../../../kit/format.ts'
import type { french } from './french.ts'

/** Texts of answer, choice and page in one language: those in French define the keys. */
export type Texts = typeof french

/** Texts and formats that the parts of the home page use. A script contains the texts of its language only. */
export type View = { language: Language; texts: Texts; format: Format }

/** The view of a language with its texts. */
export function createView(language: Language, texts: Texts): View {
  return { language, texts, format: createFormat(language) }
}
