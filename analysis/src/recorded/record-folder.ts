import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { fetchableMonths, listFetchedMonthNames, shippedRecordings } from '@hexawatt/shared/grid/shipped-recordings'
import { findReferenceData, shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { inventedForecastsNote, inventedHoursNote } from '@hexawatt/shared/testing/shipped-hours'

/** Paris days, both included. */
export type DayRange = { from: Temporal.PlainDate; to: Temporal.PlainDate }

/** A folder of recorded hours. */
export type RecordFolder = {
  path: string
  /** The two recorded years, the weeks that the repository ships, or months that `bun run recordings fetch` has stored. */
  holds: 'years' | 'shipped' | 'fetched'
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
const replayableYears = toDayRange('2023-02-01', '2025-01-13')

/** A fetched recording begins with the first month of an unbroken row of them; its first two weeks are history. */
const fetchedDaysBefore = 14
/** A week and a day of shipped history, and two days of actual values for the last forecast. */
const shippedDaysBefore = 8
const shippedDaysAfter = 2

/**
 * The folder that was asked for, else the recorded years where they are at hand, else the shipped weeks.
 *
 * @throws UsageError when the folder holds none of them
 */
export function findRecordFolder(asked: string | null): RecordFolder {
  const path = asked ?? findReferenceData() ?? shippedRecordingsDir
  if (existsSync(join(path, recordedFiles.generation))) return { path, holds: 'years', replayable: [replayableYears] }
  // The shipped recordings are listed newest first.
  const weeks = shippedRecordings.filter(({ stepMinutes }) => stepMinutes === 15).toReversed()
  if (weeks.every(({ name }) => existsSync(join(path, `${name}.csv.gz`)))) {
    return { path, holds: 'shipped', replayable: weeks.map(toReplayableDays) }
  }
  const months = listFetchedMonths(path)
  if (months.length > 0) return { path, holds: 'fetched', replayable: splitIntoRuns(months).map(toReplayableRange) }
  throw new UsageError(
    `The folder ${JSON.stringify(path)} does not hold ${recordedFiles.generation}: give the folder of the recorded years, ${shippedFolder}, or one that recordings fetch has filled.`,
  )
}

/** Months of a folder whose quarter-hours were fetched, the oldest first. */
export function listFetchedMonths(path: string): Temporal.PlainYearMonth[] {
  return fetchableMonths.filter((month) => existsSync(join(path, `${listFetchedMonthNames(month).mix}.csv.gz`)))
}

/** First and last month of each row without a gap. */
function splitIntoRuns(
  months: readonly Temporal.PlainYearMonth[],
): [Temporal.PlainYearMonth, Temporal.PlainYearMonth][] {
  const rows: [Temporal.PlainYearMonth, Temporal.PlainYearMonth][] = []
  for (const month of months) {
    const last = rows.at(-1)
    if (last?.[1].add({ months: 1 }).equals(month)) last[1] = month
    else rows.push([month, month])
  }
  return rows
}

function toReplayableRange([first, last]: [Temporal.PlainYearMonth, Temporal.PlainYearMonth]): DayRange {
  const end = last.toPlainDate({ day: last.daysInMonth })
  return { from: first.toPlainDate({ day: 1 + fetchedDaysBefore }), to: end.subtract({ days: shippedDaysAfter }) }
}

function toReplayableDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }): DayRange {
  const { from, to } = toDayRange(firstDay, lastDay)
  return { from: from.add({ days: shippedDaysBefore }), to: to.subtract({ days: shippedDaysAfter }) }
}

function toDayRange(from: string, to: string): DayRange {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
}

/** Description of the invented values of a folder, printed next to results that depend on them; null when nothing is invented. */
export function describeInventedValues({ holds }: RecordFolder): string | null {
  if (holds === 'years') return null
  return holds === 'shipped' ? inventedHoursNote : inventedForecastsNote
}
