import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { pointsChange } from '@hexawatt/shared/snapshot/data-changes'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { loadFeeds } from '../backfill/backfill-command.ts'
import { windowOfDays } from '../backfill/completeness.ts'
import { createProgressDisplay, type ProgressOutput } from '../backfill/progress-display.ts'
import { commandEnv } from '../command-line/command-env.ts'
import { createDeps, type Deps } from '../deps.ts'
import { fillPoints } from '../points/fill-points.ts'
import { createLoadPace } from '../upstream/call-pace.ts'
import { sleep } from '../upstream/retry.ts'
import {
  endOfFill,
  feedDaysAfter,
  feedDaysBefore,
  type PointsCommand,
  parsePointsArguments,
  pointsUsage,
} from './points-arguments.ts'
import { fillOutcomeText, fillProgressText } from './points-text.ts'

export type PointsInput = {
  argv: readonly string[]
  env: EnvSource
  /** Aborted at the first Ctrl-C: what runs is finished. */
  stopping: AbortSignal
  /** Aborted at the second: what runs is given up. */
  signal: AbortSignal
  output: ProgressOutput
}

/** Exit code of a command that Ctrl-C ended. */
const interruptedExitCode = 130
/** Calls a second of each API of a publisher, and feeds at once, when the feeds are loaded first. */
const callsPerSecond = 2
const parallelFeeds = 4

/**
 * Runs `bun run points`.
 *
 * @returns exit code: 0 when every day was gone through, 1 when feeds could not be loaded, 130 when interrupted
 * @throws UsageError, DataModeMismatchError with one sentence for the operator
 */
export async function runPointsCommand(input: PointsInput): Promise<number> {
  const command = parsePointsArguments(input.argv)
  if (command === null) {
    input.output.write(`${pointsUsage}\n`)
    return 0
  }
  const env = commandEnv(input.env, command.loadFeeds)
  const deps = await createDeps(env, sleep, createLoadPace(env.DATA_MODE, { callsPerSecond }))
  try {
    await ensureDataMode(deps.sql, deps.mode)
    for (const reference of deps.references) await reference.seed(deps)
    return await loadAndFill(deps, command, input)
  } finally {
    await deps.close()
  }
}

async function loadAndFill(deps: Deps, command: PointsCommand, input: PointsInput): Promise<number> {
  const to = endOfFill(command, deps.clock.now().toZonedDateTimeISO(parisTimeZone).toPlainDate())
  if (command.loadFeeds) {
    const from = command.from.subtract({ days: feedDaysBefore })
    const feeds = { from, to: to.add({ days: feedDaysAfter }), feeds: [], callsPerSecond, parallel: parallelFeeds }
    const exitCode = await loadFeeds(deps, feeds, input, commandText(input.argv))
    if (exitCode !== 0) return exitCode
  }
  return fill(deps, command, to, input)
}

async function fill(deps: Deps, command: PointsCommand, to: Temporal.PlainDate, input: PointsInput): Promise<number> {
  const { output, stopping } = input
  const display = createProgressDisplay(output, fillProgressText)
  const startedAtMs = performance.now()
  const window = windowOfDays({ from: command.from, to })
  const outcome = await fillPoints(deps, window, { stopping, onProgress: display.show }).finally(display.end)
  if (outcome.addedPoints > 0) await deps.publishChange(pointsChange)
  const elapsedSeconds = (performance.now() - startedAtMs) / 1_000
  output.write(`${fillOutcomeText(outcome, elapsedSeconds, command, commandText(input.argv))}\n`)
  return outcome.complete ? 0 : interruptedExitCode
}

const commandText = (argv: readonly string[]): string => ['bun run points', ...argv].join(' ')
