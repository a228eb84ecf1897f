import { round1 } from '../../../bounds/numbers.ts'
import { type Dimension, dimensions } from '../../../contract/dimensions.ts'
import type { SubScore } from '../../../contract/score.ts'
import type { Language } from '../../../contract/values/languages.ts'
import type { DataMode, FeedId } from '../../../grid/feeds.ts'
import { findOpenModeRemark } from '../../../grid/open-remarks.ts'
import { signalScores } from '../sub-scores/scales.ts'
import type { AdequacyBasis, CarbonBasis, GridBasis, PriceBasis, Rated, SubScoreSet } from '../sub-scores/sub-scores.ts'
import { formatFigure, type Sentence, writeSentence } from './sentence.ts'

/** Converts sub-scores for a response, with French sentences; in open mode these name the data that are unavailable without credentials. */
export function presentSubScores(set: SubScoreSet, mode: DataMode = 'live'): SubScore[] {
  const detailOf = describeSubScores(set, 'fr', mode)
  return dimensions.map((dimension) => ({ dimension, value: set[dimension].value, detail: detailOf[dimension] }))
}

/** The basis of each sub-score, as a sentence. */
export function describeSubScores(
  set: SubScoreSet,
  language: Language,
  mode: DataMode = 'live',
): Record<Dimension, string> {
  const details = describeBases(set, language)
  if (mode !== 'open') return details
  const whyNoSignal = set.grid.basis.kind === 'adequacy' ? formatRemarkBefore('grid_signals', language) : ''
  const whyNoMargin =
    set.adequacy.basis.kind === 'margin' ? '' : formatRemarkBefore('generation_unavailabilities', language)
  return { ...details, grid: whyNoSignal + details.grid, adequacy: whyNoMargin + details.adequacy }
}

function formatRemarkBefore(feed: FeedId, language: Language): string {
  const remark = findOpenModeRemark(feed, false)
  return remark === null ? '' : `${writeSentence(remark, language)} `
}

function describeBases(set: SubScoreSet, language: Language): Record<Dimension, string> {
  return {
    price: describePrice(set.price, language),
    carbon: describeCarbon(set.carbon, language),
    grid: describeGrid(set.grid, language),
    adequacy: describeAdequacy(set.adequacy, language),
  }
}

/**
 * The basis of each sub-score as one sentence with a figure and its unit, in words that a household understands. The French one is `detail` of
 * the API; the page shows both languages.
 */

/** Chooses the word for a good, middling or bad sub-score, with the bounds of the levels. */
function chooseWord<Word>(value: number, [good, middling, bad]: readonly [Word, Word, Word]): Word {
  if (value >= 70) return good
  return value >= 40 ? middling : bad
}

export function describePrice({ value, basis }: Rated<PriceBasis>, language: Language = 'fr'): string {
  const price = `${formatFigure(basis.eurPerMwh, 1, language)} €/MWh`
  // By the rounded figure: a price of −0.01 reads "0,0", which is not negative.
  const isNegative = round1(basis.eurPerMwh) < 0
  const howHigh = isNegative
    ? { fr: 'négatif', en: 'negative' }
    : chooseWord<Sentence>(value, [
        { fr: 'bas', en: 'low' },
        { fr: 'moyen', en: 'average' },
        { fr: 'élevé', en: 'high' },
      ])
  const sentences: Record<PriceBasis['kind'], Sentence> = {
    day_ahead: {
      fr: `Le prix de marché est ${howHigh.fr} : ${price} pour cette heure.`,
      en: `The market price is ${howHigh.en}: ${price} for this hour.`,
    },
    like_hours_estimate: {
      fr: `Le prix de cette heure n’est pas connu : il est estimé à ${price} d’après les heures comparables des 28 derniers jours.`,
      en: `The price of this hour is not known: it is estimated at ${price} from comparable hours of the last 28 days.`,
    },
    peak_estimate: {
      fr: `Le prix de cette heure n’est pas connu : il est estimé à ${price} d’après les heures chères des 14 derniers jours.`,
      en: `The price of this hour is not known: it is estimated at ${price} from the expensive hours of the last 14 days.`,
    },
    off_peak_estimate: {
      fr: `Le prix de cette heure n’est pas connu : il est estimé à ${price} d’après les heures bon marché des 14 derniers jours.`,
      en: `The price of this hour is not known: it is estimated at ${price} from the cheap hours of the last 14 days.`,
    },
    median: {
      fr: `Le prix de cette heure n’est pas connu : on retient ${price}, la valeur médiane d’une année de référence.`,
      en: `The price of this hour is not known: ${price} is assumed, the median of a reference year.`,
    },
  }
  return writeSentence(sentences[basis.kind], language)
}

export function describeCarbon({ value, basis }: Rated<CarbonBasis>, language: Language = 'fr'): string {
  const grams = formatFigure(basis.gCo2eqPerKwh, 1, language)
  const intensity = { fr: `${grams} g d’équivalent CO₂ par kWh`, en: `${grams} g of CO₂ equivalent per kWh` }
  const howMuch = chooseWord<Sentence>(value, [
    { fr: 'peu', en: 'little' },
    { fr: 'un peu plus que d’habitude', en: 'somewhat more than usual' },
    { fr: 'nettement plus que d’habitude', en: 'much more than usual' },
  ])
  const sentences: Record<CarbonBasis['kind'], Sentence> = {
    realised: {
      fr: `La production d’électricité émet ${howMuch.fr} : ${intensity.fr}.`,
      en: `Electricity generation emits ${howMuch.en}: ${intensity.en}.`,
    },
    projected: {
      fr: `La production d’électricité devrait émettre ${howMuch.fr} : ${intensity.fr}.`,
      en: `Electricity generation is expected to emit ${howMuch.en}: ${intensity.en}.`,
    },
    same_hour_mean: {
      fr: `Les émissions de cette heure ne sont pas connues : on retient ${intensity.fr}, la moyenne à la même heure sur les 7 derniers jours.`,
      en: `The emissions of this hour are not known: ${intensity.en} is assumed, the mean of the same hour over the last 7 days.`,
    },
    median: {
      fr: `Les émissions de cette heure ne sont pas connues : on retient ${intensity.fr}, la valeur médiane d’une année de référence.`,
      en: `The emissions of this hour are not known: ${intensity.en} is assumed, the median of a reference year.`,
    },
  }
  return writeSentence(sentences[basis.kind], language)
}

/** Sentences of the signal's levels, 0–3, without their end. */
const signalSentences: readonly Sentence[] = [
  {
    fr: 'L’électricité est abondante et très peu carbonée : signal du réseau au niveau 0 sur 3',
    en: 'Electricity is plentiful and very low in carbon: grid signal at level 0 of 3',
  },
  { fr: 'Le réseau n’est pas tendu : signal au niveau 1 sur 3', en: 'The grid is not tense: signal at level 1 of 3' },
  {
    fr: 'Le réseau est tendu et chaque économie est utile : signal au niveau 2 sur 3',
    en: 'The grid is tense and every saving helps: signal at level 2 of 3',
  },
  {
    fr: 'Le réseau est très tendu et des coupures sont possibles : signal au niveau 3 sur 3',
    en: 'The grid is very tense and power cuts are possible: signal at level 3 of 3',
  },
]

export function describeGrid({ value, basis }: Rated<GridBasis>, language: Language = 'fr'): string {
  if (basis.kind === 'adequacy') {
    const score = formatFigure(value, 1, language)
    const standIn: Sentence = {
      fr: `Le signal du réseau n’est pas disponible : la note des marges de production, ${score} sur 100, en tient lieu.`,
      en: `The grid signal is not available: the score of the supply margins, ${score} of 100, stands in for it.`,
    }
    return writeSentence(standIn, language)
  }
  const signal = signalSentences[basis.level]?.[language] ?? ''
  const sentence = `${signal}${composeShortageClause(basis, language)}.`
  return writeSentence({ fr: sentence, en: sentence }, language)
}

/** The points deducted for an imbalance; empty when none were, also of a score that is 0 anyway. */
function composeShortageClause(
  { level, imbalancePoints }: Extract<GridBasis, { kind: 'signal' }>,
  language: Language,
): string {
  const points = round1(Math.min(imbalancePoints, signalScores[level] ?? 0))
  if (points === 0) return ''
  const taken = `−${formatFigure(points, 1, language)}`
  // In French two is the first plural; in English everything but one is.
  const clause: Sentence = {
    fr: `, mais le système électrique manque d’énergie en ce moment (${taken} ${points < 2 ? 'point' : 'points'})`,
    en: `, but the power system is short of energy at the moment (${taken} ${points === 1 ? 'point' : 'points'})`,
  }
  return clause[language]
}

export function describeAdequacy({ basis }: Rated<AdequacyBasis>, language: Language = 'fr'): string {
  const sentence =
    basis.kind === 'margin'
      ? composeMarginSentence(basis.margin, language)
      : composeConsumptionSentence(basis, language)
  return writeSentence(sentence, language)
}

function composeMarginSentence(margin: number, language: Language): Sentence {
  const share = formatFigure(100 * Math.abs(margin), 0, language)
  if (share === '0') {
    return {
      fr: 'Les moyens de production disponibles couvrent tout juste la consommation attendue : 0 % de marge.',
      en: 'The available generation only just covers the expected consumption: a margin of 0%.',
    }
  }
  return margin < 0
    ? {
        fr: `Les moyens de production disponibles sont inférieurs de ${share} % à la consommation attendue.`,
        en: `The available generation is ${share}% below the expected consumption.`,
      }
    : {
        fr: `Les moyens de production disponibles dépassent de ${share} % la consommation attendue.`,
        en: `The available generation exceeds the expected consumption by ${share}%.`,
      }
}

const marginUnknown: Sentence = {
  fr: 'Les marges de production ne peuvent pas être calculées',
  en: 'The supply margins cannot be calculated',
}

function composeConsumptionSentence(basis: Exclude<AdequacyBasis, { kind: 'margin' }>, language: Language): Sentence {
  const powerMw = basis.kind === 'residual_load' ? basis.consumptionMw - basis.windAndSolarMw : basis.consumptionMw
  const power = `${formatFigure(powerMw / 1000, 1, language)} GW`
  const sentences: Record<typeof basis.kind, Sentence> = {
    residual_load: {
      fr: `${marginUnknown.fr} : la note repose sur une consommation attendue de ${power}, éolien et solaire déduits.`,
      en: `${marginUnknown.en}: the score rests on an expected consumption of ${power}, net of wind and solar.`,
    },
    consumption: {
      fr: `${marginUnknown.fr} : la note repose sur une consommation attendue de ${power}.`,
      en: `${marginUnknown.en}: the score rests on an expected consumption of ${power}.`,
    },
    median: {
      fr: `La consommation attendue n’est pas connue : on retient ${power}, la valeur médiane d’une année de référence.`,
      en: `The expected consumption is not known: ${power} is assumed, the median of a reference year.`,
    },
  }
  return sentences[basis.kind]
}
