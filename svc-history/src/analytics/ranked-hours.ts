import { maxRankedHours, type ScoreAnalyticsResponse } from '@hexawatt/shared/contract/score-history'
import type { ScoreSums } from './point-sums.ts'
import { compareMeans, type MeanComposite, meanComposite, servedMean, type WeightUnits } from './weight-units.ts'

/** Sums of the points by hour of the local day, 0–23. */
export type HoursOfDay = ReadonlyMap<number, ScoreSums>

/** Best and worst hours of the day on the unrounded mean composite, at most five each; of two that tie the smaller hour comes first. */
export function rankedHours(
  hoursOfDay: HoursOfDay,
  units: WeightUnits,
): Pick<ScoreAnalyticsResponse, 'bestHours' | 'worstHours'> {
  const hours = [...hoursOfDay]
    .sort(([one], [other]) => one - other)
    .map(([hour, sums]) => ({ hour, mean: meanComposite(sums, units) }))
  return {
    bestHours: firstOf(hours.toSorted((one, other) => compareMeans(other.mean, one.mean))),
    worstHours: firstOf(hours.toSorted((one, other) => compareMeans(one.mean, other.mean))),
  }
}

function firstOf(hours: readonly { hour: number; mean: MeanComposite }[]): ScoreAnalyticsResponse['bestHours'] {
  return hours
    .slice(0, maxRankedHours)
    .map(({ hour, mean }) => ({ hour, avgGlobalScore: servedMean(mean), sampleCount: Number(mean.samples) }))
}
