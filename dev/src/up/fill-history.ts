import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createClock } from '@hexawatt/shared/time/clock'
import { parisDate } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { startServerProcess } from '../embedded/processes.ts'
import type { DataFolder } from './data-folder/data-folder.ts'
import { repositoryRoot } from './data-folder/held-data.ts'
import type { ProgramSpec } from './programs.ts'
import type { RunPlan } from './run-plan.ts'
import type { Teardown } from './supervised.ts'

/** Days of history that the first start of a data folder fills without an option. */
const firstStartDays = 7

/** Niceness of the fill process: the serving programs have priority. */
const niceness = 10

/** Longest orderly stop, ms. The next start repeats an interrupted day or payload. */
const stopTimeoutMs = 5_000

type FillHistoryInput = {
  plan: RunPlan
  folder: DataFolder
  teardown: Teardown
  /** svc-ingest of this run: the fill uses its settings. */
  ingest: ProgramSpec
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
  const { plan, folder, teardown, ingest, say, stopSignal } = input
  const from = await firstDay(plan, folder)
  // Without a network the archives are not reached either; the next start fills.
  const isInVain = plan.backfillDays === null && (await plan.openAnswers) === false
  if (from === null || isInVain || stopSignal.aborted) return null
  await writeHistoryNote(folder.dataDir, { from, done: false })
  const logFile = join(folder.logDir, 'history.log')
  const child = await startServerProcess({
    command: [
      process.execPath,
      '--no-env-file',
      join(repositoryRoot, 'svc-ingest/src/cli/main.ts'),
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
  teardown.add(() => child.stop('SIGTERM', stopTimeoutMs))
  const finished = child.exited.then(async (exitCode) => {
    if (exitCode === 0) {
      await writeHistoryNote(folder.dataDir, { from, done: true })
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
  const note = await readHistoryNote(dataDir)
  if (note === null) return today.subtract({ days: firstStartDays }).toString()
  return note.done ? null : note.from
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // The process has ended, or the system does not allow it: the fill then runs at normal priority.
  }
}

/** First Paris day of the fill of a data folder, and whether the fill has finished. */
const HistoryNote = v.object({ from: v.pipe(v.string(), v.isoDate()), done: v.boolean() })
type HistoryNote = v.InferOutput<typeof HistoryNote>

const noteFile = (dataDir: string): string => join(dataDir, 'history.json')

/** The note of an earlier start; null at the first start or when the note is unreadable. */
export async function readHistoryNote(dataDir: string): Promise<HistoryNote | null> {
  const text = await Bun.file(noteFile(dataDir))
    .text()
    .catch(() => '')
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), HistoryNote), text)
  return note.success ? note.output : null
}

async function writeHistoryNote(dataDir: string, note: HistoryNote): Promise<void> {
  await Bun.write(noteFile(dataDir), `${JSON.stringify(note)}\n`)
}
