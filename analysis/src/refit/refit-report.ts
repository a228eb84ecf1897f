import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { type ForecastConstants, shippedConstants } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { leadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import { recordedSeries } from '../backtest/analog-inputs.ts'
import { noErrorStats } from '../backtest/error-stats.ts'
import type { Target } from '../backtest/replayed-issue.ts'
import { addIssue, replayedIssues, type TargetStats, totalOf } from '../backtest/run-backtest.ts'
import { ratio } from '../figures-text.ts'
import type { GridRecord, SpanMs } from '../recorded/recorded-hours.ts'
import { addFitSamples, constantsOf, createFitSums, samplesOf } from './fit-constants.ts'

/** Targets that are judged on the held-out quarter. */
export const judgedTargets = ['intensity', 'direct', 'score', 'price'] as const satisfies readonly Target[]

/** Errors and saving of one set of constants by lead class; null where nothing could be judged. */
export type HeldOutFigures = Readonly<
  Record<(typeof judgedTargets)[number], { mae: (number | null)[]; saving: (number | null)[] }>
>

/** Largest and mean absolute difference of two sets of constants. */
export type Distance = { mean: number; largest: number; count: number }

/** Everything that `bun run refit` tells. */
export type RefitReport = {
  /** First and last hour of the record. */
  recorded: SpanMs
  heldOut: SpanMs
  samples: { mix: number; price: number }
  shipped: ForecastConstants
  /** Fitted on everything but the held-out quarter. */
  fitted: ForecastConstants
  /** Constants fitted on the whole record: the constants that would be shipped. */
  fittedOnAll: ForecastConstants
  /** Distance of the shipped constants from the constants fitted on the whole record. */
  distance: { deviationWeights: Distance; priceCoefficients: Distance }
  figures: { shipped: HeldOutFigures; fitted: HeldOutFigures }
}

const dayMs = 24 * hourMs
/** Days before the first issue: a cold start is no sample. */
const historyDays = 15
/** The end of the record that is held out: a quarter of a year, or of a shorter record. */
const heldOutDays = 91
/** The shortest record, days. */
const minDays = 60

/** Constants fitted on a record, with and without its last quarter. */
export type RecordFit = Pick<RefitReport, 'recorded' | 'heldOut' | 'samples' | 'fitted' | 'fittedOnAll'>

/** Fits and judges. @throws UsageError when the record is too short */
export async function refitReport(record: GridRecord): Promise<RefitReport> {
  const fit = fitRecord(record)
  const { heldOut, fitted, fittedOnAll } = fit
  return {
    ...fit,
    shipped: shippedConstants,
    distance: {
      deviationWeights: distanceOf(weightsOf(shippedConstants), weightsOf(fittedOnAll)),
      priceCoefficients: distanceOf(coefficientsOf(shippedConstants), coefficientsOf(fittedOnAll)),
    },
    figures: {
      shipped: await figuresOf(record, heldOut, shippedConstants),
      fitted: await figuresOf(record, heldOut, fitted),
    },
  }
}

/** Fits the constants of a record twice in one pass. @throws UsageError when it is too short */
export function fitRecord(record: GridRecord): RecordFit {
  const recorded = recordedSpan(record)
  const days = (recorded.toMs - recorded.fromMs) / dayMs
  if (!(days >= minDays)) {
    throw new UsageError(
      `A fit needs ${minDays} days of recorded generation, and there are ${Math.max(0, Math.floor(days))}.`,
    )
  }
  const heldOut = { fromMs: dayStartMs(recorded.toMs - Math.min(heldOutDays, days / 4) * dayMs), toMs: recorded.toMs }
  const [before, all] = [createFitSums(), createFitSums()]
  const span = { fromMs: recorded.fromMs + historyDays * dayMs, toMs: recorded.toMs }
  addFitSamples(recordedSeries(record), span, (startMs) => (startMs < heldOut.fromMs ? [before, all] : [all]))
  return { recorded, heldOut, samples: samplesOf(before), fitted: constantsOf(before), fittedOnAll: constantsOf(all) }
}

/** From the first recorded hour of generation to the end of the last one. */
function recordedSpan({ generation }: GridRecord): SpanMs {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const startMs of generation.keys()) {
    fromMs = Math.min(fromMs, startMs)
    toMs = Math.max(toMs, startMs + hourMs)
  }
  return { fromMs, toMs }
}

const dayStartMs = (ms: number): number =>
  parisDayStart(Temporal.Instant.fromEpochMilliseconds(Math.floor(ms))).epochMilliseconds

const weightsOf = ({ deviationWeights }: ForecastConstants): number[] => Object.values(deviationWeights).flat(2)
const coefficientsOf = ({ priceCoefficients }: ForecastConstants): number[] => Object.values(priceCoefficients).flat()

function distanceOf(shipped: readonly number[], fitted: readonly number[]): Distance {
  const differences = shipped.map((constant, index) => Math.abs(constant - (fitted[index] ?? Number.NaN)))
  return {
    mean: differences.reduce((sum, one) => sum + one, 0) / differences.length,
    largest: Math.max(...differences),
    count: differences.length,
  }
}

async function figuresOf(record: GridRecord, span: SpanMs, constants: ForecastConstants): Promise<HeldOutFigures> {
  const months = new Map<string, TargetStats>()
  for await (const outcome of replayedIssues(record, [span], { constants })) addIssue(months, outcome)
  const total = totalOf(months)
  const of = (target: Target) => {
    const classes = leadClasses.map((_, index) => total[target][index] ?? noErrorStats)
    return {
      mae: classes.map(({ byMethod, hours }) => ratio(byMethod.analog.absoluteError, hours)),
      saving: classes.map(({ byMethod, achievable }) => ratio(byMethod.analog.saved, achievable)),
    }
  }
  return { intensity: of('intensity'), direct: of('direct'), score: of('score'), price: of('price') }
}
