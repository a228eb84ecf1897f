import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { shippedRecordings } from '@hexawatt/shared/grid/shipped-recordings'
import { referenceDataDir, shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'

/** Paris days, both included. */
export type DayRange = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** A folder of recorded hours. */
export type RecordFolder = {
  path: string
  /** Whether it holds the weeks that the repository ships, and not the two recorded years. */
  isShipped: boolean
  /** Days from which forecasts can be replayed: enough of the past lies before them. */
  replayable: readonly DayRange[]
}

/** How the folders of the recorded years and of the shipped weeks are written on a command line in the project. */
export const yearsFolder = '../shared/data'
export const shippedFolder = 'recordings'

/** The files of the recorded years that are read. */
export const recordedFiles = {
  generation: 'generation_by_type_hourly_2023-2025-01.csv.gz',
  forecasts: 'day_ahead_forecasts_hourly_2023-2025-01.csv.gz',
  price: 'day_ahead_price_hourly_2020-2025-01.csv.gz',
} as const

/** Two weeks of history lie before the first day, and after the last nothing was recorded. */
const replayableYears = days('2023-02-01', '2025-01-13')

/** A week and a day of shipped history, and two days to see what came of the last forecast. */
const shippedDaysBefore = 8
const shippedDaysAfter = 2

/**
 * The folder that was asked for, else the recorded years where they are at hand, else the shipped weeks.
 *
 * @throws UsageError when the folder holds neither
 */
export function findRecordFolder(asked: string | null): RecordFolder {
  const path = asked ?? referenceDataDir() ?? shippedRecordingsDir
  if (existsSync(join(path, recordedFiles.generation))) return { path, isShipped: false, replayable: [replayableYears] }
  // The shipped recordings are listed newest first.
  const weeks = shippedRecordings.filter(({ stepMinutes }) => stepMinutes === 15).toReversed()
  if (weeks.every(({ name }) => existsSync(join(path, `${name}.csv.gz`)))) {
    return { path, isShipped: true, replayable: weeks.map(replayableDays) }
  }
  throw new UsageError(
    `The folder ${JSON.stringify(path)} does not hold ${recordedFiles.generation}: give the folder of the recorded years, or ${shippedFolder}.`,
  )
}

function replayableDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }): DayRange {
  const { from, to } = days(firstDay, lastDay)
  return { from: from.add({ days: shippedDaysBefore }), to: to.subtract({ days: shippedDaysAfter }) }
}

function days(from: string, to: string): DayRange {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
}
