import { type HeatMapDay, heatMapDays } from '@hexawatt/shared/contract/dashboard'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { computeMeanComposite } from '@hexawatt/shared/methodology/score/composition'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate } from '@hexawatt/shared/time/paris'
import { groupByHour, type HourScoreSums } from '../../inputs/hour-score-store.ts'

/** Span of the map: six weeks of Paris days, to the end of today. */
export function computeHeatMapSpan(now: Temporal.Instant): { from: Temporal.Instant; to: Temporal.Instant } {
  return { from: addParisDays(now, 1 - heatMapDays), to: addParisDays(now, 1) }
}

/**
 * Hourly scores by Paris day, oldest first, each with as many hours as it has. The score of an hour equals the hourly history under
 * the national weighting.
 */
export function buildHeatMap(hours: readonly HourScoreSums[], now: Temporal.Instant): HeatMapDay[] {
  const scoreByHourMs = new Map([...groupByHour(hours)].map(([startMs, sums]) => [startMs, averageScore(sums)]))
  return Array.from({ length: heatMapDays }, (_, index) => buildHeatMapDay(scoreByHourMs, now, index + 1 - heatMapDays))
}

function buildHeatMapDay(
  scoreByHourMs: ReadonlyMap<number, number>,
  now: Temporal.Instant,
  offset: number,
): HeatMapDay {
  const start = addParisDays(now, offset)
  const startMs = start.epochMilliseconds
  const hourCount = (addParisDays(now, offset + 1).epochMilliseconds - startMs) / hourMs
  return {
    date: parisDate(start).toString(),
    firstHour: isoSeconds(start),
    scores: Array.from({ length: hourCount }, (_, hour) => scoreByHourMs.get(startMs + hour * hourMs) ?? null),
  }
}

function averageScore(sums: readonly HourScoreSums[]): number {
  return toGlobalScore(computeMeanComposite(sums, nationalWeights))
}
