import { barText, durationText } from '../backfill/progress-text.ts'
import type { FillOutcome, FillProgress } from '../points/fill-points.ts'
import { feedDaysBefore, type PointsCommand } from './points-arguments.ts'

/** One line: bar, done of total, points written, rate and remaining time. */
export function fillProgressText({ days, doneDays, addedPoints }: FillProgress, elapsedMs: number): string {
  const daysPerSecond = doneDays === 0 || elapsedMs <= 0 ? null : (1_000 * doneDays) / elapsedMs
  return [
    barText(doneDays, days),
    `${doneDays}/${days} days`,
    `${addedPoints} new points`,
    daysPerSecond === null ? 'rate unknown' : `${daysPerSecond.toFixed(1)} days/s`,
    daysPerSecond === null ? 'time left unknown' : `${durationText((days - doneDays) / daysPerSecond)} left`,
  ].join('  ')
}

/** What was filled, what was too thin, and how to go on. */
export function fillOutcomeText(
  { days, doneDays, addedPoints, emptyDays, complete }: FillOutcome,
  elapsedSeconds: number,
  command: PointsCommand,
  commandText: string,
): string {
  const head = `${doneDays} of ${days} days are done; ${addedPoints} new points in ${durationText(elapsedSeconds)}.`
  return [
    complete ? head : `Interrupted. ${head}`,
    ...(emptyDays === 0 ? [] : [emptyDaysText(emptyDays, command)]),
    ...(complete ? [] : [`To go on: ${commandText}`]),
  ].join('\n')
}

function emptyDaysText(emptyDays: number, { from }: PointsCommand): string {
  const feedsFrom = from.subtract({ days: feedDaysBefore }).toString()
  return (
    `${emptyDays} days got no points, because neither generation nor a price of them is stored. ` +
    `To load what the publisher has: bun run backfill --from ${feedsFrom}`
  )
}
