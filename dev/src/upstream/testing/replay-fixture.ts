import type { shippedRecordings } from '@hexawatt/shared/grid/shipped-recordings'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import { type ReadBlock, useUpstreams } from './upstream-fixture.ts'

/** Folder of the long recordings; null when they are not available. */
export const recordedFolder = findReferenceData()
if (recordedFolder === null) reportSkippedReferenceData('replay of series that the repository does not ship')

/** An instant after every recorded period. */
export const longAfter = '2026-03-01T10:00:00Z'

type ShippedName = (typeof shippedRecordings)[number]['name']

/** The replays of a test file: of the shipped recordings, and of the long ones. Called at the top of the file. */
export function useReplays() {
  const at = useUpstreams()
  return {
    replayAt: (asOf: string, replayOnly = false) => at(asOf, { replayDir: shippedRecordingsDir, replayOnly }),
    longReplayAt: (asOf: string, replayOnly = false) => at(asOf, { replayDir: recordedFolder ?? '', replayOnly }),
  }
}

const recordedFiles = new Map<string, Promise<Map<string, RecordedRow>>>()

/** Rows of a shipped file by their instant, read independently of the code under test. */
export const rowsByInstant = (name: ShippedName): Promise<Map<string, RecordedRow>> =>
  rowsOf(shippedRecordingsDir, `${name}.csv.gz`)

/** Rows of a long recording by their instant. */
export const longRowsByInstant = (name: string): Promise<Map<string, RecordedRow>> => rowsOf(recordedFolder ?? '', name)

function rowsOf(folder: string, name: string): Promise<Map<string, RecordedRow>> {
  const rows = recordedFiles.get(name) ?? readByInstant(folder, name)
  recordedFiles.set(name, rows)
  return rows
}

async function readByInstant(folder: string, name: string): Promise<Map<string, RecordedRow>> {
  const rows = await readRecordedCsv(folder, name)
  return new Map(rows.map((row) => [row['datetime_utc'] ?? '', row]))
}

/** A Paris time as a UTC instant. */
export const utc = (parisTime: string): string => Temporal.Instant.from(parisTime).toString({ smallestUnit: 'second' })

/** A recorded number; NaN where nothing was recorded. */
export const recordedNumber = (row: RecordedRow | undefined, column: string): number =>
  Number(row?.[column] || Number.NaN)

/** Value of the block that matches, at a UTC instant. */
export function valueAt(
  blocks: readonly ReadBlock[],
  keys: Record<string, string>,
  instant: string,
): number | undefined {
  const block = blocks.find((one) => Object.entries(keys).every(([name, value]) => one[name] === value))
  return block?.values.find((slot) => utc(slot.start_date) === instant)?.value
}

/** Keys of the block of a directed flow. */
export const flow = (sender: string, receiver: string) => ({
  sender_country_eic_code: sender,
  receiver_country_eic_code: receiver,
})
