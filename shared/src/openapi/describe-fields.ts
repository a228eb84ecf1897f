import type * as v from 'valibot'
import { IsoDate, RequestedTimestamp, UtcTimestamp } from '../contract/values/fields.ts'

/** Description of a response field for integrators. */
export type FieldDescription = {
  /** Path of the field: `bestHours[].hour` is the field `hour` of every element of `bestHours`. */
  name: string
  /** `int32`, `number`, `boolean`, `string`, `date-time`, `date`, `object`, `array of …`; a string of few values lists them. */
  type: string
  nullable: boolean
}

/** A step of a valibot pipe: the first is a schema, which may be a pipe itself. */
type Step = { type: string; pipe?: readonly Step[] }

/** The parts of a valibot schema that define its values. */
type Schema = v.GenericSchema & {
  wrapped?: Schema
  item?: Schema
  entries?: Readonly<Record<string, Schema>>
  options?: readonly string[]
  literal?: unknown
  pipe?: readonly Step[]
}

/** Schemas with a type name of their own. */
const namedSchemas: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [UtcTimestamp, 'date-time'],
  [RequestedTimestamp, 'date-time'],
  [IsoDate, 'date'],
])

/**
 * Every field of an object schema in order, each followed by the fields of its nested object or array elements.
 *
 * @throws when the schema holds an unsupported kind of field
 */
export function describeFields(schema: v.GenericSchema): FieldDescription[] {
  return Object.entries((schema as Schema).entries ?? {}).flatMap(([name, field]) => describeField(name, field))
}

function describeField(name: string, schema: Schema): FieldDescription[] {
  const inner = unwrapNullable(schema)
  const described = { name, type: describeTypeName(inner), nullable: inner !== schema }
  const path = inner.type === 'array' ? `${name}[]` : name
  const nested = describeFields(inner.type === 'array' ? unwrapNullable(requireSchema(inner.item)) : inner)
  return [described, ...nested.map((field) => ({ ...field, name: `${path}.${field.name}` }))]
}

function unwrapNullable(schema: Schema): Schema {
  return schema.type === 'nullable' ? unwrapNullable(requireSchema(schema.wrapped)) : schema
}

function describeTypeName(schema: Schema): string {
  const named = findNamedType(schema)
  if (named !== null) return named
  if (schema.type === 'array') return `array of ${describeTypeName(unwrapNullable(requireSchema(schema.item)))}`
  if (schema.type === 'number') return isWholeNumber(schema) ? 'int32' : 'number'
  if (schema.type === 'picklist') return `string (${(schema.options ?? []).join(', ')})`
  if (schema.type === 'literal') return `${typeof schema.literal} (${String(schema.literal)})`
  if (schema.type === 'strict_object') return 'object'
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type
  throw new Error(`a field of type ${schema.type} has no description`)
}

/** Type name of the schema or of the schema at the start of its pipe; null without one. */
function findNamedType(schema: Step): string | null {
  const first = schema.pipe?.[0]
  return namedSchemas.get(schema) ?? (first === undefined ? null : findNamedType(first))
}

/** Whether the schema, or the schema at the start of its pipe, requires a whole number. */
function isWholeNumber({ pipe = [] }: Pick<Step, 'pipe'>): boolean {
  return pipe.some((step) => step.type === 'integer' || isWholeNumber(step))
}

function requireSchema(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('a schema wraps nothing')
  return schema
}
