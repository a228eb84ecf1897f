import { HexawattConnectionError, HexawattProblem } from '../../errors/hexawatt-errors.ts'
import type { ScheduleQuery } from '../../requests/parameters.ts'
import { readContractOptions } from '../arguments/contract-options.ts'
import { minutes, type TimeOrInstant, timeOrInstant, UsageError } from '../arguments/option-values.ts'
import { flag, option } from '../arguments/read-options.ts'
import { isServiceFailure, waitForBestWindow } from '../run/best-window-wait.ts'
import { exitCodeOf, runChild } from '../run/child-process.ts'
import { touchesQuietHours } from '../run/quiet-hours.ts'
import { chooseContract, describeContract } from '../session/chosen-contract.ts'
import type { Service } from '../session/service.ts'
import { command } from './command.ts'
import { loadOptions, makeObjectiveQuery, objectiveOptions, toInstantMs } from './plan-options.ts'

/** Duration of the command by default, minutes. */
const defaultDurationMinutes = 60
/** Longest window, minutes: the end of the forecast. */
const maxWindowMinutes = 72 * 60

/** `hexawatt run`. */
export const runCommand = command({
  summary: 'Waits for the best window, then runs a command in it.',
  examples: ['run --within 6h -- make backup', 'run --by 07:00 --duration 2h --objective carbon -- ./train.sh'],
  words: '-- COMMAND…',
  notes: [
    'The command keeps its input, output, environment, exit code and signals. While it waits, the plan is',
    'requested again when new data are expected and a minute before the start. If --duration is right, the command ends within the window.',
    'When the service cannot be reached or has no plan, the command starts at once, with a warning; with --strict, and in the hours of --quiet, it',
    'is not started. If the API',
    'refuses the parameters or the key, nothing is started. Exit code 125: not started; 127: not found; 126: not executable.',
  ].join('\n'),
  options: {
    within: option(minutes, 'length of the window from now on, such as 6h'),
    by: option(timeOrInstant, 'end of the window: next time in Paris, or an instant'),
    duration: option(minutes, 'how long the command runs, such as 90m (1h)'),
    quiet: loadOptions.quiet,
    ...objectiveOptions,
    strict: flag('starts nothing when the service cannot be reached or has no plan'),
  },
  async run(values, { service, contractFile, console, words }) {
    if (words === null || words.length === 0) throw new UsageError("Give the command to run after '--'.")
    const say = (line: string) => console.warn(`hexawatt: ${line}`)
    const durationMinutes = values.duration ?? defaultDurationMinutes
    const window = readWindow(values, durationMinutes)
    const { contract, isKept } = await chooseContract(readContractOptions(values), contractFile)
    if (isKept) say(`Uses the kept contract: ${describeContract(contract, '')}.`)
    try {
      await waitInWindow(
        service,
        window,
        { durationMinutes, quiet: values.quiet, ...makeObjectiveQuery(values, contract) },
        say,
      )
    } catch (error) {
      if (!isServiceFailure(error) || values.strict || isLasting(error)) throw error
      if (touchesQuietHours(values.quiet, service.timers.nowMs(), window.durationMs)) {
        say('Not started, because the service has no plan and the command would now run in the quiet hours.')
        throw error
      }
      say(`Starts at once, because the service has no plan: ${error.message}`)
    }
    return exitCodeOf(await runChild(words, say))
  },
})

/** Statuses of refusals that can pass without any change. */
const passingStatuses = [429, 500, 503]

/** Whether the same request would be refused again. */
function isLasting(error: unknown): boolean {
  return error instanceof HexawattProblem && !passingStatuses.includes(error.status)
}

type Window = { durationMs: number; endMs: (nowMs: number) => number }

/** @throws UsageError when the window is missing, given twice, or too short */
function readWindow(
  { within, by }: { within: number | undefined; by: TimeOrInstant | undefined },
  durationMinutes: number,
): Window {
  const durationMs = durationMinutes * 60_000
  if (within !== undefined && by !== undefined) throw new UsageError('--within and --by exclude each other.')
  if (by !== undefined) return { durationMs, endMs: (nowMs) => toInstantMs(by, nowMs) }
  if (within === undefined) throw new UsageError('Give the longest wait: --within 6h, or --by 07:00.')
  if (within > maxWindowMinutes) throw new UsageError(`--within takes at most ${maxWindowMinutes / 60}h.`)
  if (within < durationMinutes) throw new UsageError('--within is shorter than --duration (default 1h).')
  return { durationMs, endMs: (nowMs) => nowMs + within * 60_000 }
}

/** Longest time of a request with its retries, ms: a command may start that much after its latest start. */
const maxQuestionMs = 30_000

/** @throws HexawattConnectionError when no answer arrived in time */
async function inTime<Result>(limitMs: number, ask: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    return await ask(signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new HexawattConnectionError('timeout', `No answer within ${Math.ceil(limitMs / 1_000)} s.`)
  }
}

const quarterHourMs = 15 * 60_000

/** Waits until the command should start. @throws as the API does at the first request */
async function waitInWindow(
  service: Service,
  { durationMs, endMs }: Window,
  query: ScheduleQuery,
  say: (line: string) => void,
): Promise<void> {
  const { api, timers } = service
  const offsetMs = await inTime(maxQuestionMs, (signal) => service.readClockOffsetMs({ signal }))
  const nowMs = () => timers.nowMs() + offsetMs
  const latestMs = endMs(nowMs())
  const latestStartMs = latestMs - durationMs
  // A plan starts at a full quarter-hour.
  if (Math.ceil(nowMs() / quarterHourMs) * quarterHourMs > latestStartMs) {
    if (touchesQuietHours(query.quiet, nowMs(), durationMs)) {
      throw new UsageError('The window is no longer than the command, and lies in the quiet hours.')
    }
    return say('Starts at once: the window is no longer than the command.')
  }
  const latest = new Date(latestMs)
  const ask = async () => {
    const limitMs = Math.max(1, Math.min(maxQuestionMs, latestStartMs - nowMs()))
    return (await inTime(limitMs, (signal) => api.schedule({ ...query, latest }, { signal }))).data
  }
  await waitForBestWindow({ ask, nowMs, sleep: timers.sleep, random: timers.random, latestStartMs, say })
}
