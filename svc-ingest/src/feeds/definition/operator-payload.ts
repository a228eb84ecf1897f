import * as v from 'valibot'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { Measurement, Normalised } from './feed.ts'

/** The operator writes one element as an object where several would be an array. */
export const oneOrMany = <Schema extends v.GenericSchema>(schema: Schema) =>
  // Not a union: an object schema also accepts an array, so a whole array would pass as one element.
  v.lazy((input) =>
    Array.isArray(input)
      ? v.array(schema)
      : v.pipe(
          schema,
          v.transform((one) => [one]),
        ),
  )

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** A time as the operator writes it, with its offset; null for anything else. */
function readInstant(text: unknown): Temporal.Instant | null {
  if (typeof text !== 'string' || !instantPattern.test(text)) return null
  try {
    return Temporal.Instant.from(text)
  } catch {
    // 31 February matches the pattern.
    return null
  }
}

/** A time as the operator writes it, with its offset. */
export const OperatorInstant = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const instant = readInstant(dataset.value)
    if (instant !== null) return instant
    // The issue discards its slot, a throw would discard the payload.
    addIssue({ message: 'is not an instant' })
    return NEVER
  }),
)

/**
 * Text of a publisher as one line of at most `maxChars` characters: blanks, line breaks and control characters become
 * single blanks. Postgres rejects NUL and unpaired surrogates, and one such message would fail the whole payload.
 */
export const plainText = (maxChars: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, maxChars)
        .toWellFormed(),
    ),
  )

/** `values` of a block, elements not parsed yet, so that an unreadable slot does not discard the others. */
export const SlotValues = oneOrMany(v.looseObject({}))
export type UnreadSlot = v.InferOutput<typeof SlotValues>[number]

/** Parses a payload with its schema. @throws UpstreamError `unusable` that names the first invalid member */
export function readPayload<Schema extends v.GenericSchema>(schema: Schema, payload: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, payload)
  if (result.success) return result.output
  const issue = result.issues[0]
  const where = v.getDotPath(issue) ?? 'the root'
  throw new UpstreamError(
    'unusable',
    `payload is not in the agreed shape at ${where}: expected ${issue.expected ?? issue.message}`,
  )
}

/** Slots of one block and the series that they belong to. */
export type SeriesSlots = {
  series: string
  slots: readonly UnreadSlot[]
  /** The publisher's date of the whole block: the default for slots without a date of their own. */
  updatedAt?: Temporal.Instant | null | undefined
  /** Member of the slot that holds the value, where a slot has several; else `value`. */
  valueMember?: string
}

/**
 * Measurements of all blocks. A slot whose value is null or missing is absent, not 0.
 *
 * @throws UpstreamError `unusable` when there are slots and none can be read
 */
export function measurementsOf(blocks: readonly SeriesSlots[]): Normalised {
  const measurements: Measurement[] = []
  let unreadableSlots = 0
  for (const block of blocks) {
    for (const slot of block.slots) {
      const value = slot[block.valueMember ?? 'value'] ?? null
      if (value === null) continue
      const measurement = measurementOf(block, slot, value)
      if (measurement === null) unreadableSlots++
      else measurements.push(measurement)
    }
  }
  if (measurements.length === 0 && unreadableSlots > 0) {
    throw new UpstreamError('unusable', `none of ${unreadableSlots} slots can be read`)
  }
  return { measurements, documents: [], unreadableSlots }
}

/**
 * Measurement of one slot; null when its times or its value cannot be read. `updated_date` is missing in some live data. Without a schema: a payload has
 * thousands of slots.
 */
function measurementOf({ series, updatedAt }: SeriesSlots, slot: UnreadSlot, value: unknown): Measurement | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const [slotStart, slotEnd] = [readInstant(slot['start_date']), readInstant(slot['end_date'])]
  const ownDate = slot['updated_date'] ?? null
  const ownUpdate = ownDate === null ? null : readInstant(ownDate)
  if (slotStart === null || slotEnd === null || (ownDate !== null && ownUpdate === null)) return null
  return { series, slotStart, slotEnd, value, updatedAt: ownUpdate ?? updatedAt ?? null }
}
