import type { Dimension } from '../../../contract/dimensions.ts'
import type { ScoreLevel } from '../../../contract/score.ts'
import { parisTimeZone } from '../../../time/paris.ts'
import type { BetterHour } from '../composite.ts'
import { type Sentence, type SentenceLanguage, written } from './sentence.ts'

/** Advice on a score and on a day's signal, one sentence each. The API serves the French ones; the page shows both languages. */

/** Beginning of the recommendation by level; the score follows. */
const openings: Readonly<Record<ScoreLevel, Sentence>> = {
  Optimal: { fr: 'C’est un bon moment pour consommer', en: 'This is a good moment to use electricity' },
  Acceptable: { fr: 'Le moment est correct', en: 'The moment is fair' },
  Unfavorable: { fr: 'Mieux vaut attendre', en: 'Better wait' },
}

/** Clause about the worst dimension, by level. */
const reasons: Readonly<Record<ScoreLevel, Readonly<Record<Dimension, Sentence>>>> = {
  Optimal: {
    price: { fr: 'même si le prix n’est pas au plus bas', en: 'even if the price is not at its lowest' },
    carbon: {
      fr: 'même si les émissions de CO₂ ne sont pas au plus bas',
      en: 'even if CO₂ emissions are not at their lowest',
    },
    grid: { fr: 'sans tout démarrer en même temps', en: 'without starting everything at once' },
    adequacy: {
      fr: 'même si les marges de production ne sont pas au plus haut',
      en: 'even if supply margins are not at their highest',
    },
  },
  Acceptable: {
    price: { fr: 'mais le prix en est le point faible', en: 'but the price is its weak point' },
    carbon: { fr: 'mais les émissions de CO₂ en sont le point faible', en: 'but CO₂ emissions are its weak point' },
    grid: { fr: 'mais l’état du réseau en est le point faible', en: 'but the state of the grid is its weak point' },
    adequacy: {
      fr: 'mais les marges de production en sont le point faible',
      en: 'but supply margins are its weak point',
    },
  },
  Unfavorable: {
    price: { fr: 'car l’électricité est chère', en: 'because electricity is expensive' },
    carbon: {
      fr: 'car la production émet plus de CO₂ que d’habitude',
      en: 'because generation emits more CO₂ than usual',
    },
    grid: { fr: 'car le réseau est tendu', en: 'because the grid is tense' },
    adequacy: { fr: 'car les marges de production sont étroites', en: 'because supply margins are narrow' },
  },
}

export type Advice = {
  level: ScoreLevel
  globalScore: number
  /** The lowest dimension with weight. */
  worst: Dimension
  /** Null without a clearly better hour. */
  betterHour: BetterHour | null
  /** Instant of the advice: an hour of another Paris day is called tomorrow's. */
  now: Temporal.Instant
}

/** The recommendation: one sentence that says what to do, by level, worst dimension and the next better hour. */
export function recommendation(advice: Advice, language: SentenceLanguage = 'fr'): string {
  const { level, globalScore, worst } = advice
  const opening = `${openings[level][language]} (${scoreName(globalScore)[language]})`
  const reason = reasons[level][worst][language]
  const action = whatToDo(advice)[language]
  if (level !== 'Optimal') {
    return written({ fr: `${opening}, ${reason} : ${action}.`, en: `${opening}, ${reason}: ${action}.` }, language)
  }
  // A full score has no weak point.
  const remark = globalScore === 100 ? '' : `, ${reason}`
  return written({ fr: `${opening} : ${action}${remark}.`, en: `${opening}: ${action}${remark}.` }, language)
}

const scoreName = (globalScore: number): Sentence => ({ fr: `${globalScore} sur 100`, en: `${globalScore} of 100` })

function whatToDo({ level, betterHour, now }: Advice): Sentence {
  if (betterHour === null) return withoutBetterHour[level]
  const [hour, score] = [hourName(betterHour.startMs, now), scoreName(betterHour.globalScore)]
  const when: Sentence = { fr: `${hour.fr} (${score.fr})`, en: `${hour.en} (${score.en})` }
  const sentences: Record<ScoreLevel, Sentence> = {
    Optimal: {
      fr: `${withoutBetterHour.Optimal.fr} ou, si rien ne presse, à ${when.fr}`,
      en: `${withoutBetterHour.Optimal.en} or, if nothing is urgent, at ${when.en}`,
    },
    Acceptable: { fr: `décalez à ${when.fr} ce qui peut attendre`, en: `move what can wait to ${when.en}` },
    Unfavorable: { fr: `reportez à ${when.fr} ce qui peut attendre`, en: `put off until ${when.en} what can wait` },
  }
  return sentences[level]
}

const withoutBetterHour: Readonly<Record<ScoreLevel, Sentence>> = {
  Optimal: { fr: 'lancez vos appareils maintenant', en: 'start your appliances now' },
  Acceptable: { fr: 'gardez pour plus tard ce qui peut attendre', en: 'keep what can wait for later' },
  Unfavorable: { fr: 'reportez tout ce qui peut attendre', en: 'put off everything that can wait' },
}

function hourName(startMs: number, now: Temporal.Instant): Sentence {
  const hour = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone)
  if (hour.hour === 0) return { fr: 'minuit', en: 'midnight' }
  const isToday = hour.toPlainDate().equals(now.toZonedDateTimeISO(parisTimeZone).toPlainDate())
  const [french, english] = [`${hour.hour} h`, `${String(hour.hour).padStart(2, '0')}:00`]
  return isToday ? { fr: french, en: english } : { fr: `demain ${french}`, en: `${english} tomorrow` }
}

/** What a day's signal (1–3) means. */
const signalMessages: Readonly<Record<number, Sentence>> = {
  1: {
    fr: 'Aucune tension n’est prévue sur le réseau : niveau 1 sur 3.',
    en: 'No tension is expected on the grid: level 1 of 3.',
  },
  2: {
    fr: 'Le réseau est tendu, niveau 2 sur 3 : décalez ou réduisez votre consommation.',
    en: 'The grid is tense, level 2 of 3: postpone or reduce your consumption.',
  },
  3: {
    fr: 'Le réseau est très tendu, niveau 3 sur 3 : sans baisse de la consommation, des coupures sont inévitables.',
    en: 'The grid is very tense, level 3 of 3: unless consumption falls, power cuts are unavoidable.',
  },
}

/** What a day's signal means; empty for a level that no day has. */
export function signalSentence(level: number, language: SentenceLanguage): string {
  return written(signalMessages[level] ?? { fr: '', en: '' }, language)
}

/** The publisher's French message of a day; without one, a sentence for its level. */
export function signalMessage(published: string, level: number): string {
  const text = published.trim()
  return text === '' ? signalSentence(level, 'fr') : text
}
