import type { ArchivedColorPoint, ArchivedForecastPoint } from '@hexawatt/shared/contract/forecast/forecast-archive'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { PointSpan } from '../points/utc-span.ts'

/** Kind of a window: issues by their instant, or targets by their start. */
export type WindowKind = 'issues' | 'targets'

/** Spans of a query: the `targets` of the forecasts that were issued in `issues`. */
export type ArchiveSpans = { issues: PointSpan; targets: PointSpan }

/** Facts about an archive that are read before its points. */
export type ArchiveFacts = {
  /** The stamp of the database; null when nothing was ever stored. */
  mode: DataMode | null
  firstIssue: Temporal.Instant | null
  newestIssue: Temporal.Instant | null
  /** Whether a forecast that is served was issued with an input missing or too old. */
  hasMissingInput: boolean
  /** Changes when a forecast of the span or the actual value of one of its targets changes. */
  version: string
}

/** One forecast hour, or one tariff day. */
export type ArchivePoint = ArchivedForecastPoint | ArchivedColorPoint

/** An archive of issued forecasts, of the hours of a quantity or of the tariff's colours. */
export type ArchiveSource = {
  /** Columns of the table: an object within a point has one column per field. */
  columns: readonly string[]
  spansOf: (of: WindowKind, span: PointSpan, now: Temporal.Instant) => ArchiveSpans
  readFacts: (spans: ArchiveSpans, now: Temporal.Instant) => Promise<ArchiveFacts>
  /** The oldest issue, or the oldest target; null while nothing is archived. */
  seriesStart: (facts: ArchiveFacts, of: WindowKind) => Temporal.Instant | null
  hasPoint: (spans: ArchiveSpans) => Promise<boolean>
  /** Points of the spans, by issue. */
  readPoints: (spans: ArchiveSpans, now: Temporal.Instant) => Promise<ArchivePoint[]>
  /** Number of hours of issues per query. The next query runs in advance, so a slow client holds twice as many. */
  issueHoursPerQuery: number
  /** When the newest issue is older, one is missing, ms. */
  lateAfterMs: number
  /** Whether the issue of the hour in progress is all that this hour brings. */
  isHourly: boolean
}
