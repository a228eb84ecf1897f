import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { dateFrom } from '../command-line/argument-values.ts'

export type PointsCommand = {
  from: Temporal.PlainDate
  /** Null = up to now. */
  to: Temporal.PlainDate | null
  /** Whether the feeds are loaded first. */
  loadFeeds: boolean
}

/** Longest span of one command, days: ten years. */
const maxDays = 3_700

/** Paris days before the first point whose feed values it rests on. */
export const feedDaysBefore = 15

/** Paris days after the last point whose values were public then: the weekly forecast reaches nine days ahead. */
export const feedDaysAfter = 9

/** What `bun run points --help` prints. */
export const pointsUsage = `Computes the score points that are missing in the past, as they would have been known then.

  bun run points --from DATE [--to DATE] [--load-feeds]

  --from DATE     first Paris day, such as 2026-01-01
  --to DATE       first Paris day that is not filled any more (default: up to now)
  --load-feeds    load the feeds first: of these days, ${feedDaysBefore} days before and ${feedDaysAfter} days after them

The points rest on what is stored: run "bun run backfill" first for those days, or give --load-feeds.
A point that is there stays as it is. Ctrl-C finishes the running day; the same command then goes on where it stopped.
The settings are those of svc-ingest (taken from a running bun run up when DATABASE_URL is not set).`

/**
 * Reads the command line of `bun run points`; null when help is asked for.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parsePointsArguments(argv: readonly string[]): PointsCommand | null {
  const values = readOptionsOnly(argv, 'bun run points', {
    from: { type: 'string' },
    to: { type: 'string' },
    'load-feeds': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
  if (values.help === true) return null
  if (values.from === undefined) throw new UsageError('Say from which day on: --from 2026-01-01.')
  const from = dateFrom('--from', values.from)
  const to = values.to === undefined ? null : dateFrom('--to', values.to)
  if (to !== null && Temporal.PlainDate.compare(from, to) >= 0) {
    throw new UsageError(`--to must lie after --from (${from.toString()}): it is the first day that is not filled.`)
  }
  return { from, to, loadFeeds: values['load-feeds'] === true }
}

/**
 * Last day of the command, not included.
 *
 * @param today Paris day of the data's clock
 * @throws {@link UsageError} when there is nothing before now, or too much
 */
export function endOfFill({ from, to }: PointsCommand, today: Temporal.PlainDate): Temporal.PlainDate {
  if (Temporal.PlainDate.compare(from, today) > 0) {
    throw new UsageError(`--from (${from.toString()}) lies in the future: there are no points of days to come.`)
  }
  const end = to ?? today.add({ days: 1 })
  if (from.until(end, { largestUnit: 'day' }).days > maxDays) {
    throw new UsageError(`At most ${maxDays} days are filled by one command.`)
  }
  return end
}
