import type { Language } from '@hexawatt/shared/contract/values/languages'
import { createFormat, type Format } from '../../../../kit/format.ts'
import type { frenchToday } from './french.ts'

/** Texts of the state of the day in one language: those in French define the keys. */
export type TodayTexts = typeof frenchToday

/** Texts and formats of the parts. A script contains the texts of its language only. */
export type TodayView = { language: Language; texts: TodayTexts; format: Format }

/** The view of a language with its texts. */
export function createTodayView(language: Language, texts: TodayTexts): TodayView {
  return { language, texts, format: createFormat(language) }
}
