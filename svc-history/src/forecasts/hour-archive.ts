import { round1, round2, roundOrNull } from '@hexawatt/shared/bounds/numbers'
import { ArchivedForecastPoint, type ArchivedQuantity } from '@hexawatt/shared/contract/forecast/forecast-archive'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs, isoSeconds, pickEarlier, pickLater } from '@hexawatt/shared/time/instant'
import type { PointSpan } from '../points/utc-span.ts'
import type { ArchiveSource, ArchiveSpans, WindowKind } from './archive-source.ts'
import { type ArchivedRow, hasArchivedHour, readArchivedRows, readArchiveFacts } from './archive-store.ts'

/** The archive of one quantity that is forecast by the hour: an issue has 49 hours, or 73 if it was made with weather. */
export function createHourArchive(sql: Sql, quantity: ArchivedQuantity): ArchiveSource {
  return {
    columns: Object.keys(ArchivedForecastPoint.entries),
    spansOf: toSpans,
    readFacts: (spans, now) => readArchiveFacts(sql, quantity, spans, now),
    // The first hour of an issue begins with it.
    seriesStart: ({ firstIssue }) => firstIssue,
    hasPoint: (spans) => hasArchivedHour(sql, spans),
    readPoints: async (spans, now) =>
      (await readArchivedRows(sql, quantity, spans, now)).map((row) => toServedPoint(row, quantity)),
    issueHoursPerQuery: 48,
    lateAfterMs: 2 * hourMs,
    isHourly: true,
  }
}

/** Hours of targets in an issue are those from the hour in progress to the last one. */
function toSpans(of: WindowKind, span: PointSpan, now: Temporal.Instant): ArchiveSpans {
  // An issue of this very second has been made.
  const endOfNow = now.add({ seconds: 1 })
  if (of === 'issues') {
    const issues = { from: span.from, end: pickEarlier(span.end, endOfNow) }
    return {
      issues,
      targets: { from: span.from, end: pickLater(issues.end, span.from).add({ hours: maxOutlookHours }) },
    }
  }
  return {
    issues: { from: span.from.subtract({ hours: maxOutlookHours }), end: pickEarlier(span.end, endOfNow) },
    targets: span,
  }
}

/** Converts a row to a response: the score with 1 decimal, everything else with 2. Keys in the order of the contract. */
function toServedPoint(row: ArchivedRow, quantity: ArchivedQuantity): ArchivedForecastPoint {
  const round = quantity === 'score' ? round1 : round2
  return {
    issuedAt: formatInstant(row.issuedSeconds),
    target: formatInstant(row.targetSeconds),
    leadHours: row.leadHours,
    value: round(row.value),
    low: roundOrNull(row.low, round),
    high: roundOrNull(row.high, round),
    actual: roundOrNull(row.actual, round),
    methodologyVersion: row.methodologyVersion,
  }
}

const formatInstant = (epochSeconds: number): string =>
  isoSeconds(Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1_000))
