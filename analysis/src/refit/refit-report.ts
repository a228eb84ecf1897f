import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { type ForecastConstants, shippedConstants } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { outlookConstants } from '@hexawatt/shared/methodology/forecast/outlook-constants'
import { leadClasses, outlookLeadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import type { Emulation } from '../backtest/emulated-inputs.ts'
import { noErrorStats } from '../backtest/error-stats.ts'
import type { Target } from '../backtest/replayed-issue.ts'
import { addIssue, replayIssues, sumMonths, type TargetStats } from '../backtest/run-backtest.ts'
import { divideOrNull } from '../figures-text.ts'
import type { GridRecord, SpanMs } from '../recorded/recorded-hours.ts'
import type { ObservedWeather } from '../weather/observed-weather.ts'
import { addFitSamples, countSamples, createFitSums, solveConstants } from './fit-constants.ts'

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
/**
 * @param observed fits the constants with weather, on emulated forecasts of this weather; null: those without
 */
export async function createRefitReport(
  record: GridRecord,
  observed: ObservedWeather | null = null,
): Promise<RefitReport> {
  const shipped = observed === null ? shippedConstants : outlookConstants
  const fit = fitRecord(record, observed)
  const { heldOut, fitted, fittedOnAll } = fit
  const judge = (constants: ForecastConstants) => computeFigures(record, heldOut, constants, observed)
  return {
    ...fit,
    shipped,
    distance: {
      deviationWeights: computeDistance(listWeights(shipped), listWeights(fittedOnAll)),
      priceCoefficients: computeDistance(listCoefficients(shipped), listCoefficients(fittedOnAll)),
    },
    figures: { shipped: await judge(shipped), fitted: await judge(fitted) },
  }
}

/** Fits the constants of a record twice in one pass. @throws UsageError when it is too short */
export function fitRecord(record: GridRecord, observed: ObservedWeather | null = null): RecordFit {
  const recorded = findRecordedSpan(record)
  const days = (recorded.toMs - recorded.fromMs) / dayMs
  if (!(days >= minDays)) {
    throw new UsageError(
      `A fit needs ${minDays} days of recorded generation, and there are ${Math.max(0, Math.floor(days))}.`,
    )
  }
  const heldOut = { fromMs: toDayStartMs(recorded.toMs - Math.min(heldOutDays, days / 4) * dayMs), toMs: recorded.toMs }
  const [before, all] = [createFitSums(), createFitSums()]
  const span = findSampledSpan(record)
  const sumsOf = (startMs: number) => (startMs < heldOut.fromMs ? [before, all] : [all])
  addFitSamples(groupBySeries(record, observed), span, sumsOf, toEmulation(observed))
  const shipped = observed === null ? shippedConstants : outlookConstants
  return {
    recorded,
    heldOut,
    samples: countSamples(before),
    fitted: solveConstants(before, shipped),
    fittedOnAll: solveConstants(all, shipped),
  }
}

/** The recorded hours with enough of the past before them. */
export function findSampledSpan(record: GridRecord): SpanMs {
  const { fromMs, toMs } = findRecordedSpan(record)
  return { fromMs: fromMs + historyDays * dayMs, toMs }
}

/** From the first recorded hour of generation to the end of the last one. */
function findRecordedSpan({ generation }: GridRecord): SpanMs {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const startMs of generation.keys()) {
    fromMs = Math.min(fromMs, startMs)
    toMs = Math.max(toMs, startMs + hourMs)
  }
  return { fromMs, toMs }
}

const toDayStartMs = (ms: number): number =>
  parisDayStart(Temporal.Instant.fromEpochMilliseconds(Math.floor(ms))).epochMilliseconds

const listWeights = ({ deviationWeights }: ForecastConstants): number[] => Object.values(deviationWeights).flat(2)
const listCoefficients = ({ priceCoefficients, farPriceCoefficients }: ForecastConstants): number[] =>
  [priceCoefficients, farPriceCoefficients].flatMap((rows) => Object.values(rows).flat())

const toEmulation = (observed: ObservedWeather | null): Emulation => new Set(observed === null ? [] : ['weather'])

function computeDistance(shipped: readonly number[], fitted: readonly number[]): Distance {
  const differences = shipped.map((constant, index) => Math.abs(constant - (fitted[index] ?? Number.NaN)))
  return {
    mean: differences.reduce((sum, one) => sum + one, 0) / differences.length,
    largest: Math.max(...differences),
    count: differences.length,
  }
}

async function computeFigures(
  record: GridRecord,
  span: SpanMs,
  constants: ForecastConstants,
  observed: ObservedWeather | null,
): Promise<HeldOutFigures> {
  const months = new Map<string, TargetStats>()
  for await (const outcome of replayIssues(
    record,
    [span],
    { constants, emulation: toEmulation(observed) },
    groupBySeries(record, observed),
  ))
    addIssue(months, outcome)
  const total = sumMonths(months)
  const of = (target: Target) => {
    const classes = (observed === null ? leadClasses : outlookLeadClasses).map(
      (_, index) => total[target][index] ?? noErrorStats,
    )
    return {
      mae: classes.map(({ byMethod, hours }) => divideOrNull(byMethod.analog.absoluteError, hours)),
      saving: classes.map(({ byMethod, achievable }) => divideOrNull(byMethod.analog.saved, achievable)),
    }
  }
  return { intensity: of('intensity'), direct: of('direct'), score: of('score'), price: of('price') }
}
