import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { textTable } from '../command-line/text-table.ts'
import { jobStates, type QueueCounts } from '../jobs/read-queues.ts'

/** A job that was given up. */
export type FailedJob = {
  queue: string
  id: string
  failedAt: Temporal.Instant | null
  attempts: number
  reason: string
}

/** Longest reason that is shown, characters: an upstream's answer may be quoted in it. */
const maxReasonChars = 160

/** The queues as a table, and below it their failed jobs. */
export function queuesText(queues: readonly QueueCounts[], failed: readonly FailedJob[]): string {
  const header = ['QUEUE', ...jobStates.map((state) => state.toUpperCase())]
  const rows = queues.map(({ queue, counts }) => [queue, ...jobStates.map((state) => String(counts[state]))])
  return [textTable(header, rows), '', failed.length === 0 ? 'No job has failed.' : failedText(failed)].join('\n')
}

function failedText(failed: readonly FailedJob[]): string {
  const rows = failed.map(({ queue, id, failedAt, attempts, reason }) => [
    queue,
    id,
    failedAt === null ? '-' : isoSeconds(failedAt),
    String(attempts),
    shownReason(reason),
  ])
  return textTable(['FAILED', 'JOB', 'AT', 'ATTEMPTS', 'REASON'], rows)
}

/** One line, without what must not be shown. */
function shownReason(reason: string): string {
  return hideApiKeys(reason.replace(/\s+/g, ' ').slice(0, maxReasonChars))
}
