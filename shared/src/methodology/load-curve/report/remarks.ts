import { describeRemark } from '../texts/describe.ts'
import { listBreakEvenSentences, listMovedSentences } from '../texts/statement/describe-changes.ts'
import { describeBest, listCaveatSentences, listUnknownSentences } from '../texts/statement/describe-statement.ts'
import { createFigures } from './figures.ts'
import type { Report } from './report.ts'
import { findTexts } from './texts/find-texts.ts'

/** Sentences on unknown figures and other limitations of the statement, the most important first. */
export function composeRemarks({ statement, storedMonths, notes, language }: Report): string[] {
  const texts = findTexts(language)
  const isNothingKnown = Object.values(statement.total.emissions).every(({ kgCo2eq }) => kgCo2eq === null)
  const { moment } = createFigures(language)
  return [
    ...(isNothingKnown ? [texts.noneKnown] : []),
    ...(storedMonths === null
      ? []
      : [texts.storedMonthsOf(storedMonths.months.join(', '), moment(storedMonths.since))]),
    ...listUnknownSentences(statement, language),
    ...listCaveatSentences(statement, language),
    ...notes.map(({ code, values }) => texts.notes[code](values['contracts'] ?? '')),
    ...statement.file.remarks.map((remark) => describeRemark(remark, language)),
  ]
}

/** The cheapest contract, what would make another one pay, and what moving a load would have saved. */
export function composeAdvice({ statement, language }: Report): string[] {
  const best = describeBest(statement, language)
  return [
    ...(best === null ? [] : [best]),
    ...listBreakEvenSentences(statement, language),
    ...listMovedSentences(statement, language),
  ]
}
