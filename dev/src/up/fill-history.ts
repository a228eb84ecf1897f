import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createClock } from '@hexawatt/shared/time/clock'
import { parisDate } from '@hexawatt/shared/time/paris'
import { startServerProcess } from '../embedded/processes.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import { findScriptFile, repositoryRoot } from './data-folder/places.ts'
import { type OpenRunFile, readRunFile } from './data-folder/run-file.ts'
import type { ProgramSpec } from './programs.ts'
import type { RunPlan } from './run-plan.ts'
import type { Teardown } from './supervised.ts'

/** Days of history that the first start of a data folder fills without an option. */
const firstStartDays = 7

/** Niceness of the fill process: the serving programs have priority. */
const niceness = 10

/** Longest time of an orderly stop, ms. The next start repeats an interrupted day or payload. */
export const fillStopTimeoutMs = 5_000

type FillHistoryInput = {
  plan: RunPlan
  folder: DataFolder
  teardown: Teardown
  /** svc-ingest of this run: the fill uses its settings. */
  ingest: ProgramSpec
  runFile: OpenRunFile
  say: (sentence: string) => void
  stopSignal: AbortSignal
}

export type HistoryFill = { from: string; logFile: string; finished: Promise<void> }

/**
 * Starts to load the feeds and points of past days: the days of the command line, else the default days from the first start
 * of a data folder until a fill has finished.
 *
 * @returns null when there is nothing to fill
 */
export async function startHistoryFill(input: FillHistoryInput): Promise<HistoryFill | null> {
  const { plan, folder, teardown, ingest, runFile, say, stopSignal } = input
  const from = await firstDay(plan, folder)
  // Without a network the archives are not reached either; the next start fills.
  const isInVain = plan.backfillDays === null && (await plan.openAnswers) === false
  if (from === null || isInVain || stopSignal.aborted) return null
  await runFile.note({ history: { from, done: false } })
  const logFile = join(folder.logDir, 'history.log')
  const child = await startServerProcess({
    command: [
      process.execPath,
      '--no-env-file',
      findScriptFile('svc-ingest/src/cli/main.ts'),
      'points',
      '--from',
      from,
      '--load-feeds',
    ],
    env: ingest.env,
    workingDir: repositoryRoot,
    logFile,
    stdin: { text: '', afterwards: 'hold' },
  })
  lowerPriority(child.pid)
  teardown.add(() => child.stop('SIGTERM', fillStopTimeoutMs))
  const finished = child.exited.then(async (exitCode) => {
    if (exitCode === 0) {
      await runFile.note({ history: { from, done: true } })
      say(`The history since ${from} is filled.`)
    } else if (!stopSignal.aborted) {
      say(`The history since ${from} could not be filled (log: ${logFile}); the next start repeats it.`)
    }
  })
  return { from, logFile, finished }
}

/** First Paris day to fill; null: nothing to fill. */
async function firstDay({ backfillDays, clockOffsetMs }: RunPlan, { dataDir }: DataFolder): Promise<string | null> {
  const today = parisDate(createClock(clockOffsetMs).now())
  if (backfillDays !== null) return backfillDays === 0 ? null : today.subtract({ days: backfillDays }).toString()
  const { history } = await readRunFile(dataDir)
  if (history === null) return today.subtract({ days: firstStartDays }).toString()
  return history.done ? null : history.from
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // The process has ended, or the system does not allow it: the fill then runs at normal priority.
  }
}
