import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import type { LoadedPast, SourceStatus, StatusResponse } from '@hexawatt/shared/contract/status'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { TracedVersion } from '../archive/trace-store.ts'
import type { GapAttempts } from '../backfill/backfill-store.ts'
import { type DayCompleteness, isComplete } from '../backfill/completeness.ts'
import { type FeedRepair, maxAttempts } from '../backfill/repair-gaps.ts'
import { formatLag } from '../first-contact/probe-text.ts'

/** `/api/status` as a table. */
export function formatStatus({ mode, generatedAt, sources, history }: StatusResponse): string {
  const header = ['SOURCE', 'LAST SUCCESS', 'NEWEST SLOT', 'LAG', 'EXPECTED NEXT', 'FAILURES', 'DATA', 'NOTE']
  return [
    `${mode} data, as of ${generatedAt}`,
    ...(history === null ? [] : [formatHistory(history)]),
    '',
    formatTextTable(header, sources.map(formatSource)),
  ].join('\n')
}

function formatHistory({ knownDays, wantedDays, state, forecastReady }: LoadedPast): string {
  const rest = forecastReady ? '' : '; the forecast is being prepared'
  return `history: ${knownDays} of ${wantedDays} days, ${state}${rest}`
}

function formatSource(source: SourceStatus): string[] {
  return [
    source.id,
    source.lastSuccess ?? 'never',
    source.newestSlot ?? '-',
    source.lagMinutes === null ? '-' : formatLag(source.lagMinutes),
    source.expectedNext ?? '-',
    String(source.consecutiveFailures),
    source.demo ? 'demo' : source.lastSuccess === null ? '-' : 'published',
    source.note ?? '',
  ]
}

/** Findings of one feed. */
export type FeedGaps = { feed: string; days: readonly DayCompleteness[]; attempts: ReadonlyMap<string, GapAttempts> }

/** Incomplete days as a table, and a line per feed. */
export function formatGaps(found: readonly FeedGaps[]): string {
  const rows = found.flatMap(({ days, attempts }) =>
    days
      .filter((day) => !isComplete(day))
      .map((day) => [
        day.feed,
        day.day.toString(),
        formatPresent(day),
        formatAttempts(attempts.get(day.day.toString())),
      ]),
  )
  const lines = found.map(
    ({ feed, days }) => `${feed}: ${days.filter(isComplete).length} of ${days.length} days complete`,
  )
  return [
    ...(rows.length === 0 ? [] : [formatTextTable(['FEED', 'DAY', 'STORED', 'REQUESTED AGAIN'], rows), '']),
    ...lines,
  ].join('\n')
}

/** Results of a repair, a line per feed. */
export function formatRepairs(repairs: readonly FeedRepair[]): string {
  return repairs
    .map(({ feed, incompleteDays, askedDays, changedSlots, failure }) => {
      if (incompleteDays === 0) return `${feed}: nothing is missing`
      const asked = `${feed}: ${incompleteDays} days incomplete, ${askedDays} requested again, ${changedSlots} new values`
      return failure === null ? asked : `${asked}; then it failed: ${failure}`
    })
    .join('\n')
}

/** `23/24 slots`, or hours where a publication covers a whole day. */
function formatPresent({ presentMinutes, expectedMinutes, slotMinutes }: DayCompleteness): string {
  const unitMinutes = slotMinutes ?? 60
  const count = (minutes: number) => Math.floor(minutes / unitMinutes)
  return `${count(presentMinutes)}/${count(expectedMinutes)} ${slotMinutes === null ? 'hours' : 'slots'}`
}

function formatAttempts(attempts: GapAttempts | undefined): string {
  if (attempts === undefined) return 'never'
  return attempts.attempts >= maxAttempts ? `${attempts.attempts} times, given up` : `${attempts.attempts} times`
}

/** Printed characters of a payload's SHA-256. */
const shownHashChars = 12

/** The versions of a slot with their payloads. */
export function formatTrace(
  { feed, slot, series }: { feed: string; slot: Temporal.Instant; series: string | null },
  versions: readonly TracedVersion[],
): string {
  const of = series === null ? '' : ` of ${series}`
  if (versions.length === 0) return `${feed} has no value${of} in a slot that begins at ${isoSeconds(slot)}.`
  const header = ['SERIES', 'VALUE', 'SLOT END', 'UPDATED', 'KNOWN FROM', 'PAYLOAD', 'FETCHED', 'BYTES', 'SHA-256']
  return formatTextTable(header, versions.map(formatVersion))
}

function formatVersion(version: TracedVersion): string[] {
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
