import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import { prepareAnalogState } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeKernelWeights } from '@hexawatt/shared/methodology/forecast/analog-kernel'
import { readValueAt } from '@hexawatt/shared/methodology/forecast/axis/paris-axis'
import {
  type AnalogType,
  analogTypes,
  type DeviationWeights,
  deviationLastLeads,
  type ForecastConstants,
  findLeadBucket,
  shippedConstants,
} from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { computeKernelTerms } from '@hexawatt/shared/methodology/forecast/kernel-past'
import { computePriceTerms, priceUnitEurPerMwh } from '@hexawatt/shared/methodology/forecast/price'
import { alignWindAndSun } from '@hexawatt/shared/methodology/forecast/refinements/align-inputs'
import {
  addSample,
  createEquations,
  type Equations,
  listDiagonal,
  solveEquations,
} from '@hexawatt/shared/methodology/least-squares'
import { hourMs } from '@hexawatt/shared/time/instant'
import { createAnalogInputs, type RecordedSeries } from '../backtest/analog-inputs.ts'
import { type Emulation, hasWeather, recordedOnly } from '../backtest/emulated-inputs.ts'
import { listIssueInstants } from '../backtest/run-backtest.ts'
import type { SpanMs } from '../recorded/recorded-hours.ts'

/** Sums of a fit: an equation of three weights for each type and bucket of leads, one of six for each state of the price, to 48 hours and beyond. */
export type FitSums = {
  mix: Readonly<Record<AnalogType, readonly Equations[]>>
  price: readonly Equations[]
  farPrice: readonly Equations[]
}

/** States of the price: two questions and four parts of the day. */
const priceStates = 16
/** Samples below which a row is not fitted. */
const minSamples = 200
/** Maximum extra age of the newest generation: an issue after a long gap is no sample of the method. */
const maxLateHours = 4
const ordinaryAgeHours = 2
/** Part of the mean diagonal that is added to it: a term that is nearly always 0, such as the sun at night, gets no great weight. */
const ridge = 1e-4
/** Digits to which the shipped constants are rounded. */
const weightDecimals = 2
const coefficientDecimals = 4

export function createFitSums(): FitSums {
  return {
    mix: recordFromEntries(
      analogTypes.map(({ type }) => type),
      () => deviationLastLeads.map(() => createEquations(3)),
    ),
    price: Array.from({ length: priceStates }, () => createEquations(6)),
    farPrice: Array.from({ length: priceStates }, () => createEquations(6)),
  }
}

/**
 * Adds the issues of a span, every third hour: for each of their hours the terms of price and mix (docs/methodology/forecast.md) as they were then, and what came.
 *
 * @param sumsOf the sums that an hour counts in, by its start, ms
 * @param emulation with weather the hours to 72 count, and wind and sun are re-aligned as the product does
 */
export function addFitSamples(
  series: RecordedSeries,
  span: SpanMs,
  sumsOf: (startMs: number) => readonly FitSums[],
  emulation: Emulation = recordedOnly,
): void {
  for (const now of listIssueInstants(span)) {
    // Gaps between recorded weeks have no samples, so the costly state is not computed for them.
    if (!hasRecentHour(series, now.epochMilliseconds)) continue
    const inputs = createAnalogInputs(series, now, emulation)
    // Where the observed weather ends, an issue is none of those that are fitted.
    if (hasWeather(emulation) && inputs.weather === null) continue
    const hours = inputs.weather === null ? maxForecastHours : maxOutlookHours
    const aligned = inputs.weather === null ? inputs : alignWindAndSun(inputs, now, hours)
    const state = prepareAnalogState(aligned, now, hours)
    if (state === null || state.generation.newest < state.issued - ordinaryAgeHours - maxLateHours) continue
    const { axis, drivers, past, window, issued } = state
    for (let lead = 1; lead <= hours; lead += 1) {
      const hour = issued + lead
      const startMs = now.epochMilliseconds + lead * hourMs
      const sums = sumsOf(startMs)
      if (sums.length === 0) continue
      const kernel = { weights: computeKernelWeights(drivers.traits, window, hour), from: window.from }
      const terms = computeKernelTerms(past, kernel, hour)
      const bucket = findLeadBucket(deviationLastLeads, lead)
      for (const { type, logOffsetMw } of analogTypes) {
        const came = findActualMw(series, type, startMs)
        if (came === null) continue
        const { mean, deviations } = terms[type]
        const target = (logOffsetMw === null ? came : Math.log(came + logOffsetMw)) - mean
        for (const { mix } of sums) addKnown(mix[type][bucket], deviations, target)
      }
      const price = series.priceEurPerMwh.get(startMs)
      if (price === undefined || drivers.isAuctioned(hour)) continue
      const [loadMw, windMw, solarMw] = [drivers.loadMw, drivers.windMw, drivers.solarMw].map((values) =>
        readValueAt(values, hour),
      )
      const {
        usual,
        terms: x,
        state: priceState,
      } = computePriceTerms(
        axis,
        drivers.pricePast,
        { loadMw: loadMw ?? Number.NaN, windMw: windMw ?? Number.NaN, solarMw: solarMw ?? Number.NaN },
        hour,
      )
      for (const sum of sums) {
        const equations = lead > maxForecastHours ? sum.farPrice : sum.price
        addKnown(equations[priceState], x, (price - usual) / priceUnitEurPerMwh)
      }
    }
  }
}

function addKnown(equations: Equations | undefined, terms: readonly number[], target: number): void {
  if (equations !== undefined && Number.isFinite(target)) addSample(equations, terms, target)
}

/** Actual power of a type; null in an hour that was not recorded. A type that is off has no value in an hour with values of the core types. */
function findActualMw({ generationMwByType }: RecordedSeries, type: AnalogType, startMs: number): number | null {
  return isRecorded(generationMwByType, startMs) ? Math.max(0, generationMwByType.get(type)?.get(startMs) ?? 0) : null
}

/** Whether an hour of generation is recorded that is not too old for an issue. */
function hasRecentHour({ generationMwByType }: RecordedSeries, issuedMs: number): boolean {
  const ages = Array.from({ length: ordinaryAgeHours + maxLateHours + 1 }, (_, hoursBack) => hoursBack)
  return ages.some((hoursBack) => isRecorded(generationMwByType, issuedMs - hoursBack * hourMs))
}

function isRecorded(generationMwByType: RecordedSeries['generationMwByType'], startMs: number): boolean {
  return coreProductionTypes.every((core) => generationMwByType.get(core)?.get(startMs) !== undefined)
}

/** The constants of a fit, rounded as the shipped ones. A weight with too few samples is the shipped one; so is a row of the price. */
export function solveConstants(
  { mix, price, farPrice }: FitSums,
  shippedOnes: ForecastConstants = shippedConstants,
): ForecastConstants {
  const deviationWeights = recordFromEntries(
    analogTypes.map(({ type }) => type),
    (type) =>
      shippedOnes.deviationWeights[type].map((shipped, bucket): DeviationWeights => {
        const equations = mix[type][bucket]
        if (equations === undefined || equations.samples < minSamples) return shipped
        const [newest = 0, sameHour = 0, dayMean = 0] = solveFit(equations).map((weight) =>
          roundHalfAwayFromZero(weight, weightDecimals),
        )
        return [newest, sameHour, dayMean]
      }),
  )
  return {
    deviationWeights,
    priceCoefficients: solvePriceRows(price, shippedOnes.priceCoefficients),
    farPriceCoefficients: solvePriceRows(farPrice, shippedOnes.farPriceCoefficients),
  }
}

function solvePriceRows(sums: readonly Equations[], shippedRows: ForecastConstants['priceCoefficients']) {
  return Object.fromEntries(
    Object.entries(shippedRows).map(([state, shipped]) => {
      const equations = sums[Number(state)]
      if (equations === undefined || equations.samples < minSamples) return [state, shipped]
      return [state, solveFit(equations).map((weight) => roundHalfAwayFromZero(weight, coefficientDecimals))]
    }),
  )
}

function solveFit(equations: Equations): number[] {
  const meanDiagonal = listDiagonal(equations).reduce((sum, one) => sum + one, 0) / equations.size
  return solveEquations(
    equations,
    Array.from({ length: equations.size }, () => ridge * meanDiagonal),
  )
}

/** Samples of all equations. */
export function countSamples({ mix, price, farPrice }: FitSums): { mix: number; price: number } {
  const sumSamples = (all: readonly Equations[]): number => all.reduce((total, { samples }) => total + samples, 0)
  return { mix: sumSamples(Object.values(mix).flat()), price: sumSamples([...price, ...farPrice]) }
}
