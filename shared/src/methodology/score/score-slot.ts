import { computeEachTime, type Reuse } from '../../bounds/reuse.ts'
import { hourMs } from '../../time/instant.ts'
import { parisDayStart } from '../../time/paris.ts'
import type { AnalogHour } from '../forecast/analog-forecast.ts'
import type { HourlySeries } from '../hourly-means.ts'
import {
  type ConfidenceVersion,
  confidenceVersion,
  type PointVersions,
  type ScoreVersion,
  scoreVersion,
} from '../versions.ts'
import { findKnownDimensions, type KnownDimensions } from './known-dimensions.ts'
import { computeScoreConfidence } from './score-confidence.ts'
import { type ProjectedDrivers, rateAdequacy } from './sub-scores/adequacy-score.ts'
import { computeSameHourMeans, rateCarbon, type SameHourMeans } from './sub-scores/carbon-score.ts'
import { computeImbalancePoints, rateGrid } from './sub-scores/grid-score.ts'
import { computePriceClasses, type PriceClasses, ratePrice } from './sub-scores/price-score.ts'
import { computeRealisedWindAndSolarMw, isRealisedRecent, projectIntensity } from './sub-scores/projected-mix.ts'
import type { Imbalance, ScoreInputs } from './sub-scores/score-inputs.ts'
import { type CarbonBasis, listFallbackDimensions, type SubScoreSet } from './sub-scores/sub-scores.ts'

/** A scored hour. */
export type ScoredSlot = {
  /** Start of the hour, ms since the epoch. */
  startMs: number
  subScores: SubScoreSet
  /** Dimensions that do not rest on an estimate. */
  known: KnownDimensions
  confidence: number
  /** Day-ahead price, EUR/MWh, unrounded; null where it was not auctioned or is missing. */
  spotPriceEurPerMwh: number | null
  /** gCO2eq/kWh, unrounded; null when the carbon sub-score uses its fallback. */
  gCo2eqPerKwh: number | null
}

/**
 * The live score: the hour that holds `now`, with the newest realised intensity and the balancing market.
 *
 * @param estimates result of {@link computeEstimates} for these inputs
 * @param versions others than the present ones for a point that is computed again
 */
export function scoreNow(
  inputs: ScoreInputs,
  now: Temporal.Instant,
  estimates: Estimates = computeEstimates(inputs, now),
  { score = scoreVersion, confidence = confidenceVersion }: PointVersions = {},
): ScoredSlot {
  const startMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  const { realised } = inputs
  const carbon: CarbonBasis | null =
    realised !== null && isRealisedRecent(inputs, now)
      ? { kind: 'realised', gCo2eqPerKwh: realised.gCo2eqPerKwh }
      : null
  const projected = { loadMw: null, windAndSolarMw: computeRealisedWindAndSolarMw(inputs, now) }
  const versions = { score, confidence }
  return scoreSlot(inputs, now, {
    ...{ startMs, leadHours: 0, carbon, imbalance: inputs.imbalance, projected, priceEurPerMwh: null, versions },
    ...estimates,
  })
}

/**
 * The forecast issued at `now`: the hours that begin after it, the first being the next full hour with a lead of 1.
 *
 * @param hours how many
 * @param analogHours the forecast of version 2 for these hours, whose intensity, price and load are taken; null for carry-over (version 1)
 * @param estimates result of {@link computeEstimates} for these inputs
 */
export function scoreForecast(
  inputs: ScoreInputs,
  now: Temporal.Instant,
  hours: number,
  analogHours: readonly AnalogHour[] | null = null,
  estimates: Estimates = computeEstimates(inputs, now),
): ScoredSlot[] {
  return scoreIssue(inputs, now, hours, analogHours, estimates).slice(1)
}

/** As {@link scoreForecast}, the hour in progress before it with a lead of 0: like the others a forecast, without realised intensity and balancing market. */
export function scoreIssue(
  inputs: ScoreInputs,
  now: Temporal.Instant,
  hours: number,
  analogHours: readonly AnalogHour[] | null,
  estimates: Estimates = computeEstimates(inputs, now),
): ScoredSlot[] {
  const firstMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  const analogByStart = new Map(analogHours?.map((hour) => [hour.startMs, hour]))
  return Array.from({ length: hours + 1 }, (_, leadHours) => {
    const startMs = firstMs + leadHours * hourMs
    const analog = analogByStart.get(startMs)
    const gCo2eqPerKwh =
      analog === undefined ? projectIntensity(inputs, startMs, now) : (analog.carbon.lifeCycle?.gCo2eqPerKwh ?? null)
    const carbon: CarbonBasis | null = gCo2eqPerKwh === null ? null : { kind: 'projected', gCo2eqPerKwh }
    return scoreSlot(inputs, now, {
      ...{ startMs, leadHours, carbon, imbalance: null, versions: presentVersions },
      ...{ projected: toProjectedDrivers(analog), priceEurPerMwh: analog?.priceEurPerMwh ?? null },
      ...estimates,
    })
  })
}

/** Substitutes of missing values, computed once for all hours of an issue. */
export type Estimates = { classes: PriceClasses; means: SameHourMeans }

/** Estimates of one instant. */
export const computeEstimates: Estimator = (inputs, now) => createEstimator(computeEachTime)(inputs, now)

export type Estimator = (inputs: ScoreInputs, now: Temporal.Instant) => Estimates

/** Makes an estimator whose parts go through `reuse`: they change with the Paris day and the hour only. */
export function createEstimator(reuse: Reuse): Estimator {
  const classesOfDay = reuse((prices: HourlySeries, dayStartMs: number) =>
    computePriceClasses(prices, Temporal.Instant.fromEpochMilliseconds(dayStartMs)),
  )
  const meansOfHour = reuse((realised: HourlySeries, withinHourMs: number) =>
    computeSameHourMeans(realised, Temporal.Instant.fromEpochMilliseconds(withinHourMs)),
  )
  return (inputs, now) => ({
    classes: classesOfDay(inputs.priceEurPerMwh, parisDayStart(now).epochMilliseconds),
    means: meansOfHour(inputs.realisedGCo2eqPerKwh, floorWithinHour(now.epochMilliseconds)),
  })
}

/** Instants between two full hours see the same complete hours; a full hour sees one more. */
function floorWithinHour(nowMs: number): number {
  const startMs = Math.floor(nowMs / hourMs) * hourMs
  return nowMs === startMs ? startMs : startMs + hourMs / 2
}

const presentVersions = { score: scoreVersion, confidence: confidenceVersion } as const

function toProjectedDrivers(analog: AnalogHour | undefined): ProjectedDrivers | null {
  return analog === undefined ? null : { loadMw: analog.loadMw, windAndSolarMw: analog.windMw + analog.solarMw }
}

type Slot = Estimates & {
  startMs: number
  leadHours: number
  carbon: CarbonBasis | null
  /** The balancing market; null in a forecast. */
  imbalance: Imbalance | null
  /** Stands in for unpublished consumption, wind and sun; null where there is nothing. */
  projected: ProjectedDrivers | null
  /** Estimate of an unpublished price; null where there is none. */
  priceEurPerMwh: number | null
  versions: { score: ScoreVersion; confidence: ConfidenceVersion }
}

function scoreSlot(inputs: ScoreInputs, now: Temporal.Instant, slot: Slot): ScoredSlot {
  const { startMs, leadHours, versions } = slot
  const price = ratePrice(inputs.priceEurPerMwh, slot.classes, startMs, slot.priceEurPerMwh)
  const adequacy = rateAdequacy(inputs, startMs, now, slot.projected, versions.score)
  const points = computeImbalancePoints(slot.imbalance, price.basis.eurPerMwh)
  const subScores: SubScoreSet = {
    price,
    carbon: rateCarbon(slot.carbon, slot.means, startMs),
    grid: rateGrid(inputs.signalLevel.get(startMs), points, adequacy),
    adequacy,
  }
  const hasFallback = listFallbackDimensions(subScores).length > 0
  return {
    startMs,
    subScores,
    known: findKnownDimensions(subScores),
    confidence: computeScoreConfidence(inputs.availabilityByFeed, hasFallback, leadHours, versions.confidence),
    spotPriceEurPerMwh: inputs.priceEurPerMwh.get(startMs) ?? null,
    gCo2eqPerKwh: slot.carbon?.gCo2eqPerKwh ?? null,
  }
}
