import { roundProbabilities } from '@hexawatt/shared/answers/tariff-outlook'
import { ArchivedColorPoint } from '@hexawatt/shared/contract/forecast/forecast-archive'
import { ColorProbabilities } from '@hexawatt/shared/contract/values/color-probabilities'
import { toTariffColorName } from '@hexawatt/shared/grid/public-signals'
import { maxLeadDays } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { floorToSecond, hourMs, isoSeconds, pickEarlier, pickLater } from '@hexawatt/shared/time/instant'
import { toTariffDay, toTariffDayStart } from '@hexawatt/shared/time/paris'
import type { PointSpan } from '../points/utc-span.ts'
import type { ArchiveSource, ArchiveSpans, WindowKind } from './archive-source.ts'
import {
  type ArchivedColorRow,
  hasArchivedColorDay,
  readArchivedColorDays,
  readColorArchiveFacts,
} from './color-archive-store.ts'

/** The archive of the tariff's colours: an issue has the tariff day in force and up to nine after it. */
export function createColorArchive(sql: Sql): ArchiveSource {
  return {
    columns: Object.keys(ArchivedColorPoint.entries).flatMap((name) =>
      name === 'probabilities' ? Object.keys(ColorProbabilities.entries) : [name],
    ),
    spansOf: toSpans,
    readFacts: (spans, now) => readColorArchiveFacts(sql, spans, now),
    seriesStart: ({ firstIssue }, of) => firstIssue && findSeriesStart(firstIssue, of),
    hasPoint: (spans) => hasArchivedColorDay(sql, spans),
    readPoints: async (spans, now) => (await readArchivedColorDays(sql, spans, now)).map(toServedPoint),
    // Some ten issues a day, of up to ten tariff days each.
    issueHoursPerQuery: 10 * 24,
    // An outlook says something new at the latest when the tariff day changes, after 25 hours at most.
    lateAfterMs: 26 * hourMs,
    isHourly: false,
  }
}

/** The oldest issue belongs to the window that begins in its second: it is served with that second, although it was made between two. */
function findSeriesStart(firstIssue: Temporal.Instant, of: WindowKind): Temporal.Instant {
  return of === 'issues' ? floorToSecond(firstIssue) : toTariffDayStart(toTariffDay(firstIssue))
}

/** Tariff days last 25 hours at most: the one in force began that long before its issue, the last one begins nine of them after it. */
const longestDayHours = 25

function toSpans(of: WindowKind, span: PointSpan, now: Temporal.Instant): ArchiveSpans {
  // An issue of this very second has been made.
  const endOfNow = now.add({ seconds: 1 })
  const [before, after] = [{ hours: longestDayHours }, { hours: longestDayHours * maxLeadDays }]
  if (of === 'issues') {
    const issues = { from: span.from, end: pickEarlier(span.end, endOfNow) }
    return { issues, targets: { from: span.from.subtract(before), end: pickLater(issues.end, span.from).add(after) } }
  }
  return {
    issues: { from: span.from.subtract(after), end: pickEarlier(span.end.add(before), endOfNow) },
    targets: span,
  }
}

/** Converts a row to a response, with the probabilities of the outlook. Keys in the order of the contract. */
function toServedPoint({ issuedSeconds, date, leadDays, actual, ...row }: ArchivedColorRow): ArchivedColorPoint {
  return {
    issuedAt: isoSeconds(Temporal.Instant.fromEpochMilliseconds(issuedSeconds * 1_000)),
    date,
    leadDays,
    probabilities: roundProbabilities(row),
    actual: actual === null ? null : toTariffColorName(actual),
    methodologyVersion: row.methodologyVersion,
  }
}
