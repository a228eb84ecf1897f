import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { commandEnv } from '../command-line/command-env.ts'
import { createDeps, type Deps } from '../deps.ts'
import { feedRegistry } from '../feeds/registry.ts'
import { createCallPace } from '../upstream/call-pace.ts'
import { sleep } from '../upstream/retry.ts'
import { type BackfillCommand, backfillUsage, parseBackfillArguments } from './backfill-arguments.ts'
import { type BackfillPlan, planBackfill } from './backfill-plan.ts'
import { outcomeText, planText } from './backfill-text.ts'
import { windowOfDays } from './completeness.ts'
import { createProgressDisplay, type ProgressOutput } from './progress-display.ts'
import { progressText } from './progress-text.ts'
import { runBackfill } from './run-backfill.ts'

export type BackfillInput = {
  argv: readonly string[]
  env: EnvSource
  /** Aborted at the first Ctrl-C: running pieces are finished. */
  stopping: AbortSignal
  /** Aborted at the second: running pieces are given up. */
  signal: AbortSignal
  output: ProgressOutput
}

/** Exit code of a command that Ctrl-C ended. */
const interruptedExitCode = 130
/** Furthest ahead any feed publishes, days. */
const furthestAheadDays = 10

/**
 * Runs `bun run backfill`.
 *
 * @returns exit code: 0 when every piece is done, 1 when some failed, 130 when interrupted
 * @throws UsageError, DataModeMismatchError with one sentence for the operator
 */
export async function runBackfillCommand(input: BackfillInput): Promise<number> {
  const command = parseBackfillArguments(input.argv)
  if (command === null) {
    input.output.write(`${backfillUsage}\n`)
    return 0
  }
  const deps = await createDeps(commandEnv(input.env, true), sleep, createCallPace(command))
  try {
    await ensureDataMode(deps.sql, deps.mode)
    return await loadFeeds(deps, command, input, commandText(input.argv))
  } finally {
    await deps.close()
  }
}

/**
 * Loads feeds and shows how it goes.
 *
 * @param commandText what goes on with it when it does not come to its end
 * @returns exit code, as {@link runBackfillCommand}
 */
export async function loadFeeds(
  deps: Deps,
  command: BackfillCommand,
  input: Omit<BackfillInput, 'argv' | 'env'>,
  commandText: string,
): Promise<number> {
  const { output, stopping, signal } = input
  const plan = planOf(deps, command)
  output.write(`${planText(plan, deps.mode)}\n`)
  const display = createProgressDisplay(output, progressText)
  const startedAtMs = performance.now()
  const outcome = await runBackfill(deps, plan.pieces, {
    parallel: command.parallel,
    stopping,
    signal,
    onProgress: display.show,
  }).finally(display.end)
  const elapsedSeconds = (performance.now() - startedAtMs) / 1_000
  output.write(`${outcomeText(outcome, elapsedSeconds, stopping.aborted, commandText)}\n`)
  if (outcome.complete) return 0
  return stopping.aborted ? interruptedExitCode : 1
}

function planOf({ clock }: Deps, command: BackfillCommand): BackfillPlan {
  const now = clock.now()
  const feeds = feedRegistry.filter(({ id }) => command.feeds.length === 0 || command.feeds.includes(id))
  const today = now.toZonedDateTimeISO(parisTimeZone).toPlainDate()
  return planBackfill(
    feeds,
    windowOfDays({ from: command.from, to: command.to ?? today.add({ days: furthestAheadDays }) }),
    now,
  )
}

const commandText = (argv: readonly string[]): string => ['bun run backfill', ...argv].join(' ')
