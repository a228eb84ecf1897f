import { isoSeconds } from '@hexawatt/shared/time/instant'
import { textTable } from '../command-line/text-table.ts'
import type { TraceCommand } from './feeds-arguments.ts'
import type { TracedVersion } from './trace-store.ts'

/** Characters of a payload's SHA-256 that are shown. */
const shownHashChars = 12

/** The versions of a slot with their payloads. */
export function traceText({ feed, slot, series }: TraceCommand, versions: readonly TracedVersion[]): string {
  const of = series === null ? '' : ` of ${series}`
  if (versions.length === 0) return `${feed} has no value${of} in a slot that begins at ${isoSeconds(slot)}.`
  const header = ['SERIES', 'VALUE', 'SLOT END', 'UPDATED', 'KNOWN FROM', 'PAYLOAD', 'FETCHED', 'BYTES', 'SHA-256']
  return textTable(header, versions.map(versionCells))
}

function versionCells(version: TracedVersion): string[] {
  const { series, value, slotEnd, sourceUpdatedAt, knownFrom, payloadId, firstFetchedAt, bodyBytes, sha256 } = version
  return [
    series,
    String(value),
    isoSeconds(slotEnd),
    sourceUpdatedAt === null ? '-' : isoSeconds(sourceUpdatedAt),
    isoSeconds(knownFrom),
    payloadId,
    firstFetchedAt === null ? 'not in the archive' : isoSeconds(firstFetchedAt),
    bodyBytes === null ? '-' : String(bodyBytes),
    sha256 === null ? '-' : sha256.slice(0, shownHashChars),
  ]
}
