import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'

/** Records that could be read, how many could not, and why: each reason once, at most {@link maxReasons}. */
export type ReadRecords<Record> = { readable: Record[]; unreadable: number; reasons: string[] }

const maxReasons = 5
/** A longer reason is cut: it may quote the publisher. */
const maxReasonChars = 200

/**
 * Parses each record on its own, so that an unreadable one does not discard the others.
 *
 * @param weightOf how many elements a record counts for when it cannot be read
 */
export function readEach<Schema extends v.GenericSchema>(
  schema: Schema,
  records: readonly unknown[],
  weightOf: (record: unknown) => number = () => 1,
): ReadRecords<v.InferOutput<Schema>> {
  const read: ReadRecords<v.InferOutput<Schema>> = { readable: [], unreadable: 0, reasons: [] }
  for (const record of records) {
    const result = v.safeParse(schema, record)
    if (result.success) {
      read.readable.push(result.output)
      continue
    }
    read.unreadable += weightOf(record)
    const reason = describeReason(result.issues[0])
    if (read.reasons.length < maxReasons && !read.reasons.includes(reason)) read.reasons.push(reason)
  }
  return read
}

function describeReason(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'the record'}: ${issue.message}`.slice(0, maxReasonChars)
}

/**
 * Parses the records of a payload.
 *
 * @throws UpstreamError `unusable` when there are records and none can be read (the shape has changed); names the first invalid member
 */
export function readRecords<Schema extends v.GenericSchema>(
  schema: Schema,
  records: readonly unknown[],
  weightOf?: (record: unknown) => number,
): ReadRecords<v.InferOutput<Schema>> {
  const read = readEach(schema, records, weightOf)
  if (read.readable.length > 0 || records.length === 0) return read
  throw new UpstreamError(
    'unusable',
    `the payload is not in the agreed shape: none of ${records.length} records can be read, the first not at ${read.reasons[0] ?? 'all'}`,
  )
}

/** One item per key: the one with the greatest rank, the last one on a tie. */
export function pickGreatestPerKey<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  rankOf: (item: Item) => number,
): Item[] {
  const greatest = new Map<string, Item>()
  for (const item of items) {
    const kept = greatest.get(keyOf(item))
    if (kept === undefined || rankOf(item) >= rankOf(kept)) greatest.set(keyOf(item), item)
  }
  return [...greatest.values()]
}
