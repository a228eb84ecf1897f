import { round2 } from '../bounds/numbers.ts'
import {
  type AccuracyFigures,
  type AccuracyPeriodDays,
  type AccuracyResponse,
  accuracyPeriodsDays,
  type ForecastAccuracy,
  minAccuracySamples,
  type NaiveAccuracy,
} from '../contract/forecast/accuracy.ts'
import { archivedQuantities } from '../contract/forecast/forecast-archive.ts'
import type { ForecastQuantity } from '../methodology/forecast/forecast-issue.ts'
import { leadClasses } from '../methodology/forecast-accuracy/class-errors.ts'
import type { ArchiveForecaster, ErrorSums } from '../methodology/forecast-accuracy/judge-day.ts'
import { isoSecondsOrNull } from '../time/instant.ts'

/** Sums over a period. */
export type PeriodSums = ErrorSums & {
  days: AccuracyPeriodDays
  quantity: ForecastQuantity
  lastLeadHours: number
  forecaster: ArchiveForecaster
}

/** Facts about what is judged; null while nothing is archived. */
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

/** The scoreboard: every quantity, period and lead class, also those without samples. */
export function accuracyBody(head: AccuracyHead, sums: readonly PeriodSums[]): AccuracyResponse {
  const byKey = new Map(sums.map((row) => [keyOf(row), row]))
  const figures = archivedQuantities.flatMap((quantity) =>
    accuracyPeriodsDays.flatMap((days) =>
      leadClasses.map(({ firstLead, lastLead }): AccuracyFigures => {
        const of = (forecaster: ArchiveForecaster) =>
          byKey.get(keyOf({ quantity, days, lastLeadHours: lastLead, forecaster })) ?? noSums
        return {
          quantity,
          days,
          firstLeadHours: firstLead,
          lastLeadHours: lastLead,
          samples: of('hexawatt').samples,
          forecast: forecastAccuracy(of('hexawatt')),
          persistence: naiveAccuracy(of('persistence')),
          yesterday: naiveAccuracy(of('yesterday')),
        }
      }),
    ),
  )
  return {
    computedAt: isoSecondsOrNull(head.computedAt),
    measuredSince: isoSecondsOrNull(head.measuredSince),
    methodologyVersion: head.methodologyVersion,
    figures,
  }
}

const keyOf = (row: Pick<PeriodSums, 'quantity' | 'days' | 'lastLeadHours' | 'forecaster'>): string =>
  `${row.quantity} ${row.days} ${row.lastLeadHours} ${row.forecaster}`

function naiveAccuracy(sums: ErrorSums): NaiveAccuracy {
  const { samples } = sums
  return {
    mae: ratio(sums.absoluteErrorSum, samples, samples),
    bias: ratio(sums.errorSum, samples, samples),
    savingCapturedPct: ratio(100 * sums.capturedSavingSum, sums.possibleSavingSum, samples),
  }
}

function forecastAccuracy(sums: ErrorSums): ForecastAccuracy {
  const { bandedSamples } = sums
  return { ...naiveAccuracy(sums), bandCoveragePct: ratio(100 * sums.coveredSamples, bandedSamples, bandedSamples) }
}

/** Null of too few samples, and where there was nothing to be divided by. */
function ratio(sum: number, divisor: number, samples: number): number | null {
  return samples < minAccuracySamples || divisor <= 0 ? null : round2(sum / divisor)
}
