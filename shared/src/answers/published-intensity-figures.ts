import { round2 } from '../bounds/numbers.ts'
import {
  type AccuracyPeriodDays,
  accuracyPeriodsDays,
  type ComparedIntensity,
  comparedIntensities,
  minAccuracySamples,
  type PublishedIntensityFigures,
} from '../contract/forecast/accuracy.ts'

/** Sums of Hexawatt's intensity minus the intensity that the operator publishes, over a period. */
export type IntensityDifferenceSums = {
  days: AccuracyPeriodDays
  boundary: ComparedIntensity
  samples: number
  differenceSum: number
  absoluteDifferenceSum: number
  /** Samples that differ by at most 1 g/kWh. */
  withinGramSamples: number
}

/** Composes the comparison of Hexawatt's intensities with the published intensities for every compared intensity and period, including those without samples. */
export function composePublishedIntensityFigures(
  sums: readonly IntensityDifferenceSums[],
): PublishedIntensityFigures[] {
  return comparedIntensities.flatMap((boundary) =>
    accuracyPeriodsDays.map((days) => {
      const found = sums.find((one) => one.boundary === boundary && one.days === days)
      const samples = found?.samples ?? 0
      const mean = (sum = 0): number | null => (samples < minAccuracySamples ? null : round2(sum / samples))
      return {
        boundary,
        days,
        samples,
        bias: mean(found?.differenceSum),
        mae: mean(found?.absoluteDifferenceSum),
        withinOneGramPct: boundary === 'production' ? mean(100 * (found?.withinGramSamples ?? 0)) : null,
      }
    }),
  )
}
