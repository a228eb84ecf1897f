import type { Dimension, ScoreLevel } from '../../contract/score.ts'
import { parisTimeZone } from '../../time/paris.ts'
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
  const isNegative = basis.eurPerMwh < 0
  const sentences: Record<PriceBasis['kind'], string> = {
    day_ahead: `Le prix de marché est ${isNegative ? 'négatif' : wordFor(value, ['bas', 'moyen', 'élevé'])} : ${price} pour cette heure.`,
    peak_estimate: `Le prix n’est pas encore connu : ${price} estimés d’après les heures les plus chères des 14 derniers jours.`,
    off_peak_estimate: `Le prix n’est pas encore connu : ${price} estimés d’après les heures les moins chères des 14 derniers jours.`,
    median: `Le prix est inconnu : on retient ${price}, la valeur médiane d’une année de référence.`,
  }
  return withFrenchSpaces(sentences[basis.kind])
}

/** `detail` of the carbon sub-score. */
export function carbonDetail({ value, basis }: Rated<CarbonBasis>): string {
  const intensity = `${frenchNumber(basis.gCo2eqPerKwh, 1)} g d’équivalent CO₂ par kWh`
  const sentences: Record<CarbonBasis['kind'], string> = {
    realised: `La production d’électricité émet ${wordFor(value, ['peu', 'modérément', 'plus que d’habitude'])} : ${intensity}.`,
    projected: `La production d’électricité devrait émettre ${wordFor(value, ['peu', 'modérément', 'plus que d’habitude'])} : ${intensity}.`,
    same_hour_mean: `La production du moment est inconnue : on retient ${intensity}, la moyenne à la même heure des 7 derniers jours.`,
    median: `La production du moment est inconnue : on retient ${intensity}, la valeur médiane d’une année de référence.`,
  }
  return withFrenchSpaces(sentences[basis.kind])
}

/** Sentences of the signal's levels, 0–3, without their end. */
const signalSentences = [
  'L’électricité est abondante et très peu carbonée : signal du réseau au niveau 0 sur 3',
  'Le réseau n’est pas tendu : signal au niveau 1 sur 3',
  'Le réseau est tendu, chaque économie est utile : signal au niveau 2 sur 3',
  'Le réseau est très tendu, des coupures sont possibles : signal au niveau 3 sur 3',
] as const

/** `detail` of the grid sub-score. */
export function gridDetail({ value, basis }: Rated<GridBasis>): string {
  if (basis.kind === 'adequacy') {
    const score = frenchNumber(value, 1)
    return withFrenchSpaces(
      `Le signal du réseau est indisponible : la note des marges de production, ${score} sur 100, en tient lieu.`,
    )
  }
  const points = frenchNumber(basis.imbalancePoints, 1)
  const shortage = points === '0,0' ? '' : `, et il manque d’énergie en ce moment (−${points} points)`
  return withFrenchSpaces(`${signalSentences[basis.level] ?? ''}${shortage}.`)
}

/** `detail` of the adequacy sub-score. */
export function adequacyDetail({ basis }: Rated<AdequacyBasis>): string {
  return withFrenchSpaces(basis.kind === 'margin' ? marginSentence(basis.margin) : consumptionSentence(basis))
}

function marginSentence(margin: number): string {
  const share = `${frenchNumber(100 * Math.abs(margin), 0)} %`
  return margin < 0
    ? `Les moyens de production du pays sont inférieurs de ${share} à la consommation attendue.`
    : `Les moyens de production disponibles dépassent de ${share} la consommation attendue.`
}

function consumptionSentence({ kind, consumptionMw }: Exclude<AdequacyBasis, { kind: 'margin' }>): string {
  const consumption = `${frenchNumber(consumptionMw / 1000, 1)} GW`
  return kind === 'median'
    ? `La consommation attendue est inconnue : on retient ${consumption}, la valeur médiane d’une année de référence.`
    : `Les moyens de production disponibles sont inconnus : la note repose sur une consommation attendue de ${consumption}.`
}

/** Beginning of the recommendation by level; the score is put in between. */
const openings: Readonly<Record<ScoreLevel, string>> = {
  Optimal: 'C’est le bon moment pour consommer',
  Acceptable: 'Le moment est correct',
  Unfavorable: 'Mieux vaut attendre',
}

/** Why, by level and worst dimension. */
const reasons: Readonly<Record<ScoreLevel, Readonly<Record<Dimension, string>>>> = {
  Optimal: {
    price: 'lancez vos appareils maintenant, seul le prix pourrait être plus bas.',
    carbon: 'lancez vos appareils maintenant, seules les émissions de CO₂ pourraient être plus basses.',
    grid: 'lancez vos appareils maintenant, en évitant seulement de tout démarrer à la fois.',
    adequacy: 'lancez vos appareils maintenant, même si les marges de production pourraient être plus larges.',
  },
  Acceptable: {
    price: 'le prix est le point faible',
    carbon: 'les émissions de CO₂ sont le point faible',
    grid: 'l’état du réseau est le point faible',
    adequacy: 'les marges de production sont le point faible',
  },
  Unfavorable: {
    price: 'l’électricité est chère',
    carbon: 'la production émet beaucoup de CO₂',
    grid: 'le réseau est tendu',
    adequacy: 'les marges de production sont étroites',
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
export function recommendation({ level, globalScore, worst, betterHour, now }: Advice): string {
  const beginning = `${openings[level]} (${globalScore} sur 100) : ${reasons[level][worst]}`
  return withFrenchSpaces(level === 'Optimal' ? beginning : `${beginning}, ${whatToDo(level, betterHour, now)}.`)
}

function whatToDo(level: ScoreLevel, betterHour: BetterHour | null, now: Temporal.Instant): string {
  if (betterHour === null) {
    return level === 'Acceptable' ? 'gardez pour plus tard ce qui peut attendre' : 'reportez tout ce qui peut l’être'
  }
  const when = `${hourName(betterHour.startMs, now)} (${betterHour.globalScore} sur 100)`
  return level === 'Acceptable' ? `attendez si possible ${when}` : `reportez ce qui peut l’être à ${when}`
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
  2: 'Le réseau est tendu : décaler ou réduire votre consommation est utile, niveau 2 sur 3.',
  3: 'Le réseau est très tendu : coupures inévitables sans baisse de la consommation, niveau 3 sur 3.',
}

/** The publisher's message of a day, or a sentence for its level where there is none. */
export function signalMessage(published: string, level: number): string {
  const text = published.trim()
  return text === '' ? withFrenchSpaces(signalMessages[level] ?? '') : text
}
