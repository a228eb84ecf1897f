import type { Language } from '../../../../contract/values/languages.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import type { ReportTexts } from './report-texts.ts'

const texts: Readonly<Record<Language, ReportTexts>> = { fr: french, en: english }

export const findTexts = (language: Language): ReportTexts => texts[language]
