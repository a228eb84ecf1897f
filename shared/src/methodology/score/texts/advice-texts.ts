import type { Dimension } from '../../../contract/dimensions.ts'
import type { ScoreLevel } from '../../../contract/score.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { parisDate, toParisTime } from '../../../time/paris.ts'
import type { BetterHour } from '../composite.ts'
import { english } from './english-advice.ts'
import { type AdviceTexts, french } from './french-advice.ts'
import { typeset } from './sentence.ts'

/** Advice on a score and on a day's signal, one sentence each. The API serves the French ones; the page shows both languages. */
const textsIn: Readonly<Record<Language, AdviceTexts>> = { fr: french, en: english }

export type Advice = {
  level: ScoreLevel
  globalScore: number
  /** The lowest dimension that counts; null when that one is an estimate. */
  worst: Dimension | null
  /** Null without a clearly better hour. */
  betterHour: BetterHour | null
  /** Instant of the advice: an hour of another Paris day is called tomorrow's. */
  now: Temporal.Instant
}

/** Composes the recommendation: one sentence of advice, by level, worst dimension and next better hour. */
export function composeRecommendation(advice: Advice, language: Language = 'fr'): string {
  const { level, globalScore, worst } = advice
  const texts = textsIn[language]
  const opening = `${texts.openings[level]} (${texts.scoreName(globalScore)})`
  const reason = worst === null ? '' : `, ${texts.reasons[level][worst]}`
  const action = composeAction(advice, texts)
  // A full score has no weak point.
  const remark = globalScore === 100 ? '' : reason
  const isGood = level === 'Optimal'
  const text = isGood ? texts.goodMoment(opening, action, remark) : texts.otherMoment(opening, reason, action)
  return typeset(text, language)
}

function composeAction({ level, betterHour, now }: Advice, texts: AdviceTexts): string {
  const action = texts.withoutBetterHour[level]
  if (betterHour === null) return action
  const when = `${formatHour(betterHour.startMs, now, texts)} (${texts.scoreName(betterHour.globalScore)})`
  if (level === 'Optimal') return texts.orAt(action, when)
  return level === 'Acceptable' ? texts.moveTo(when) : texts.putOffUntil(when)
}

function formatHour(startMs: number, now: Temporal.Instant, texts: AdviceTexts): string {
  const hour = toParisTime(Temporal.Instant.fromEpochMilliseconds(startMs))
  if (hour.hour === 0) return texts.midnight
  const isToday = hour.toPlainDate().equals(parisDate(now))
  const name = texts.hour(hour.hour)
  return isToday ? name : texts.tomorrow(name)
}

/** The meaning of a day's signal (1–3); empty for any other level. */
export function findSignalSentence(level: number, language: Language): string {
  return typeset(textsIn[language].signals[level - 1] ?? '', language)
}

/** The publisher's French message of a day; without one, a sentence for its level. */
export function chooseSignalMessage(published: string, level: number): string {
  const text = published.trim()
  return text === '' ? findSignalSentence(level, 'fr') : text
}
