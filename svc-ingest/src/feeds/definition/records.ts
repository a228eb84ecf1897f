import * as v from 'valibot'
import { UpstreamError } from '../../upstream/upstream-error.ts'

/** Records that could be read, and how many could not. */
export type ReadRecords<Record> = { readable: Record[]; unreadable: number }

/** Parses each record on its own, so that an unreadable one does not discard the others. */
export function readEach<Schema extends v.GenericSchema>(
  schema: Schema,
  records: readonly unknown[],
): ReadRecords<v.InferOutput<Schema>> {
  const results = records.map((record) => v.safeParse(schema, record))
  const readable = results.flatMap((result) => (result.success ? [result.output] : []))
  return { readable, unreadable: records.length - readable.length }
}

/**
 * Parses the records of a payload.
 *
 * @throws UpstreamError `unusable` when there are records and none can be read (the shape has changed); names the first invalid member
 */
export function readRecords<Schema extends v.GenericSchema>(
  schema: Schema,
  records: readonly unknown[],
): ReadRecords<v.InferOutput<Schema>> {
  const read = readEach(schema, records)
  if (read.readable.length > 0 || records.length === 0) return read
  const issue = v.safeParse(schema, records[0]).issues?.[0]
  const where = (issue && v.getDotPath(issue)) ?? 'the record'
  throw new UpstreamError(
    'unusable',
    `none of ${records.length} records can be read, the first not at ${where}: ${issue?.message ?? 'unknown reason'}`,
  )
}

/** One item per key: the one with the greatest rank, the last one on a tie. */
export function greatestPerKey<Item>(
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
