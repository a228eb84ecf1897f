import type { Dimension } from '../../contract/dimensions.ts'
import { round1 } from '../../contract/numbers.ts'
import type { ScoreLevel } from '../../contract/score.ts'
import { parisTimeZone } from '../../time/paris.ts'
import { signalScores } from './anchors.ts'
import { frenchNumber, withFrenchSpaces } from './french-typography.ts'
import type { AdequacyBasis, CarbonBasis, GridBasis, PriceBasis, Rated } from './sub-scores.ts'

/**
 * Every French sentence of the score, in one place. Each is one sentence with a figure and its unit, in words that a household
 * understands. Plain spaces stand in the source; {@link withFrenchSpaces} makes them those of French typography.
 */

/** A good, middling or bad value of a sub-score: the bounds are those of the levels. */
function wordFor<Word>(value: number, [good, middling, bad]: readonly [Word, Word, Word]): Word {
  if (value >= 70) return good
  return value >= 40 ? middling : bad
}

/** `detail` of the price sub-score. */
export function priceDetail({ value, basis }: Rated<PriceBasis>): string {
  const price = `${frenchNumber(basis.eurPerMwh, 1)} €/MWh`
  // As it is written: a price of −0.01 reads "0,0", which nobody calls negative.
  const isNegative = round1(basis.eurPerMwh) < 0
  const sentences: Record<PriceBasis['kind'], string> = {
    day_ahead: `Le prix de marché est ${isNegative ? 'négatif' : wordFor(value, ['bas', 'moyen', 'élevé'])} : ${price} pour cette heure.`,
    peak_estimate: `Le prix de cette heure n’est pas connu : il est estimé à ${price} d’après les heures chères des 14 derniers jours.`,
    off_peak_estimate: `Le prix de cette heure n’est pas connu : il est estimé à ${price} d’après les heures bon marché des 14 derniers jours.`,
    median: `Le prix de cette heure n’est pas connu : on retient ${price}, la valeur médiane d’une année de référence.`,
  }
  return withFrenchSpaces(sentences[basis.kind])
}

/** `detail` of the carbon sub-score. */
export function carbonDetail({ value, basis }: Rated<CarbonBasis>): string {
  const intensity = `${frenchNumber(basis.gCo2eqPerKwh, 1)} g d’équivalent CO₂ par kWh`
  const howMuch = wordFor(value, ['peu', 'un peu plus que d’habitude', 'nettement plus que d’habitude'])
  const sentences: Record<CarbonBasis['kind'], string> = {
    realised: `La production d’électricité émet ${howMuch} : ${intensity}.`,
    projected: `La production d’électricité devrait émettre ${howMuch} : ${intensity}.`,
    same_hour_mean: `Les émissions de cette heure ne sont pas connues : on retient ${intensity}, la moyenne à la même heure sur les 7 derniers jours.`,
    median: `Les émissions de cette heure ne sont pas connues : on retient ${intensity}, la valeur médiane d’une année de référence.`,
  }
  return withFrenchSpaces(sentences[basis.kind])
}

/** Sentences of the signal's levels, 0–3, without their end. */
const signalSentences = [
  'L’électricité est abondante et très peu carbonée : signal du réseau au niveau 0 sur 3',
  'Le réseau n’est pas tendu : signal au niveau 1 sur 3',
  'Le réseau est tendu et chaque économie est utile : signal au niveau 2 sur 3',
  'Le réseau est très tendu et des coupures sont possibles : signal au niveau 3 sur 3',
] as const

/** `detail` of the grid sub-score. */
export function gridDetail({ value, basis }: Rated<GridBasis>): string {
  if (basis.kind === 'adequacy') {
    const score = frenchNumber(value, 1)
    return withFrenchSpaces(
      `Le signal du réseau n’est pas disponible : la note des marges de production, ${score} sur 100, en tient lieu.`,
    )
  }
  return withFrenchSpaces(`${signalSentences[basis.level] ?? ''}${shortageClause(basis)}.`)
}

/** What the balancing market took away; empty when that is nothing, as it is of a score that is 0 anyway. */
function shortageClause({ level, imbalancePoints }: Extract<GridBasis, { kind: 'signal' }>): string {
  const points = round1(Math.min(imbalancePoints, signalScores[level] ?? 0))
  if (points === 0) return ''
  // In French two is the first plural.
  const unit = points < 2 ? 'point' : 'points'
  return `, mais le système électrique manque d’énergie en ce moment (−${frenchNumber(points, 1)} ${unit})`
}

/** `detail` of the adequacy sub-score. */
export function adequacyDetail({ basis }: Rated<AdequacyBasis>): string {
  return withFrenchSpaces(basis.kind === 'margin' ? marginSentence(basis.margin) : consumptionSentence(basis))
}

function marginSentence(margin: number): string {
  const share = `${frenchNumber(100 * Math.abs(margin), 0)} %`
  if (share === '0 %') {
    return 'Les moyens de production disponibles couvrent tout juste la consommation attendue : 0 % de marge.'
  }
  return margin < 0
    ? `Les moyens de production disponibles sont inférieurs de ${share} à la consommation attendue.`
    : `Les moyens de production disponibles dépassent de ${share} la consommation attendue.`
}

function consumptionSentence({ kind, consumptionMw }: Exclude<AdequacyBasis, { kind: 'margin' }>): string {
  const consumption = `${frenchNumber(consumptionMw / 1000, 1)} GW`
  return kind === 'median'
    ? `La consommation attendue n’est pas connue : on retient ${consumption}, la valeur médiane d’une année de référence.`
    : `Les marges de production ne peuvent pas être calculées : la note repose sur une consommation attendue de ${consumption}.`
}

/** Beginning of the recommendation by level; the score is put behind it. */
const openings: Readonly<Record<ScoreLevel, string>> = {
  Optimal: 'C’est un bon moment pour consommer',
  Acceptable: 'Le moment est correct',
  Unfavorable: 'Mieux vaut attendre',
}

/** What is said of the worst dimension, by level. */
const reasons: Readonly<Record<ScoreLevel, Readonly<Record<Dimension, string>>>> = {
  Optimal: {
    price: 'même si le prix n’est pas au plus bas',
    carbon: 'même si les émissions de CO₂ ne sont pas au plus bas',
    grid: 'sans tout démarrer en même temps',
    adequacy: 'même si les marges de production ne sont pas au plus haut',
  },
  Acceptable: {
    price: 'mais le prix en est le point faible',
    carbon: 'mais les émissions de CO₂ en sont le point faible',
    grid: 'mais l’état du réseau en est le point faible',
    adequacy: 'mais les marges de production en sont le point faible',
  },
  Unfavorable: {
    price: 'car l’électricité est chère',
    carbon: 'car la production émet plus de CO₂ que d’habitude',
    grid: 'car le réseau est tendu',
    adequacy: 'car les marges de production sont étroites',
  },
}

/** An hour that is clearly better, and its score. */
export type BetterHour = { startMs: number; globalScore: number }

export type Advice = {
  level: ScoreLevel
  globalScore: number
  /** The lowest dimension that carries weight. */
  worst: Dimension
  /** Null when the next hours hold nothing clearly better. */
  betterHour: BetterHour | null
  /** The instant that the advice is given for: an hour of another Paris day is called tomorrow's. */
  now: Temporal.Instant
}

/** The recommendation: one sentence that says what to do, by level, worst dimension and the next better hour. */
export function recommendation(advice: Advice): string {
  const { level, globalScore, worst } = advice
  const opening = `${openings[level]} (${globalScore} sur 100)`
  const reason = reasons[level][worst]
  if (level !== 'Optimal') return withFrenchSpaces(`${opening}, ${reason} : ${whatToDo(advice)}.`)
  // Of a full score there is no weak point to name.
  const remark = globalScore === 100 ? '' : `, ${reason}`
  return withFrenchSpaces(`${opening} : ${whatToDo(advice)}${remark}.`)
}

function whatToDo({ level, betterHour, now }: Advice): string {
  const when = betterHour && `${hourName(betterHour.startMs, now)} (${betterHour.globalScore} sur 100)`
  if (level === 'Optimal') return `lancez vos appareils maintenant${when ? ` ou, si rien ne presse, à ${when}` : ''}`
  if (level === 'Acceptable')
    return when ? `décalez à ${when} ce qui peut attendre` : 'gardez pour plus tard ce qui peut attendre'
  return when ? `reportez à ${when} ce qui peut attendre` : 'reportez tout ce qui peut attendre'
}

function hourName(startMs: number, now: Temporal.Instant): string {
  const hour = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone)
  if (hour.hour === 0) return 'minuit'
  const isToday = hour.toPlainDate().equals(now.toZonedDateTimeISO(parisTimeZone).toPlainDate())
  return isToday ? `${hour.hour} h` : `demain ${hour.hour} h`
}

/** Message of a day's signal (1–3), where the publisher sent none. */
const signalMessages: Readonly<Record<number, string>> = {
  1: 'Aucune tension n’est prévue sur le réseau : niveau 1 sur 3.',
  2: 'Le réseau est tendu, niveau 2 sur 3 : décalez ou réduisez votre consommation.',
  3: 'Le réseau est très tendu, niveau 3 sur 3 : sans baisse de la consommation, des coupures sont inévitables.',
}

/** The publisher's message of a day, or a sentence for its level where there is none. */
export function signalMessage(published: string, level: number): string {
  const text = published.trim()
  return text === '' ? withFrenchSpaces(signalMessages[level] ?? '') : text
}
