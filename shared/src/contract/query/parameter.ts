import * as v from 'valibot'
import type { ParameterSchema } from '../entry/operation.ts'

/** A right of a plan that a parameter can need. */
export type ParameterCapability = 'customWeights'

/** Documentation of a parameter. Members other than the description and the example are written into its JSON Schema, which cannot derive them. */
export type ParameterNotes = {
  description: string
  example: string | number
  /** The default, where the operation fills it in itself because it must know whether the value was given. */
  default?: string | number
  type?: 'integer'
  format?: 'date-time' | 'double' | 'int32'
  enum?: readonly string[]
  /** The right of a plan that the parameter needs. */
  capability?: ParameterCapability
  /** Name of the component in the OpenAPI document, where another operation has another parameter of the same name. */
  component?: string
}

/** A query parameter without a default: undefined when it is not given. The messages of its schema say what is accepted. */
export function parameter<const Schema extends v.GenericSchema>(schema: Schema, notes: ParameterNotes) {
  return v.optional(withNotes(schema, notes))
}

/** A query parameter with a default, which is written as in an address. */
export function parameterWithDefault<const Schema extends v.GenericSchema>(
  schema: Schema,
  byDefault: v.InferInput<Schema> & string,
  notes: ParameterNotes,
) {
  return v.optional<v.SchemaWithPipe<readonly [Schema, Notes<Schema>]>, v.InferInput<Schema> & string>(
    withNotes(schema, notes),
    byDefault,
  )
}

type Notes<Schema extends v.GenericSchema> = v.MetadataAction<v.InferOutput<Schema>, Record<string, unknown>>

function withNotes<const Schema extends v.GenericSchema>(
  schema: Schema,
  { example, ...notes }: ParameterNotes,
): v.SchemaWithPipe<readonly [Schema, Notes<Schema>]> {
  return v.pipe(schema, v.metadata<v.InferOutput<Schema>, Record<string, unknown>>({ ...notes, examples: [example] }))
}

/** A text that stands for a value. @param find returns null for a text that is not accepted */
export function parsedText<Value extends object | string>(find: (text: string) => Value | null, accepted: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = find(dataset.value)
      if (value !== null) return value
      addIssue({ message: accepted })
      return NEVER
    }),
  )
}

/** The right of a plan that a parameter needs; null = none. */
export function findCapability({ wrapped }: ParameterSchema): ParameterCapability | null {
  return v.getMetadata(wrapped)['capability'] === 'customWeights' ? 'customWeights' : null
}

/** One of some words. */
export function choice<const Word extends string>(words: readonly Word[], separator = ' or ') {
  return v.picklist(words, words.join(separator))
}

/** A whole number without a sign. @param digits its text */
export function wholeNumber(min: number, max: number, digits = /^\d{1,5}$/) {
  const accepted = `a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(digits, accepted),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(min, accepted),
    v.maxValue(max, accepted),
    v.metadata({ format: 'int32' }),
  )
}

/** A plain decimal: no exponent, no space. @param digits its text */
export function decimal(digits: RegExp, accepted: string) {
  return v.pipe(
    v.string(),
    v.regex(digits, accepted),
    v.transform(Number),
    v.number(),
    v.metadata({ format: 'double' }),
  )
}

/** A plain decimal with at most nine digits on each side. */
const shortDecimal = /^-?\d{1,9}(?:\.\d{1,9})?$/

/** A decimal within bounds. @param accepted in words */
export function decimalBetween(
  min: number,
  max: number,
  accepted = `a plain decimal number from ${min} to ${max}`,
  digits = shortDecimal,
) {
  return v.pipe(decimal(digits, accepted), v.minValue(min, accepted), v.maxValue(max, accepted))
}

/** A decimal above 0. */
export function positiveDecimal(max: number) {
  const accepted = `a plain decimal number above 0, up to ${max}`
  return v.pipe(decimal(shortDecimal, accepted), v.gtValue(0, accepted), v.maxValue(max, accepted))
}
