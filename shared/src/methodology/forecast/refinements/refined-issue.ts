import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { coreProductionTypes } from '../../../grid/production-types.ts'
import { findSameClockDaysBefore } from '../../../time/paris-clock.ts'
import { computeProductionIntensity } from '../../intensity.ts'
import {
  type AnalogHour,
  type AnalogInputs,
  type AnalogIssue,
  computeAnalogIssue,
  type EmissionRule,
  emissionRules,
} from '../analog-forecast.ts'
import type { ForecastConstants } from '../forecast-constants.ts'
import type { CorrectionInputs } from '../forecast-issue.ts'
import { alignWindAndSun } from './align-inputs.ts'
import type { LearntErrors } from './learnt-errors.ts'
import { buildRidgeTerms, findRidgeBucket } from './residual-ridge.ts'

/** The refinements of an issue. */
export type Refinements = {
  /** Whether published wind and sun are re-aligned. */
  isAligned: boolean
  /** What the errors of earlier issues have taught; null: nothing is corrected. */
  learnt: LearntErrors | null
}

/** The refinements of a first issue: no earlier one has taught anything. */
export const firstRefinements: Refinements = { isAligned: true, learnt: null }

/** An hour with its corrected intensities, and what each correction rests on: an issue archives it for the issues to come. */
export type RefinedHour = AnalogHour & { corrections: Readonly<Record<EmissionRule, CorrectionInputs | null>> }
export type RefinedIssue = Omit<AnalogIssue, 'hours'> & { hours: RefinedHour[] }

/** Shares of the ridge and of the hour bias that are taken. */
const ridgeShare = 0.3
const biasShare = 0.15
/** Beyond it the hour bias loses more than it gains. */
const lastBiasLead = 48

const noCorrections = { lifeCycle: null, direct: null } as const

/**
 * The forecast of version 3: the analog mix of re-aligned wind and sun, with its intensities corrected by what earlier issues of the same method missed
 * (docs/methodology/forecast.md#corrections-learnt-from-errors). The mix itself is not changed.
 *
 * @param refinements null: none, the forecast of version 2
 */
export function computeRefinedIssue(
  inputs: AnalogInputs,
  now: Temporal.Instant,
  hours: number,
  refinements: Refinements | null,
  constants?: ForecastConstants,
): RefinedIssue | null {
  const aligned = refinements?.isAligned ? alignWindAndSun(inputs, now, hours) : inputs
  const issue = computeAnalogIssue(aligned, now, hours, constants)
  if (issue === null) return null
  if (refinements === null) {
    return { ...issue, hours: issue.hours.map((hour) => ({ ...hour, corrections: noCorrections })) }
  }
  const { learnt } = refinements
  const findRealised = createRealisedLookup(inputs)
  return { ...issue, hours: issue.hours.map((hour) => refineHour(hour, issue, findRealised, learnt)) }
}

type RealisedLookup = (startMs: number) => Readonly<Record<EmissionRule, number | null>>

function refineHour(
  hour: AnalogHour,
  { newestGenerationStartMs }: AnalogIssue,
  findRealised: RealisedLookup,
  learnt: LearntErrors | null,
): RefinedHour {
  const { startMs, lead, loadMw, windMw, solarMw, priceEurPerMwh } = hour
  const sameHour = findRealised(findNewestSameHour(startMs, newestGenerationStartMs))
  const residualMw = loadMw === null ? null : loadMw - windMw - solarMw
  const corrections = recordFromEntries(emissionRules, (rule): CorrectionInputs | null => {
    const uncorrected = hour.carbon[rule]?.gCo2eqPerKwh
    if (uncorrected === undefined) return null
    const recentError = learnt?.[rule].recentErrors[lead] ?? null
    const hourBias = learnt?.[rule].hourBiases[lead] ?? null
    const powers = { residualMw, windMw, solarMw, priceEurPerMwh }
    return { uncorrected, ...powers, sameHour: sameHour[rule], recentError, hourBias }
  })
  const carbon = recordFromEntries(emissionRules, (rule) => {
    const [of, correction] = [hour.carbon[rule], corrections[rule]]
    const coefficients = learnt?.[rule].coefficients[findRidgeBucket(lead)] ?? null
    return of && correction && { ...of, gCo2eqPerKwh: correctIntensity(correction, coefficients, lead) }
  })
  return { ...hour, carbon, corrections }
}

/**
 * A⁺ = A·exp(0.3·x·β + 0.15·h28·[n ≤ 48]), gCO2eq/kWh; A where that is no finite number.
 *
 * @param coefficients β of the bucket; null before it has learnt
 */
export function correctIntensity(
  inputs: CorrectionInputs,
  coefficients: readonly number[] | null,
  lead: number,
): number {
  const { uncorrected, hourBias } = inputs
  const ofRidge =
    coefficients === null
      ? 0
      : buildRidgeTerms(inputs).reduce((sum, term, index) => sum + term * (coefficients[index] ?? 0), 0)
  const ofBias = lead <= lastBiasLead ? (hourBias ?? 0) : 0
  const corrected = uncorrected * Math.exp(ridgeShare * ofRidge + biasShare * ofBias)
  return Number.isFinite(corrected) ? corrected : uncorrected
}

/** Start of the same Paris hour on the newest day that is known, ms. */
function findNewestSameHour(startMs: number, newestStartMs: number): number {
  let daysBack = 1
  while (findSameClockDaysBefore(startMs, daysBack) > newestStartMs) daysBack += 1
  return findSameClockDaysBefore(startMs, daysBack)
}

/** Realised intensities of an hour with both factor sets; null in an hour in which a core type was not known. */
function createRealisedLookup({ generation: { mwByType }, factors }: AnalogInputs): RealisedLookup {
  const known = new Map<number, ReturnType<RealisedLookup>>()
  const compute: RealisedLookup = (startMs) => {
    const values = Object.entries(mwByType).flatMap(([type, mw]) => {
      const value = mw.get(startMs)
      return value === undefined ? [] : [[type, value] as const]
    })
    const mix = Object.fromEntries(values)
    const isComplete = coreProductionTypes.every((type) => mix[type] !== undefined)
    return recordFromEntries(emissionRules, (rule) =>
      isComplete ? (computeProductionIntensity(mix, factors[rule])?.gCo2eqPerKwh ?? null) : null,
    )
  }
  return (startMs) => known.getOrInsertComputed(startMs, compute)
}
