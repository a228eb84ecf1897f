import { defaulted, optional, repeated, required } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { date, decimal, oneOf, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { type FeedId, feedIds, isRealMode } from '@hexawatt/shared/grid/feeds'
import type { OpenPublisherId } from '@hexawatt/shared/grid/publishers'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { feedsChange } from '@hexawatt/shared/snapshot/data-changes'
import { forecastSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import { addArchives, type BackfillPlan, planBackfill, planOpenBackfill } from '../backfill/backfill-plan.ts'
import { toWindow } from '../backfill/completeness.ts'
import { runBackfill } from '../backfill/run-backfill.ts'
import { createDeps, type Deps } from '../deps.ts'
import type { Source } from '../sources/definition/source.ts'
import { openPublisherIds } from '../sources/publishers.ts'
import { createCallPace } from '../upstream/call-pace.ts'
import { sleep } from '../upstream/retry.ts'
import { formatOutcome, formatPlan, formatProgress } from './backfill-text.ts'
import { readCommandEnv } from './command-env.ts'
import { createProgressDisplay, type ProgressOutput } from './progress-display.ts'

export type BackfillCommand = {
  from: Temporal.PlainDate
  /** Null = up to the newest publication. */
  to: Temporal.PlainDate | null
  /** Empty = all. */
  feeds: readonly FeedId[]
  /** Open publisher whose archive is loaded; null = the operator's, in open mode every open one. */
  publisher: OpenPublisherId | null
  callsPerSecond: number
  parallel: number
}

export const backfillCommandLine: CommandLine<BackfillCommand> = {
  name: 'backfill',
  notes: `Ctrl-C finishes the running pieces; the same command continues where it stopped.
The settings are those of svc-ingest (taken from a running bun run up when DATABASE_URL is not set).`,
  command: command({
    summary: 'Loads past values of the feeds. It can be interrupted, run again and run twice.',
    examples: ['--from 2025-01-01', '--from 2025-01-01 --to 2026-01-01 --feed consumption --feed imbalance'],
    inputs: {
      from: required(date, 'first Paris day'),
      to: optional(date, 'Paris day after the last loaded day; default: up to the newest publication'),
      feed: repeated(oneOf('feed', feedIds), 'only this feed; may be given several times'),
      source: optional(
        oneOf('publisher', openPublisherIds),
        "load the archive of this open publisher instead of the operator's (open mode without it: every open archive)",
      ),
      // Other clients kept two calls a second to each API for months without a refusal (docs/develop/decisions-data.md#backfill-pace).
      callsPerSecond: defaulted(decimal('n', 0.01, 100), 'most calls a second of each API', 2),
      parallel: defaulted(wholeNumber('n', 1, feedIds.length), 'feeds that are loaded in parallel', 4),
    },
    read({ feed: feeds, source: publisher, ...asked }) {
      refuseEmptySpan(asked, 'loaded')
      return { ...asked, feeds, publisher }
    },
  }),
}

/** Refuses a span whose end does not lie after its beginning. @throws UsageError */
export function refuseEmptySpan({ from, to }: Pick<BackfillCommand, 'from' | 'to'>, done: string): void {
  if (to === null || Temporal.PlainDate.compare(from, to) < 0) return
  throw new UsageError(`--to must lie after --from (${from.toString()}): it is the first day that is not ${done}.`)
}

/** Input of a command that can be interrupted. */
export type LongCommandInput = {
  argv: readonly string[]
  env: EnvSource
  /** Aborted at the first Ctrl-C: finish the running pieces. */
  stopping: AbortSignal
  /** Aborted at the second: abandon them. */
  signal: AbortSignal
  output: ProgressOutput
}

/** Exit code of a command that Ctrl-C ended. */
export const interruptedExitCode = 130
/** Furthest ahead any feed publishes, days. */
const furthestAheadDays = 10

/**
 * Runs `bun run backfill`.
 *
 * @returns exit code: 0 when every piece is done, 1 when some failed, 130 when interrupted
 * @throws UsageError, DataModeMismatchError with one sentence for the operator
 */
export async function runBackfillCommand(input: LongCommandInput): Promise<number> {
  const command = readCommandLine(backfillCommandLine, input.argv)
  if ('helpText' in command) {
    input.output.write(`${command.helpText}\n`)
    return 0
  }
  const deps = await createDeps(readCommandEnv(input.env, true), sleep, createCallPace(command))
  try {
    if (command.publisher !== null && !isRealMode(deps.mode)) {
      throw new UsageError(`--source names a real publisher, and this installation holds ${deps.mode} data.`)
    }
    await ensureDataMode(deps.sql, deps.mode, deps.zone)
    const exitCode = await loadFeeds(deps, command, input, formatCommand(input.argv))
    await awaitServedSnapshots(deps, input)
    return exitCode
  } finally {
    await deps.close()
  }
}

/**
 * Loads feeds and shows progress.
 *
 * @param commandText command that continues an incomplete load
 * @returns exit code, as {@link runBackfillCommand}
 */
export async function loadFeeds(
  deps: Deps,
  command: BackfillCommand,
  input: Omit<LongCommandInput, 'argv' | 'env'>,
  commandText: string,
): Promise<number> {
  const { output, stopping, signal } = input
  const plan = createPlan(deps, command)
  output.write(`${formatPlan(plan, deps.mode)}\n`)
  const display = createProgressDisplay(output, formatProgress)
  const startedAtMs = performance.now()
  const outcome = await runBackfill(deps, plan.pieces, {
    parallel: command.parallel,
    stopping,
    signal,
    onProgress: display.show,
  }).finally(display.end)
  const elapsedSeconds = (performance.now() - startedAtMs) / 1_000
  output.write(`${formatOutcome(outcome, elapsedSeconds, stopping.aborted, commandText)}\n`)
  if (outcome.complete) return 0
  return stopping.aborted ? interruptedExitCode : 1
}

/** Longest wait for snapshots of the stored data, and interval of the checks, ms. */
const servedWait = { timeoutMs: 5_000, intervalMs: 300 }

/**
 * Has svc-ingest compute the live snapshots from the data that a command has stored, and waits for them: else svc-ingest would do so within a minute, and a client
 * that asks in between would read a forecast that has not seen the past just loaded. A failure is no failure of the command.
 */
export async function awaitServedSnapshots(
  { sql, redis, logger, clock, publishChange }: Deps,
  { output, stopping }: Pick<LongCommandInput, 'output' | 'stopping'>,
): Promise<void> {
  if (stopping.aborted) return
  const snapshots = createSnapshotReader({ sql, redis, logger })
  const storedAt = isoSeconds(clock.now())
  // Snapshots name the second that they are computed in.
  const isServed = async () => ((await snapshots.read(forecastSnapshot))?.issuedAt ?? '') > storedAt
  const deadlineMs = performance.now() + servedWait.timeoutMs
  while (performance.now() < deadlineMs) {
    // Requested again each time: a snapshot of this very second may be older than the data.
    if ((await publishChange(feedsChange)) === 0) return
    await sleep(servedWait.intervalMs)
    if (await isServed().catch(() => false)) return
  }
  output.write('Current values and the forecast include the loaded past once svc-ingest has computed them again.\n')
}

function createPlan({ clock, mode, sources }: Deps, command: BackfillCommand): BackfillPlan {
  const now = clock.now()
  const feeds = feedIds.filter((id) => command.feeds.length === 0 || command.feeds.includes(id))
  const today = parisDate(now)
  const span = toWindow({ from: command.from, to: command.to ?? today.add({ days: furthestAheadDays }) })
  const { publisher } = command
  const plan =
    mode !== 'open' && publisher === null
      ? planBackfill(feeds, span, now)
      : planOpenBackfill(feeds, publisher, span, now)
  // The mixes of the neighbours belong to no feed: they are loaded with all feeds.
  const isMeant = (source: Source) =>
    source.gives?.includes('neighbour_mixes') === true && (publisher === null || source.publisher === publisher)
  return command.feeds.length > 0 ? plan : addArchives(plan, sources.filter(isMeant), span, now)
}

const formatCommand = (argv: readonly string[]): string => ['bun run backfill', ...argv].join(' ')
