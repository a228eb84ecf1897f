import { round1 } from '../../../bounds/numbers.ts'
import { toParisDay, toParisDayStartMs } from '../../../time/paris-clock.ts'
import { computeAvailableProgrammableMw, findInstalledMwByType } from './available-capacity.ts'
import { computeWindAndSolarMw } from './projected-mix.ts'
import { consumptionAnchors, interpolateLinearly, marginAnchors, medianConsumptionMw } from './scales.ts'
import type { ScoreInputs } from './score-inputs.ts'
import type { AdequacyBasis, Rated } from './sub-scores.ts'

const runOfRiver = 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE'

/**
 * Adequacy sub-score of one hour: the margin of generation over expected consumption; without one of its inputs the expected consumption
 * alone; without that the median of the calibration year.
 *
 * @param now instant at which the inputs were known
 * @param projectedMw consumption beyond every published forecast, of the forecast (version 2); null where there is none
 */
export function rateAdequacy(
  inputs: ScoreInputs,
  hourStartMs: number,
  now: Temporal.Instant,
  projectedMw: number | null = null,
): Rated<AdequacyBasis> {
  const basis = findAdequacyBasis(inputs, hourStartMs, now, projectedMw)
  const score =
    basis.kind === 'margin'
      ? interpolateLinearly(marginAnchors, basis.margin)
      : interpolateLinearly(consumptionAnchors, basis.consumptionMw)
  return { value: round1(score), basis }
}

function findAdequacyBasis(
  inputs: ScoreInputs,
  hourStartMs: number,
  now: Temporal.Instant,
  projectedMw: number | null,
): AdequacyBasis {
  const shortTermMw = inputs.expectedConsumptionMw.get(hourStartMs)
  const weeklyMw = inputs.weeklyConsumptionMw.get(hourStartMs)
  // The short-term feed covers the hours up to the end of D+1: there the weekly forecast is a fallback, beyond it the source.
  const isBeyondShortTerm = hourStartMs >= toParisDayStartMs(toParisDay(now.epochMilliseconds) + 2)
  const consumptionMw = shortTermMw ?? weeklyMw ?? projectedMw
  if (consumptionMw === null) return { kind: 'median', consumptionMw: medianConsumptionMw }
  const isPrimary = shortTermMw !== undefined || isBeyondShortTerm
  const generationMw = isPrimary ? computePossibleGenerationMw(inputs, hourStartMs) : null
  const margin = generationMw === null ? null : (generationMw - consumptionMw) / consumptionMw
  // Over an expected consumption of 0 MW, or next to nothing, the quotient is no number, or none in per cent.
  if (margin === null || consumptionMw <= 0 || !Number.isFinite(100 * margin))
    return { kind: 'consumption', consumptionMw }
  return { kind: 'margin', margin }
}

/** Possible generation over the hour, MW; null when a part is unknown. */
function computePossibleGenerationMw(inputs: ScoreInputs, hourStartMs: number): number | null {
  const installedMwByType = findInstalledMwByType(inputs.installedMwByYear, hourStartMs)
  const riverMw = inputs.realised?.powerMwByType[runOfRiver]
  const weatherMw = computeWindAndSolarMw(inputs, hourStartMs)
  if (installedMwByType === undefined || inputs.outages === null || riverMw === undefined || weatherMw === null)
    return null
  return computeAvailableProgrammableMw(installedMwByType, inputs.outages, hourStartMs) + riverMw + weatherMw
}
