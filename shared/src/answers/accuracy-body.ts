import { round2, roundHalfAwayFromZero } from '../bounds/numbers.ts'
import {
  type AccuracyFigures,
  type AccuracyPeriodDays,
  type AccuracyResponse,
  accuracyPeriodsDays,
  type ColorAccuracyFigures,
  type ForecastAccuracy,
  judgedColorLeads,
  minAccuracySamples,
  type NaiveAccuracy,
} from '../contract/forecast/accuracy.ts'
import { archivedQuantities } from '../contract/forecast/forecast-archive.ts'
import { maxForecastHours } from '../contract/score.ts'
import type { ForecastQuantity } from '../methodology/forecast/forecast-issue.ts'
import { leadClasses } from '../methodology/forecast-accuracy/class-errors.ts'
import type { ArchiveForecaster, ErrorSums } from '../methodology/forecast-accuracy/judge-day.ts'
import { tariffColorsVersion } from '../methodology/versions.ts'
import { formatIsoSecondsOrNull } from '../time/instant.ts'
import { composePublishedIntensityFigures, type IntensityDifferenceSums } from './published-intensity-figures.ts'

/** Sums over a period. */
export type PeriodSums = ErrorSums & {
  days: AccuracyPeriodDays
  quantity: ForecastQuantity
  lastLeadHours: number
  forecaster: ArchiveForecaster
}

/** Sums over the judged tariff days of a period and lead. */
export type ColorSums = {
  days: AccuracyPeriodDays
  leadDays: number
  samples: number
  squaredErrorSum: number
  persistenceSquaredErrorSum: number
  redDays: number
  /** Number of days with at least 50 % red, and number of these days that were red. */
  redAlarms: number
  redHits: number
}

/** Facts about the evaluated forecasts; null while the archive is empty. */
export type AccuracyHead = {
  computedAt: Temporal.Instant | null
  measuredSince: Temporal.Instant | null
  methodologyVersion: number | null
}

const noSums: ErrorSums = {
  samples: 0,
  absoluteErrorSum: 0,
  errorSum: 0,
  bandedSamples: 0,
  coveredSamples: 0,
  possibleSavingSum: 0,
  capturedSavingSum: 0,
}

/** The scoreboard: every quantity, period and lead class up to 48 hours and those beyond that have samples, every lead of the colours, and the published intensities, also those without samples. */
export function composeAccuracyBody(
  head: AccuracyHead,
  sums: readonly PeriodSums[],
  colorSums: readonly ColorSums[] = [],
  intensitySums: readonly IntensityDifferenceSums[] = [],
): AccuracyResponse {
  const byKey = new Map(sums.map((row) => [buildRowKey(row), row]))
  const figures = archivedQuantities.flatMap((quantity) =>
    accuracyPeriodsDays.flatMap((days) =>
      leadClasses.flatMap(({ firstLead, lastLead }): AccuracyFigures | [] => {
        const of = (forecaster: ArchiveForecaster) =>
          byKey.get(buildRowKey({ quantity, days, lastLeadHours: lastLead, forecaster })) ?? noSums
        // Without weather no forecast reaches further: an entry would be null for ever.
        if (lastLead > maxForecastHours && of('hexawatt').samples === 0) return []
        return {
          quantity,
          days,
          firstLeadHours: firstLead,
          lastLeadHours: lastLead,
          samples: of('hexawatt').samples,
          forecast: toForecastAccuracy(of('hexawatt')),
          persistence: toNaiveAccuracy(of('persistence')),
          yesterday: toNaiveAccuracy(of('yesterday')),
        }
      }),
    ),
  )
  return {
    computedAt: formatIsoSecondsOrNull(head.computedAt),
    measuredSince: formatIsoSecondsOrNull(head.measuredSince),
    methodologyVersion: head.methodologyVersion,
    figures,
    tariffColorsVersion,
    tariffColors: accuracyPeriodsDays.flatMap((days) =>
      judgedColorLeads.map((leadDays) => toColorFigures({ days, leadDays }, colorSums)),
    ),
    publishedIntensities: composePublishedIntensityFigures(intensitySums),
  }
}

const buildRowKey = (row: Pick<PeriodSums, 'quantity' | 'days' | 'lastLeadHours' | 'forecaster'>): string =>
  `${row.quantity} ${row.days} ${row.lastLeadHours} ${row.forecaster}`

function toColorFigures(
  of: { days: AccuracyPeriodDays; leadDays: number },
  sums: readonly ColorSums[],
): ColorAccuracyFigures {
  const found = sums.find(({ days, leadDays }) => days === of.days && leadDays === of.leadDays)
  const samples = found?.samples ?? 0
  const averageBrier = (sum: number): number | null =>
    samples < minAccuracySamples ? null : roundHalfAwayFromZero(sum / samples, brierDecimals)
  const { squaredErrorSum = 0, persistenceSquaredErrorSum = 0, redHits = 0, redDays = 0, redAlarms = 0 } = found ?? {}
  return {
    ...of,
    samples,
    brier: averageBrier(squaredErrorSum),
    persistenceBrier: averageBrier(persistenceSquaredErrorSum),
    redRecallPct: divideOrNull(100 * redHits, redDays, samples),
    redPrecisionPct: divideOrNull(100 * redHits, redAlarms, samples),
  }
}

const brierDecimals = 4

function toNaiveAccuracy(sums: ErrorSums): NaiveAccuracy {
  const { samples } = sums
  return {
    mae: divideOrNull(sums.absoluteErrorSum, samples, samples),
    bias: divideOrNull(sums.errorSum, samples, samples),
    savingCapturedPct: divideOrNull(100 * sums.capturedSavingSum, sums.possibleSavingSum, samples),
  }
}

function toForecastAccuracy(sums: ErrorSums): ForecastAccuracy {
  const { bandedSamples } = sums
  return {
    ...toNaiveAccuracy(sums),
    bandCoveragePct: divideOrNull(100 * sums.coveredSamples, bandedSamples, bandedSamples),
  }
}

/** Null of too few samples, and where there was nothing to be divided by. */
function divideOrNull(sum: number, divisor: number, samples: number): number | null {
  return samples < minAccuracySamples || divisor <= 0 ? null : round2(sum / divisor)
}
