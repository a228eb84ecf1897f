import { round1 } from '../../../bounds/numbers.ts'
import { toParisDay, toParisDayStartMs } from '../../../time/paris-clock.ts'
import { type ScoreVersion, scoreVersion } from '../../versions.ts'
import {
  findInstalledMwByType,
  listProgrammableCapacities,
  type ProgrammableCapacity,
  sumAvailableMw,
} from './available-capacity.ts'
import { computePublishedWindAndSolarMw, computeWindAndSolarMw, listWindAndSolarMw } from './projected-mix.ts'
import {
  consumptionAnchors,
  interpolateLinearly,
  marginAnchors,
  medianConsumptionMw,
  residualLoadAnchors,
} from './scales.ts'
import type { ScoreInputs } from './score-inputs.ts'
import type { AdequacyBasis, Rated } from './sub-scores.ts'

const runOfRiver = 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE'

/** Consumption, wind and sun of an hour by other means than published forecasts, MW; null where unknown. */
export type ProjectedDrivers = { loadMw: number | null; windAndSolarMw: number | null }

/**
 * Adequacy sub-score of one hour: the margin of generation over expected consumption; without one of its inputs the expected consumption less wind
 * and sun; without these the expected consumption alone; without that the median of the calibration year.
 *
 * @param now instant at which the inputs were known
 * @param projected stands in for unpublished forecasts: of a forecast its own, of the live score the newest realised hour; null where there is none
 * @param version version 1 knows no residual load
 */
export function rateAdequacy(
  inputs: ScoreInputs,
  hourStartMs: number,
  now: Temporal.Instant,
  projected: ProjectedDrivers | null = null,
  version: ScoreVersion = scoreVersion,
): Rated<AdequacyBasis> {
  const basis = findAdequacyBasis(inputs, hourStartMs, now, projected, version)
  return { value: round1(scoreBasis(basis)), basis }
}

function scoreBasis(basis: AdequacyBasis): number {
  switch (basis.kind) {
    case 'margin':
      return interpolateLinearly(marginAnchors, basis.margin)
    case 'residual_load':
      return interpolateLinearly(residualLoadAnchors, basis.consumptionMw - basis.windAndSolarMw)
    default:
      return interpolateLinearly(consumptionAnchors, basis.consumptionMw)
  }
}

function findAdequacyBasis(
  inputs: ScoreInputs,
  hourStartMs: number,
  now: Temporal.Instant,
  projected: ProjectedDrivers | null,
  version: ScoreVersion,
): AdequacyBasis {
  const { consumptionMw, isPrimary } = findExpectedConsumption(inputs, hourStartMs, now, projected)
  if (consumptionMw === null) return { kind: 'median', consumptionMw: medianConsumptionMw }
  const generationMw = isPrimary ? (findPossibleGeneration(inputs, hourStartMs)?.totalMw ?? null) : null
  const margin = generationMw === null ? null : (generationMw - consumptionMw) / consumptionMw
  // Over an expected consumption of 0 MW, or next to nothing, the quotient is no number, or none in per cent.
  if (margin !== null && consumptionMw > 0 && Number.isFinite(100 * margin)) return { kind: 'margin', margin }
  const windAndSolarMw = version === 1 ? null : estimateWindAndSolarMw(inputs, hourStartMs, projected)
  if (windAndSolarMw === null) return { kind: 'consumption', consumptionMw }
  return { kind: 'residual_load', consumptionMw, windAndSolarMw }
}

/** Wind and sun of an hour, MW: as published, else as projected, else as in the last published day at the same hour. */
function estimateWindAndSolarMw(
  inputs: ScoreInputs,
  hourStartMs: number,
  projected: ProjectedDrivers | null,
): number | null {
  return (
    computePublishedWindAndSolarMw(inputs, hourStartMs) ??
    projected?.windAndSolarMw ??
    computeWindAndSolarMw(inputs, hourStartMs)
  )
}

/** Expected consumption of an hour, MW; null when unknown. `isPrimary`: the margin may rest on it. */
export function findExpectedConsumption(
  inputs: ScoreInputs,
  hourStartMs: number,
  now: Temporal.Instant,
  projected: ProjectedDrivers | null,
): { consumptionMw: number | null; isPrimary: boolean } {
  const shortTermMw = inputs.expectedConsumptionMw.get(hourStartMs)
  const weeklyMw = inputs.weeklyConsumptionMw.get(hourStartMs)
  // The short-term feed covers the hours up to the end of D+1: there the weekly forecast is a fallback, beyond it the source.
  const isBeyondShortTerm = hourStartMs >= toParisDayStartMs(toParisDay(now.epochMilliseconds) + 2)
  return {
    consumptionMw: shortTermMw ?? weeklyMw ?? projected?.loadMw ?? null,
    isPrimary: shortTermMw !== undefined || isBeyondShortTerm,
  }
}

/** Possible generation over an hour and its terms, MW. */
export type PossibleGeneration = {
  programmable: ProgrammableCapacity[]
  programmableMw: number
  runOfRiverMw: number
  windAndSolar: { productionType: string; powerMw: number }[]
  windAndSolarMw: number
  totalMw: number
}

/** Possible generation over the hour; null when a part is unknown. */
export function findPossibleGeneration(inputs: ScoreInputs, hourStartMs: number): PossibleGeneration | null {
  const installedMwByType = findInstalledMwByType(inputs.installedMwByYear, hourStartMs)
  const runOfRiverMw = inputs.realised?.powerMwByType[runOfRiver]
  const windAndSolar = listWindAndSolarMw(inputs, hourStartMs)
  if (installedMwByType === undefined || inputs.outages === null || runOfRiverMw === undefined || windAndSolar === null)
    return null
  const programmable = listProgrammableCapacities(installedMwByType, inputs.outages, hourStartMs)
  const programmableMw = sumAvailableMw(programmable)
  const windAndSolarMw = windAndSolar.reduce((sum, { powerMw }) => sum + powerMw, 0)
  const totalMw = programmableMw + runOfRiverMw + windAndSolarMw
  return { programmable, programmableMw, runOfRiverMw, windAndSolar, windAndSolarMw, totalMw }
}
