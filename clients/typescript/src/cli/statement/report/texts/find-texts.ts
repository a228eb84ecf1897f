import type { SentenceLanguage } from '../../../session/service.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import type { ReportTexts } from './report-texts.ts'

const texts: Readonly<Record<SentenceLanguage, ReportTexts>> = { fr: french, en: english }

export const findTexts = (language: SentenceLanguage): ReportTexts => texts[language]
