import { flag, optional, required } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { date } from '@hexawatt/shared/command-line/value-kinds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import { parisDate } from '@hexawatt/shared/time/paris'
import { toWindow } from '../backfill/completeness.ts'
import { createDeps, type Deps } from '../deps.ts'
import { type FillOutcome, type FillProgress, fillPoints } from '../points/fill-points.ts'
import { seedReferences } from '../references/store-reference.ts'
import { createLoadPace } from '../upstream/call-pace.ts'
import { sleep } from '../upstream/retry.ts'
import {
  awaitServedSnapshots,
  interruptedExitCode,
  type LongCommandInput,
  loadFeeds,
  refuseEmptySpan,
} from './backfill-command.ts'
import { formatBar, formatDuration } from './backfill-text.ts'
import { readCommandEnv } from './command-env.ts'
import { createProgressDisplay } from './progress-display.ts'

export type PointsCommand = {
  from: Temporal.PlainDate
  /** Null = up to now. */
  to: Temporal.PlainDate | null
  /** Whether the feeds are loaded first. */
  loadFeeds: boolean
}

/** Longest span of one command, days: ten years. */
const maxDays = 3_700

/** Paris days of feed values that a point needs before it. */
const feedDaysBefore = 15

/** Paris days of feed values that a point needs after it: the weekly forecast reaches nine days ahead. */
const feedDaysAfter = 9

export const pointsCommandLine: CommandLine<PointsCommand> = {
  name: 'points',
  notes: `The points rest on the stored feeds: run "bun run backfill" first for those days, or give --load-feeds.
A stored point is not changed. Ctrl-C finishes the running day; the same command continues where it stopped.
The settings are those of svc-ingest (taken from a running bun run up when DATABASE_URL is not set).`,
  command: command({
    summary: 'Computes missing score points of the past, from the data known at their time.',
    examples: ['--from 2026-01-01', '--from 2026-01-01 --to 2026-01-08 --load-feeds'],
    inputs: {
      from: required(date, 'first Paris day'),
      to: optional(date, 'Paris day after the last filled day; default: up to now'),
      loadFeeds: flag(
        `load the feeds first: of these days, ${feedDaysBefore} days before and ${feedDaysAfter} days after them`,
      ),
    },
    read(asked) {
      refuseEmptySpan(asked, 'filled')
      return asked
    },
  }),
}

/**
 * Last day of the command, not included.
 *
 * @param today Paris day of the data's clock
 * @throws {@link UsageError} when there is nothing before now, or too much
 */
export function findEndOfFill({ from, to }: PointsCommand, today: Temporal.PlainDate): Temporal.PlainDate {
  if (Temporal.PlainDate.compare(from, today) > 0) {
    throw new UsageError(`--from (${from.toString()}) lies in the future: there are no points of days to come.`)
  }
  const end = to ?? today.add({ days: 1 })
  if (from.until(end, { largestUnit: 'day' }).days > maxDays) {
    throw new UsageError(`At most ${maxDays} days are filled by one command.`)
  }
  return end
}

/** Calls a second to each API, and feeds loaded at once, with --load-feeds. */
const callsPerSecond = 2
const parallelFeeds = 4

/**
 * Runs `bun run points`.
 *
 * @returns exit code: 0 when every day was gone through, 1 when feeds could not be loaded, 130 when interrupted
 * @throws UsageError, DataModeMismatchError with one sentence for the operator
 */
export async function runPointsCommand(input: LongCommandInput): Promise<number> {
  const command = readCommandLine(pointsCommandLine, input.argv)
  if ('helpText' in command) {
    input.output.write(`${command.helpText}\n`)
    return 0
  }
  const env = readCommandEnv(input.env, command.loadFeeds)
  const deps = await createDeps(env, sleep, createLoadPace(env.DATA_MODE, { callsPerSecond }))
  try {
    await ensureDataMode(deps.sql, deps.mode, deps.zone)
    await seedReferences(deps.sql)
    return await loadAndFill(deps, command, input)
  } finally {
    await deps.close()
  }
}

async function loadAndFill(deps: Deps, command: PointsCommand, input: LongCommandInput): Promise<number> {
  const to = findEndOfFill(command, parisDate(deps.clock.now()))
  if (command.loadFeeds) {
    const from = command.from.subtract({ days: feedDaysBefore })
    const feeds = {
      from,
      to: to.add({ days: feedDaysAfter }),
      feeds: [],
      publisher: null,
      callsPerSecond,
      parallel: parallelFeeds,
    }
    const exitCode = await loadFeeds(deps, feeds, input, formatCommand(input.argv))
    if (exitCode !== 0) return exitCode
  }
  return fill(deps, command, to, input)
}

async function fill(
  deps: Deps,
  command: PointsCommand,
  to: Temporal.PlainDate,
  input: LongCommandInput,
): Promise<number> {
  const { output, stopping } = input
  const display = createProgressDisplay(output, formatFillProgress)
  const startedAtMs = performance.now()
  const window = toWindow({ from: command.from, to })
  const outcome = await fillPoints(deps, window, { stopping, onProgress: display.show }).finally(display.end)
  if (outcome.addedPoints > 0) await deps.publishChange(pointsChange)
  const elapsedSeconds = (performance.now() - startedAtMs) / 1_000
  await awaitServedSnapshots(deps, input)
  output.write(`${formatFillOutcome(outcome, elapsedSeconds, command, formatCommand(input.argv))}\n`)
  return outcome.complete ? 0 : interruptedExitCode
}

const formatCommand = (argv: readonly string[]): string => ['bun run points', ...argv].join(' ')

/** One line: bar, done of total, points written, rate and remaining time. */
function formatFillProgress({ days, doneDays, addedPoints }: FillProgress, elapsedMs: number): string {
  const daysPerSecond = doneDays === 0 || elapsedMs <= 0 ? null : (1_000 * doneDays) / elapsedMs
  return [
    formatBar(doneDays, days),
    `${doneDays}/${days} days`,
    `${addedPoints} new points`,
    daysPerSecond === null ? 'rate unknown' : `${daysPerSecond.toFixed(1)} days/s`,
    daysPerSecond === null ? 'time left unknown' : `${formatDuration((days - doneDays) / daysPerSecond)} left`,
  ].join('  ')
}

/** Result of a fill: days, days without data, and how to continue. */
function formatFillOutcome(
  { days, doneDays, addedPoints, emptyDays, complete }: FillOutcome,
  elapsedSeconds: number,
  command: PointsCommand,
  commandText: string,
): string {
  const head = `${doneDays} of ${days} days are done; ${addedPoints} new points in ${formatDuration(elapsedSeconds)}.`
  return [
    complete ? head : `Interrupted. ${head}`,
    ...(emptyDays === 0 ? [] : [formatEmptyDays(emptyDays, command)]),
    ...(complete ? [] : [`To continue: ${commandText}`]),
  ].join('\n')
}

function formatEmptyDays(emptyDays: number, { from }: PointsCommand): string {
  const feedsFrom = from.subtract({ days: feedDaysBefore }).toString()
  return (
    `${emptyDays} days got no points, because neither generation nor a price of them is stored. ` +
    `To load the missing days: bun run backfill --from ${feedsFrom}`
  )
}
