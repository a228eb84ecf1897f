import { hourMs } from '../../time/instant.ts'
import { rateAdequacy } from './adequacy-score.ts'
import { rateCarbon, type SameHourMeans, sameHourMeans } from './carbon-score.ts'
import { imbalancePoints, rateGrid } from './grid-score.ts'
import { type PriceClasses, priceClasses } from './price-classes.ts'
import { ratePrice } from './price-score.ts'
import { isRealisedRecent, projectedIntensity } from './projected-mix.ts'
import { scoreConfidence } from './score-confidence.ts'
import type { ScoreInputs } from './score-inputs.ts'
import { type CarbonBasis, fallbackDimensions, type SubScoreSet } from './sub-scores.ts'

/** A scored hour. `carbon` is the intensity of the hour in gCO2eq/kWh, null when only a fallback stood in. */
export type ScoredSlot = {
  /** Start of the hour, ms since the epoch. */
  startMs: number
  subScores: SubScoreSet
  confidence: number
  /** Day-ahead price, EUR/MWh, unrounded; null where it was not auctioned or is missing. */
  spotPriceEurPerMwh: number | null
  /** gCO2eq/kWh, unrounded; null when the carbon sub-score stands on its fallback. */
  gCo2eqPerKwh: number | null
}

/** The live score: the hour that holds `now`, with the newest realised intensity and the balancing market. */
export function scoreNow(inputs: ScoreInputs, now: Temporal.Instant): ScoredSlot {
  const startMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  const { realised } = inputs
  const carbon: CarbonBasis | null =
    realised !== null && isRealisedRecent(inputs, now)
      ? { kind: 'realised', gCo2eqPerKwh: realised.gCo2eqPerKwh }
      : null
  return scoreSlot(inputs, now, { startMs, leadHours: 0, carbon, ...estimates(inputs, now) })
}

/**
 * The forecast issued at `now`: the hours that begin after it, the first being the next full hour with a lead of 1.
 *
 * @param hours how many
 */
export function scoreForecast(inputs: ScoreInputs, now: Temporal.Instant, hours: number): ScoredSlot[] {
  const firstMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs + hourMs
  const known = estimates(inputs, now)
  return Array.from({ length: hours }, (_, index) => {
    const startMs = firstMs + index * hourMs
    const gCo2eqPerKwh = projectedIntensity(inputs, startMs, now)
    const carbon: CarbonBasis | null = gCo2eqPerKwh === null ? null : { kind: 'projected', gCo2eqPerKwh }
    return scoreSlot(inputs, now, { startMs, leadHours: index + 1, carbon, ...known })
  })
}

/** What stands in for missing values: worked out once for all hours of an issue. */
type Estimates = { classes: PriceClasses; means: SameHourMeans }

function estimates(inputs: ScoreInputs, now: Temporal.Instant): Estimates {
  return {
    classes: priceClasses(inputs.priceEurPerMwh, now),
    means: sameHourMeans(inputs.realisedGCo2eqPerKwh, now),
  }
}

type Slot = Estimates & { startMs: number; leadHours: number; carbon: CarbonBasis | null }

function scoreSlot(inputs: ScoreInputs, now: Temporal.Instant, slot: Slot): ScoredSlot {
  const { startMs, leadHours } = slot
  const price = ratePrice(inputs.priceEurPerMwh, slot.classes, startMs)
  const adequacy = rateAdequacy(inputs, startMs, now)
  const points = leadHours === 0 ? imbalancePoints(inputs.imbalance, price.basis.eurPerMwh) : 0
  const subScores: SubScoreSet = {
    price,
    carbon: rateCarbon(slot.carbon, slot.means, startMs),
    grid: rateGrid(inputs.signalLevel.get(startMs), points, adequacy),
    adequacy,
  }
  const hasFallback = fallbackDimensions(subScores).length > 0
  return {
    startMs,
    subScores,
    confidence: scoreConfidence(inputs.availabilityByFeed, hasFallback, leadHours),
    spotPriceEurPerMwh: inputs.priceEurPerMwh.get(startMs) ?? null,
    gCo2eqPerKwh: slot.carbon?.gCo2eqPerKwh ?? null,
  }
}
