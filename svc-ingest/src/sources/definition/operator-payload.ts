import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import { type ReadRecords, readRecords } from './records.ts'

/** The operator writes one element as an object where several would be an array. */
const acceptOneOrMany = <Schema extends v.GenericSchema>(schema: Schema) =>
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
export function readInstant(text: unknown): Temporal.Instant | null {
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

/** Publication date of an element. Without a readable date (`""` has been sent) the element is stored, undated. */
export const PublicationDate = v.fallback(v.nullish(OperatorInstant, null), null)

/**
 * Text of a publisher as one line of at most `maxChars` characters: blanks, line breaks and control characters become
 * single blanks. Postgres rejects NUL and unpaired surrogates, and one such message would fail the whole payload.
 */
export const acceptPlainText = (maxChars: number) =>
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

/** A name of the operator in one spelling: it has changed letter case without notice, and written hyphens for underscores. */
export const TypeName = v.pipe(
  v.string(),
  v.transform((name) =>
    name
      .trim()
      .toUpperCase()
      .replaceAll(/[-\s]+/g, '_'),
  ),
  v.nonEmpty(),
)

/** A word of the operator's enumerations, such as `D-1`, whatever its letter case. */
export const Word = v.pipe(
  v.string(),
  v.transform((word) => word.trim().toUpperCase()),
)

/** Stands for an element of `values` that is no object: it counts as an unreadable slot. */
export const notASlot: Readonly<Record<string, unknown>> = Object.freeze({})

/** `values` of a block, elements not parsed yet, so that an unreadable slot does not discard the others. */
export const SlotValues = acceptOneOrMany(
  v.pipe(
    v.unknown(),
    v.transform((slot): UnreadSlot => (isObject(slot) ? slot : notASlot)),
  ),
)
export type UnreadSlot = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members that every block of slots may have; its bounds are used only to check its slots. */
export const blockMembers = {
  start_date: PublicationDate,
  end_date: PublicationDate,
  updated_date: PublicationDate,
  values: v.pipe(v.unknown(), v.check(isObjectOrList, 'is neither slots nor a slot'), SlotValues),
}

function isObjectOrList(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

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

/**
 * Blocks of a payload, each parsed on its own: an odd one does not discard the others.
 *
 * @param roots names that the root member has had, the newest first
 * @param weightOf how many elements an odd block counts for; its slots by default
 * @throws UpstreamError `unusable` when there is no such root, and when there are blocks and none can be read
 */
export function readBlocks<Schema extends v.GenericSchema>(
  payload: unknown,
  roots: readonly [string, ...string[]],
  schema: Schema,
  weightOf: (block: unknown) => number = listSlots,
): ReadRecords<v.InferOutput<Schema>> {
  const name = roots.find((root) => isObject(payload) && root in payload) ?? roots[0]
  const root = isObject(payload) ? payload[name] : undefined
  if (!isObjectOrList(root)) {
    throw new UpstreamError('unusable', `payload is not in the agreed shape at ${name}: expected blocks`)
  }
  return readRecords(schema, Array.isArray(root) ? root : [root], weightOf)
}

function listSlots(block: unknown): number {
  const values = isObject(block) ? block['values'] : null
  return Array.isArray(values) ? Math.max(1, values.length) : 1
}
