import type { Fault } from '../../faults/fault.ts'
import type { Answer } from '../../subjects/grid-source.ts'
import type { Span } from '../../subjects/span.ts'
import type { OpenSource } from '../transport/publisher-route.ts'
import type { PortalRecord } from './odsql.ts'

/** What a dataset makes its rows from. `span` is the period that the conditions leave of what the dataset holds. */
export type DatasetQuestion = {
  source: OpenSource
  span: Span
  now: Temporal.Instant
  faults: readonly Fault[]
  /** Time zone of the instants in the answer. */
  timeZone: string
}

/** A dataset of the portal. */
export type Dataset = {
  name: string
  fields: readonly string[]
  /** The field that `span` bounds; absent: rows are few, and all are made. */
  timeField?: string
  /** The period that the dataset holds. */
  holds: (now: Temporal.Instant) => Span
  /** Rows in time order. */
  records: (question: DatasetQuestion) => Promise<Answer<PortalRecord[]>>
}

/** An instant as the portal writes it: `2026-10-09T12:00:00+00:00`. */
export function portalInstant(epochMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString({ smallestUnit: 'second', timeZone })
}
