import * as v from 'valibot'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { Measurement, Normalised } from './feed.ts'

/** The operator writes one element as an object where several would be an array. */
export const oneOrMany = <Schema extends v.GenericSchema>(schema: Schema) =>
  // Not a union: to a schema of objects an array is an object too, and a whole array would pass as one element.
  v.lazy((input) =>
    Array.isArray(input)
      ? v.array(schema)
      : v.pipe(
          schema,
          v.transform((one) => [one]),
        ),
  )

/** A time as the operator writes it, with its offset. */
export const OperatorInstant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return Temporal.Instant.from(dataset.value)
    } catch {
      // The 31st of February has the form of a date: it must cost its slot, not the payload.
      addIssue({ message: 'is not an instant' })
      return NEVER
    }
  }),
)

/**
 * Text of a publisher as one line of at most `maxChars` characters: blanks, line breaks and control characters become
 * single blanks. Postgres takes neither NUL nor half a surrogate pair, and one such message would cost the whole payload.
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

/** One element of `values` beside its value: only what is used is required; `updated_date` is missing in some live data. */
const Slot = v.object({
  start_date: OperatorInstant,
  end_date: OperatorInstant,
  updated_date: v.nullish(OperatorInstant),
})

/** `values` of a block, each element still unread: one unreadable slot must not cost the others. */
export const SlotValues = oneOrMany(v.looseObject({}))
export type UnreadSlot = v.InferOutput<typeof SlotValues>[number]

/** Reads a payload by its schema. @throws UpstreamError `unusable` that names the member which is not as agreed */
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

/** A block's slots under the name of their series. */
export type SeriesSlots = {
  series: string
  slots: readonly UnreadSlot[]
  /** The publisher's date of the whole block: it counts for the slots that have none of their own. */
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

/** Measurement of one slot; null when its times or its value cannot be read. */
function measurementOf({ series, updatedAt }: SeriesSlots, slot: UnreadSlot, value: unknown): Measurement | null {
  const parsed = v.safeParse(Slot, slot)
  if (!parsed.success || typeof value !== 'number' || !Number.isFinite(value)) return null
  const { start_date: slotStart, end_date: slotEnd, updated_date } = parsed.output
  return { series, slotStart, slotEnd, value, updatedAt: updated_date ?? updatedAt ?? null }
}
