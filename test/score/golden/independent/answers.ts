import type { Recording } from '../recording.ts'
import type { Situation } from '../situation.ts'
import { adequacyRater } from './adequacy.ts'
import { forecastAhead } from './ahead/mix.ts'
import { pastOf } from './ahead/past.ts'
import { carbonRater } from './carbon.ts'
import { confidence, presence } from './confidence.ts'
import { type Known, whatWasKnown } from './known.ts'
import { roundTo } from './numbers.ts'
import { hour } from './paris.ts'
import { priceRater } from './price.ts'
import { adequacyText, adviceText, carbonText, estimateText, gridText, openRemarks, priceText } from './texts.ts'
import { composite, servedShares, shares, staysOut } from './weighing.ts'

const names = ['price', 'carbon', 'grid', 'adequacy']
const presets: Record<string, number[]> = {
  national: [0.3, 0.3, 0.2, 0.2],
  carbon: [0.1, 0.7, 0.1, 0.1],
  price: [0.7, 0.1, 0.1, 0.1],
  grid: [0.1, 0.1, 0.5, 0.3],
  balanced: [0.25, 0.25, 0.25, 0.25],
}
const statuses = ['Optimal', 'Favorable', 'Tendu', 'TresTendu']
const versions = { score: 2, carbon: 1, confidence: 2, consumption: null }

/** One rated hour. */
type Rated = {
  at: number
  scores: number[]
  /** Which of the four are no estimates. */
  sure: boolean[]
  details: string[]
  confidence: number
  price: number | null
  grams: number | null
}

/** The bodies of `/v1/score` and `/v1/score/forecast?hours=48` that the methodology asks for. */
export function expectedAnswers(recording: Recording, situation: Situation) {
  const known = whatWasKnown(recording, situation)
  const present = presence(situation)
  const rate = hourRater(recording, situation, known, present)
  const now = rate(known.presentHour, 0)
  const ahead = Array.from({ length: 48 }, (_, index) => rate(known.presentHour + (index + 1) * hour, index + 1))
  const weights = weightsOf(situation)
  return { score: scoreBody(situation, now, ahead, present), forecast: forecastBody(situation, ahead, weights) }
}

function hourRater(recording: Recording, situation: Situation, known: Known, present: Record<string, number>) {
  const priceOf = priceRater(known)
  const carbon = carbonRater(recording, situation, known)
  const isOutageFeedThere = (present['generation_unavailabilities'] ?? 0) > 0
  // Without emission factors nothing is forecast anew: the last mix is carried over.
  const forecast = situation.hasEmissionFactors ? forecastAhead(pastOf(recording, situation, known)) : null
  const adequacyOf = adequacyRater(situation, known, carbon.realised, isOutageFeedThere)

  return (at: number, lead: number): Rated => {
    const coming = lead > 0 ? forecast?.get(at) : undefined
    const price = priceOf(at, coming?.price)
    const carbonic = carbon.rate(at, lead > 0, coming?.grams)
    const adequacy = adequacyOf(at, lead > 0 ? (coming ?? {}) : { windAndSun: carbon.measuredWindAndSun })
    const level = known.signals.get(at) ?? null
    const signalScore = level === null ? 0 : ([100, 80, 35, 0][level] ?? 0)
    const taken = lead > 0 ? 0 : Math.min(signalScore, shortage(situation, present, price.euros))
    const grid = level === null ? adequacy.score : roundTo(signalScore - taken, 1)
    const hasEstimate =
      price.kind !== 'auction' ||
      carbonic.kind === 'same hour' ||
      carbonic.kind === 'median' ||
      level === null ||
      adequacy.kind !== 'margin'
    return {
      at,
      scores: [price.score, carbonic.score, grid, adequacy.score],
      sure: [
        price.kind === 'auction' || price.kind === 'like hours',
        carbonic.kind === 'now' || carbonic.kind === 'ahead',
        level !== null,
        adequacy.kind === 'margin',
      ],
      details: [
        priceText(price),
        carbonText(carbonic),
        (situation.isOpen && level === null ? openRemarks.grid : '') + gridText(level, grid, taken),
        (situation.isOpen && adequacy.kind !== 'margin' ? openRemarks.adequacy : '') + adequacyText(adequacy),
      ],
      confidence: confidence(present, hasEstimate, lead),
      price: price.kind === 'auction' ? roundTo(price.euros, 2) : null,
      grams: carbonic.kind === 'now' || carbonic.kind === 'ahead' ? roundTo(carbonic.grams, 2) : null,
    }
  }
}

/** Points that the balancing market takes away: by the newest quarter-hour of which both numbers are known. */
function shortage({ imbalance }: Situation, present: Record<string, number>, euros: number): number {
  const newest = imbalance
    .filter(({ trend, shortagePriceEurPerMwh }) => trend !== null && shortagePriceEurPerMwh !== null)
    .sort((a, b) => Date.parse(b.start) - Date.parse(a.start))[0]
  if (newest === undefined || newest.trend !== 1 || (present['imbalance'] ?? 0) <= 0) return 0
  const share = ((newest.shortagePriceEurPerMwh ?? 0) - 2 * Math.max(euros, 30)) / 200
  return 20 * Math.min(1, Math.max(0, share))
}

function weightsOf({ weighting }: Situation): number[] {
  if (weighting === null) return presets['national'] ?? []
  return typeof weighting === 'string' ? (presets[weighting] ?? []) : [...weighting]
}

const levelOf = (score: number): string => (score >= 70 ? 'Optimal' : score >= 40 ? 'Acceptable' : 'Unfavorable')

const subScores = ({ scores, sure, details }: Rated, weights: readonly number[]) =>
  names.map((dimension, index) => {
    const detail = details[index] ?? ''
    return {
      dimension,
      value: scores[index],
      detail: sure[index] ? detail : estimateText(detail, !staysOut(sure, weights)),
    }
  })

const weighted = ({ weighting }: Situation, weights: readonly number[]) => ({
  profileApplied: Array.isArray(weighting) ? 'custom' : weighting,
  weightsApplied: Object.fromEntries(names.map((name, index) => [name, weights[index]])),
})

function scoreBody(situation: Situation, now: Rated, ahead: readonly Rated[], present: Record<string, number>) {
  const weights = weightsOf(situation)
  const total = composite(now, weights)
  const globalScore = Math.min(100, roundTo(total, 0))
  const carrying = names.map((_, index) => index).filter((index) => (shares(now.sure, weights)[index] ?? 0) > 0)
  const lowest = Math.min(...carrying.map((index) => now.scores[index] ?? 0))
  const weakest = carrying.find((index) => now.scores[index] === lowest) ?? 0
  const named = now.sure[weakest] ? (names[weakest] ?? null) : null
  const betterHour = ahead.slice(0, 12).find((rated) => composite(rated, weights) >= total + 10)
  const better = betterHour && {
    at: betterHour.at,
    score: Math.min(100, roundTo(composite(betterHour, weights), 0)),
  }
  const signal = situation.signals.find(({ start }) => Date.parse(start) === now.at)
  return {
    computedAt: situation.now,
    globalScore,
    level: levelOf(globalScore),
    recommendation: adviceText(globalScore, named, better ?? null, Date.parse(situation.now)),
    subScores: subScores(now, weights),
    confidence: now.confidence,
    status: now.confidence >= 70 ? 'ok' : now.confidence >= 50 ? 'degraded' : 'insufficient',
    sourceAvailability: {
      ...Object.fromEntries(Object.entries(present).map(([feed, share]) => [feed, share > 0])),
      emission_factors: situation.hasEmissionFactors,
      country_intensities: situation.hasCountryIntensities,
    },
    ...weighted(situation, servedShares(now.sure, weights)),
    spotPriceEurPerMWh: now.price,
    gridSignalStatus: signal === undefined ? null : statuses[signal.value],
    methodologyVersions: versions,
  }
}

function forecastBody(situation: Situation, ahead: readonly Rated[], weights: readonly number[]) {
  const totals = ahead.map((rated) => composite(rated, weights))
  const hourOf = (total: number) => isoSecond(ahead[totals.indexOf(total)]?.at ?? 0)
  return {
    generatedAt: situation.now,
    requestedHours: 48,
    servedHours: 48,
    ...weighted(situation, weights),
    bestHour: hourOf(Math.max(...totals)),
    worstHour: hourOf(Math.min(...totals)),
    confidence: Math.min(...ahead.map((rated) => rated.confidence)),
    methodologyVersions: { ...versions, forecast: 3 },
    hours: ahead.map((rated, index) => {
      const globalScore = Math.min(100, roundTo(totals[index] ?? 0, 0))
      return {
        time: isoSecond(rated.at),
        globalScore,
        level: levelOf(globalScore),
        subScores: subScores(rated, weights),
        confidence: rated.confidence,
        spotPriceEurPerMWh: rated.price,
        carbonIntensityGco2Kwh: rated.grams,
      }
    }),
  }
}

const isoSecond = (at: number): string => new Date(at).toISOString().replace('.000', '')
