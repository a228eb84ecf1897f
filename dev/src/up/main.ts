import { once } from 'node:events'
import { printCompletion, readCommandLine } from '@hexawatt/shared/command-line/command-line'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { DataModeMismatchError } from '@hexawatt/shared/postgres/data-stamp-store'
import { guardProcess } from '@hexawatt/shared/program/run-program'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { SetupError } from '../embedded/setup-error.ts'
import { processFacts } from '../embedded/system/process-facts.ts'
import { upCommandLine } from './options.ts'
import { makeRunPlan } from './run-plan.ts'
import { createTeardown } from './supervised.ts'
import { runUp } from './up.ts'

/** How often `up` checks that its launchers still run, ms. */
const launcherCheckMs = 500

/** Processes between the user's command and this one at most: npx, a shell, `bun run`. */
const maxLauncherDepth = 4

const say = (sentence: string): void => console.log(sentence)
const stopSignal = watchStopSignals()
const teardown = createTeardown()
let exitCode = 0
// Folders must stay readable for the database's own user; files with secrets set their mode themselves.
process.umask(0o022)
guardProcess(createLogger('up'), () => void leave(1))
stopSignal.addEventListener('abort', () => say('\nStopping …'))

// A start that hangs does not hold up a stop: the teardown gives it up.
await Promise.race([start(), once(stopSignal, 'abort')])
await leave(exitCode)

async function start(): Promise<void> {
  try {
    const argv = process.argv.slice(2)
    if (printCompletion(upCommandLine, argv)) return
    const options = readCommandLine(upCommandLine, argv)
    if ('helpText' in options) say(options.helpText)
    else await runUp({ plan: await makeRunPlan(options, Bun.env), env: Bun.env, teardown, stopSignal, say })
  } catch (error) {
    // A failure after the stop signal is an effect of the stop, not an error to report.
    if (stopSignal.aborted) return
    console.error(sentenceOf(error))
    exitCode = 1
  }
}

async function leave(code: number): Promise<never> {
  await teardown.run()
  process.exit(code)
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const isForeseen = [SetupError, UsageError, DataModeMismatchError].some((kind) => error instanceof kind)
  return isForeseen ? message : `The start failed: ${message}`
}

/**
 * A signal that aborts when the user or the system stops this process: Ctrl-C, SIGTERM, a closed terminal, or a launcher that ended (killing only `npx` or
 * `bun run` does not reach this process). Later signals do not interrupt the stop.
 */
function watchStopSignals(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // A write to a closed terminal or pipe must not interrupt the stop.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  void stopWithLaunchers(stop)
  return controller.signal
}

async function stopWithLaunchers(stop: () => void): Promise<void> {
  const launchers = await launcherPids(process.ppid)
  const check = () => launchers.every(isAlive) || stop()
  setInterval(check, launcherCheckMs).unref()
}

function isLauncher(commandLine: string): boolean {
  return /^(\S*\/)?bun(\.exe)? run\b/.test(commandLine) || /^npm exec\b|\bnpx\b|npx-cli/.test(commandLine)
}

function isShell(commandLine: string): boolean {
  return /^(\S*\/)?(ba|da|z)?sh -c /.test(commandLine)
}

/**
 * The `bun run` and npx processes above this one. Shells are skipped: an `up` in the background of a shell outlives the
 * shell.
 */
async function launcherPids(pid: number, depth = 0): Promise<number[]> {
  const facts = pid > 1 && depth < maxLauncherDepth ? await processFacts(pid) : null
  if (facts === null) return []
  const { parentPid, commandLine } = facts
  if (isLauncher(commandLine)) return [pid, ...(await launcherPids(parentPid, depth + 1))]
  return isShell(commandLine) ? launcherPids(parentPid, depth + 1) : []
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
