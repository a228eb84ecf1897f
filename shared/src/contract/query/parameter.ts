import * as v from 'valibot'
import type { ParameterSchema } from '../entry/operation.ts'

/** Feature of a plan that a parameter can require. */
export type ParameterCapability = 'customWeights'

/** Documentation of a parameter. Members other than description and example are copied to its JSON Schema, which cannot derive them. */
export type ParameterNotes = {
  description: string
  example: string | number
  /** Default, when the operation itself fills it in because it must know whether the value was given. */
  default?: string | number
  type?: 'integer'
  format?: 'date-time' | 'double' | 'int32'
  enum?: readonly string[]
  /** Form of a text that a parser reads. */
  pattern?: string
  /** Feature of a plan that the parameter requires. */
  capability?: ParameterCapability
  /** Name of the OpenAPI component, when another operation has a different parameter with the same name. */
  component?: string
}

/** A query parameter without a default: undefined when it is not given. The messages of its schema name the accepted values. */
export function parameter<const Schema extends v.GenericSchema>(schema: Schema, notes: ParameterNotes) {
  return v.optional(withNotes(schema, notes))
}

/** A query parameter with a default. The default is written as in a URL. */
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

/** A text that is parsed to a value. @param find returns null for a text that is not accepted */
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

/** Feature of a plan that a parameter requires; null = none. */
export function findCapability({ wrapped }: ParameterSchema): ParameterCapability | null {
  return v.getMetadata(wrapped)['capability'] === 'customWeights' ? 'customWeights' : null
}

/** One of several words. */
export function choice<const Word extends string>(words: readonly Word[], separator = ' or ') {
  return v.picklist(words, words.join(separator))
}

/** A whole number without a sign. @param digits pattern of its text */
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

/** A plain decimal number: no exponent, no space. @param digits pattern of its text */
export function decimal(digits: RegExp, accepted: string) {
  return v.pipe(
    v.string(),
    v.regex(digits, accepted),
    v.transform(Number),
    v.number(),
    v.metadata({ format: 'double' }),
  )
}

/** A plain decimal number with at most nine digits on each side of the point. */
const shortDecimal = /^-?\d{1,9}(?:\.\d{1,9})?$/

/** A decimal number within bounds. @param accepted description of the accepted values */
export function decimalBetween(
  min: number,
  max: number,
  accepted = `a plain decimal number from ${min} to ${max}`,
  digits = shortDecimal,
) {
  return v.pipe(decimal(digits, accepted), v.minValue(min, accepted), v.maxValue(max, accepted))
}

/** A decimal number above 0. */
export function positiveDecimal(max: number) {
  const accepted = `a plain decimal number above 0, up to ${max}`
  return v.pipe(decimal(shortDecimal, accepted), v.gtValue(0, accepted), v.maxValue(max, accepted))
}
