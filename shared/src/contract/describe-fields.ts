import type * as v from 'valibot'
import { IsoDate, UtcTimestamp } from './fields.ts'

/** A field of an answer, as an integrator is told of it. */
export type FieldDescription = {
  /** Path of the field: `bestHours[].hour` is the field `hour` of every element of `bestHours`. */
  name: string
  /** `int32`, `number`, `boolean`, `string`, `date-time`, `date`, `object`, `array of …`; a string of few values lists them. */
  type: string
  nullable: boolean
}

/** A step of a pipe: its first one is a schema, which may itself be piped. */
type Step = { type: string; pipe?: readonly Step[] }

/** What of a valibot schema says which values it takes. */
type Schema = v.GenericSchema & {
  wrapped?: Schema
  item?: Schema
  entries?: Readonly<Record<string, Schema>>
  options?: readonly string[]
  literal?: unknown
  pipe?: readonly Step[]
}

/** Schemas whose meaning is more than their type. */
const namedSchemas: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [UtcTimestamp, 'date-time'],
  [IsoDate, 'date'],
])

/**
 * Every field of an object schema, in its order, the fields of a nested object or of the elements of an array after it.
 *
 * @throws when the schema holds a kind of field that has no description yet
 */
export function describeFields(schema: v.GenericSchema): FieldDescription[] {
  return Object.entries((schema as Schema).entries ?? {}).flatMap(([name, field]) => describeField(name, field))
}

function describeField(name: string, schema: Schema): FieldDescription[] {
  const inner = withoutNull(schema)
  const described = { name, type: typeName(inner), nullable: inner !== schema }
  const path = inner.type === 'array' ? `${name}[]` : name
  const nested = describeFields(inner.type === 'array' ? withoutNull(required(inner.item)) : inner)
  return [described, ...nested.map((field) => ({ ...field, name: `${path}.${field.name}` }))]
}

function withoutNull(schema: Schema): Schema {
  return schema.type === 'nullable' ? withoutNull(required(schema.wrapped)) : schema
}

function typeName(schema: Schema): string {
  const named = namedType(schema)
  if (named !== null) return named
  if (schema.type === 'array') return `array of ${typeName(withoutNull(required(schema.item)))}`
  if (schema.type === 'number') return isWhole(schema) ? 'int32' : 'number'
  if (schema.type === 'picklist') return `string (${(schema.options ?? []).join(', ')})`
  if (schema.type === 'literal') return `${typeof schema.literal} (${String(schema.literal)})`
  if (schema.type === 'strict_object') return 'object'
  if (schema.type === 'string' || schema.type === 'boolean') return schema.type
  throw new Error(`a field of type ${schema.type} has no description`)
}

/** Its name when the schema, or the one that it was piped from, has one. */
function namedType(schema: Step): string | null {
  const first = schema.pipe?.[0]
  return namedSchemas.get(schema) ?? (first === undefined ? null : namedType(first))
}

/** Whether the schema, or one that it was piped from, asks for a whole number. */
function isWhole({ pipe = [] }: Pick<Step, 'pipe'>): boolean {
  return pipe.some((step) => step.type === 'integer' || isWhole(step))
}

function required(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('a schema wraps nothing')
  return schema
}
