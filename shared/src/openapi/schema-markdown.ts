import { markdownTable } from '../command-line/tables.ts'
import type { JsonSchema, Reference } from './document-types.ts'

/** The fields of an object, in its order; of another schema, its values. */
export function schemaMarkdown(name: string, schema: JsonSchema): string {
  const { properties, description = '' } = schema
  if (properties === undefined) return `### ${name}\n\n${description}`
  const rows = Object.entries(properties).map(([field, value]) => [
    `\`${field}\``,
    typeText(value),
    isNullable(value) ? 'yes' : 'no',
    value.description ?? '',
  ])
  const table = markdownTable(['field', 'type', 'null', 'meaning'], rows)
  return `### ${name}\n\n${description}\n\n${table}`
}

/** The type in a few words; what is an object of its own links to it. */
export function typeText(schema: JsonSchema | Reference): string {
  if ('$ref' in schema) return link(schema)
  const [inner] = schema.anyOf ?? []
  if (inner !== undefined) return typeText(inner)
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum !== undefined)
    return schema.enum
      .filter((value) => value !== null)
      .map((value) => `\`${value}\``)
      .join(', ')
  const type = [schema.type].flat().find((name) => name !== 'null') ?? 'any'
  if (type === 'array') return `array of ${typeText(schema.items ?? {})}`
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') return `map of string to ${typeText(additionalProperties)}`
  return `${schema.format ?? type}${rangeText(schema)}`
}

/** Limits, but for those that a 32-bit integer has by itself. */
function rangeText({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined || minimum === -(2 ** 31)) return ''
  return ` ${minimum}–${maximum}`
}

function isNullable(schema: JsonSchema | Reference): boolean {
  if ('$ref' in schema) return false
  const { type = [], anyOf = [] } = schema
  return type.includes('null') || anyOf.some((option) => 'type' in option && option.type === 'null')
}

/** Name of the component that a reference leads to. */
export const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

function link(reference: Reference): string {
  const name = nameOf(reference)
  return `[${name}](#${name.toLowerCase()})`
}
