import * as v from 'valibot'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Measurement, Normalised } from './measurement.ts'

/** The operator writes one element as an object where several would be an array. */
export const oneOrMany = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.union([
    v.array(schema),
    v.pipe(
      schema,
      v.transform((one) => [one]),
    ),
  ])

/** A time as the operator writes it, with its offset. */
export const OperatorInstant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/),
  v.transform((text) => Temporal.Instant.from(text)),
)

/** One element of `values`: only what is used is required; `updated_date` is missing in some live data. */
const Slot = v.object({
  start_date: OperatorInstant,
  end_date: OperatorInstant,
  value: v.pipe(v.number(), v.finite()),
  updated_date: v.nullish(OperatorInstant),
})

/** `values` of a block, each element still unread: one unreadable slot must not cost the others. */
export const SlotValues = oneOrMany(v.looseObject({}))

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
export type SeriesSlots = { series: string; slots: readonly unknown[] }

/**
 * Measurements of all blocks. A slot whose `value` is null or missing is absent, not 0.
 *
 * @throws UpstreamError `unusable` when there are slots and none can be read
 */
export function measurementsOf(blocks: readonly SeriesSlots[]): Normalised {
  const measurements: Measurement[] = []
  let unreadableSlots = 0
  for (const { series, slots } of blocks) {
    for (const slot of slots) {
      const parsed = v.safeParse(Slot, slot)
      if (!parsed.success) {
        if (!isAbsent(slot)) unreadableSlots++
        continue
      }
      const { start_date: slotStart, end_date: slotEnd, value, updated_date } = parsed.output
      measurements.push({ series, slotStart, slotEnd, value, updatedAt: updated_date ?? null })
    }
  }
  if (measurements.length === 0 && unreadableSlots > 0) {
    throw new UpstreamError('unusable', `none of ${unreadableSlots} slots can be read`)
  }
  return { measurements, documents: [], unreadableSlots }
}

function isAbsent(slot: unknown): boolean {
  return typeof slot === 'object' && slot !== null && (!('value' in slot) || slot.value === null)
}
