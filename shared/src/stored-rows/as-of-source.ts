import type { ScoreSource } from '../methodology/score/inputs/read-score-rows.ts'
import { addOutageMessage } from '../methodology/score/sub-scores/available-capacity.ts'
import type { Statements } from '../postgres/client.ts'
import { type AsOfRule, createAsOfRule, type KnowingPoint } from './as-of-rule.ts'
import { chooseKnownDocuments, chooseKnownValues } from './known-rows.ts'
import { readReferences } from './references-store.ts'
import { readDocumentVersions, readValueVersions } from './row-version-store.ts'
import {
  type DocumentSpan,
  readDocuments,
  readSlotValues,
  type SlotSpan,
  type StoredDocument,
  type StoredValue,
} from './stored-rows-store.ts'

/** A stored unavailability message. */
export type StoredOutage = ReturnType<typeof addOutageMessage<StoredDocument>>

/** Stored rows of the feeds and the references, without the received state. */
export type RowsSource = Omit<ScoreSource<StoredValue, StoredOutage>, 'received'>

/** The rows as they were known at an instant, each in the newest version received by then. */
export function createKnownRowsSource(sql: Statements, at: Temporal.Instant): RowsSource {
  return {
    values: (feed, span) => readSlotValues(sql, { feed, ...span }, at),
    documents: async (feed, span) => (await readDocuments(sql, { feed, ...span }, at)).map(addOutageMessage),
    references: () => readReferences(sql, at),
  }
}

/**
 * The rows that a stored point could know. A live point knew the newest versions received by its tick. A backfilled point may also rest on rows that were
 * received later and were due by its tick: the version is chosen from all of them.
 */
export function createAsOfSource(sql: Statements, point: KnowingPoint): RowsSource {
  const known = createKnownRowsSource(sql, point.at)
  if (point.provenance === 'live') return known
  const rule = createAsOfRule(point)
  return {
    ...known,
    values: (feed, span) => readValuesByRule(sql, { feed, ...span }, rule),
    documents: async (feed, span) => (await readDocumentsByRule(sql, { feed, ...span }, rule)).map(addOutageMessage),
  }
}

async function readValuesByRule(sql: Statements, span: SlotSpan, rule: AsOfRule): Promise<StoredValue[]> {
  const versions = await readValueVersions(sql, span, rule.until)
  return chooseKnownValues(versions, span, rule, [...new Set(versions.map(({ series }) => series))])
}

async function readDocumentsByRule(sql: Statements, span: DocumentSpan, rule: AsOfRule): Promise<StoredDocument[]> {
  const versions = await readDocumentVersions(sql, span, rule.until)
  return chooseKnownDocuments(versions, span, rule, [...new Set(versions.map(({ key }) => key))])
}
