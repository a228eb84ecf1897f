import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { type FeedId, feedIds } from '@hexawatt/shared/grid/feeds'
import { dateFrom, feedFrom, numberFrom } from '../command-line/argument-values.ts'

export type BackfillCommand = {
  from: Temporal.PlainDate
  /** Null = up to what is published. */
  to: Temporal.PlainDate | null
  /** Empty = all. */
  feeds: readonly FeedId[]
  callsPerSecond: number
  parallel: number
}

/** Two calls a second and API were made for months without one refusal (upstream.md §1.5). */
const defaultCallsPerSecond = '2'
const callsPerSecondBounds = [0.01, 100] as const
const defaultParallel = '4'

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  feed: { type: 'string', multiple: true },
  'calls-per-second': { type: 'string' },
  parallel: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** What `bun run backfill --help` prints. */
export const backfillUsage = `Loads past values of the feeds. It can be interrupted, run again and run twice.

  bun run backfill --from DATE [--to DATE] [--feed FEED …] [--calls-per-second N] [--parallel N]

  --from DATE           first Paris day, such as 2025-01-01
  --to DATE             first Paris day that is not loaded any more (default: up to what is published)
  --feed FEED           only this feed; may be given several times (default: all feeds)
  --calls-per-second N  at most N calls a second of each API (default ${defaultCallsPerSecond})
  --parallel N          feeds that are loaded at once (default ${defaultParallel})

Ctrl-C finishes the running pieces; the same command then goes on where it stopped.
The settings are those of svc-ingest (taken from a running bun run up when DATABASE_URL is not set).`

/**
 * Reads the command line of `bun run backfill`; null when help is asked for.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseBackfillArguments(argv: readonly string[]): BackfillCommand | null {
  const values = readOptionsOnly(argv, 'bun run backfill', options)
  if (values.help === true) return null
  if (values.from === undefined) throw new UsageError('Say from which day on: --from 2025-01-01.')
  const from = dateFrom('--from', values.from)
  const to = values.to === undefined ? null : dateFrom('--to', values.to)
  if (to !== null && Temporal.PlainDate.compare(from, to) >= 0) {
    throw new UsageError(`--to must lie after --from (${from.toString()}): it is the first day that is not loaded.`)
  }
  return {
    from,
    to,
    feeds: (values.feed ?? []).map(feedFrom),
    callsPerSecond: numberFrom(
      '--calls-per-second',
      values['calls-per-second'] ?? defaultCallsPerSecond,
      callsPerSecondBounds,
    ),
    parallel: Math.floor(numberFrom('--parallel', values.parallel ?? defaultParallel, [1, feedIds.length])),
  }
}
