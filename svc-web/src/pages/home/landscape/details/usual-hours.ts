import type { HeatMapDay } from '@hexawatt/shared/contract/dashboard'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisHourOfDay } from '@hexawatt/shared/time/paris-clock'

/** Hours of the clock from which to which scores were usually best, or worst. */
export type UsualHours = { best: { from: number; to: number }; worst: { from: number; to: number } }

const hoursPerDay = 24
/** Length of the hours that are named. */
const blockHours = 3
/** Fewer days with a score at an hour say nothing usual of it. */
const leastDays = 7

/** The three hours of the day with the highest and with the lowest mean score; null where too few days are known. */
export function findUsualHours(heatMap: readonly HeatMapDay[]): UsualHours | null {
  const scores: number[][] = Array.from({ length: hoursPerDay }, () => [])
  for (const { firstHour, scores: ofDay } of heatMap) {
    for (const [index, score] of ofDay.entries()) {
      if (score !== null) scores[toParisHourOfDay(Date.parse(firstHour) + index * hourMs)]?.push(score)
    }
  }
  if (scores.some(({ length }) => length < leastDays)) return null
  const means = scores.map((ofHour) => ofHour.reduce((sum, score) => sum + score, 0) / ofHour.length)
  const blocks = means.map((_, from) =>
    Array.from({ length: blockHours }, (_, index) => means[(from + index) % hoursPerDay] ?? 0).reduce(
      (sum, mean) => sum + mean,
      0,
    ),
  )
  const toHours = (from: number) => ({ from, to: (from + blockHours) % hoursPerDay })
  return {
    best: toHours(blocks.indexOf(Math.max(...blocks))),
    worst: toHours(blocks.indexOf(Math.min(...blocks))),
  }
}
