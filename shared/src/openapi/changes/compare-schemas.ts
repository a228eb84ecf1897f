import type { JsonSchema, Reference } from '../schemas/document-types.ts'

/** `request` = a client sends it; `answer` = a client reads it. */
export type Direction = 'request' | 'answer'

type Schema = JsonSchema | Reference
/** The objects that references of a document name. */
export type Components = Readonly<Record<string, JsonSchema>>

/** Two documents, the released one and the present one, and what their references name. */
export type SchemaPair = { released: Components; present: Components; direction: Direction }

const prefix = '#/components/schemas/'

const resolve = (schema: Schema, components: Components): JsonSchema =>
  '$ref' in schema ? (components[schema.$ref.slice(prefix.length)] ?? {}) : schema

/**
 * Compares a schema with the released one. A request may accept more than before, never less; an answer may hold more fields, but of each field only what the
 * released schema allows. New values of a list of an answer are allowed: a client takes a value that it does not know for unknown.
 *
 * @param place where the schema is, for the sentences
 * @returns a sentence on each change that is not additive
 */
export function compareSchemas(pair: SchemaPair, released: Schema, present: Schema, place: string): string[] {
  return compare(pair, released, present, place, new Set())
}

function compare(pair: SchemaPair, releasedAs: Schema, presentAs: Schema, place: string, seen: Set<string>): string[] {
  // Named schemas that are compared already: some contain themselves.
  if ('$ref' in releasedAs && '$ref' in presentAs) {
    const both = `${releasedAs.$ref} ${presentAs.$ref}`
    if (seen.has(both)) return []
    seen.add(both)
  }
  const [released, present] = [resolve(releasedAs, pair.released), resolve(presentAs, pair.present)]
  const [ofReleased, ofPresent] = [listAlternatives(released), listAlternatives(present)]
  if (ofReleased.length > 1 || ofPresent.length > 1)
    return compareAlternatives(pair, ofReleased, ofPresent, place, seen)
  return [
    ...compareTypes(pair.direction, released, present, place),
    ...compareValues(pair.direction, released, present, place),
    ...compareBounds(pair.direction, released, present, place),
    ...compareForms(pair.direction, released, present, place),
    ...compareDefaults(released, present, place),
    ...compareFields(pair, released, present, place, seen),
    ...comparePart(pair, released.items, present.items, `${place}[]`, seen),
    ...comparePart(pair, entriesOf(released), entriesOf(present), `${place}.*`, seen),
  ]
}

/** The alternatives of a schema; a schema without any is its own. */
const listAlternatives = (schema: JsonSchema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [schema]

/** Each alternative of the narrower side must be one that the wider side allows. */
function compareAlternatives(
  pair: SchemaPair,
  released: readonly Schema[],
  present: readonly Schema[],
  place: string,
  seen: ReadonlySet<string>,
): string[] {
  const isAdditive = (before: Schema, now: Schema) => compare(pair, before, now, place, new Set(seen)).length === 0
  if (pair.direction === 'answer') {
    const added = present.filter((now) => !released.some((before) => isAdditive(before, now)))
    return added.length === 0 ? [] : [`${place}: an alternative is new or wider`]
  }
  const lost = released.filter((before) => !present.some((now) => isAdditive(before, now)))
  return lost.length === 0 ? [] : [`${place}: an alternative is gone or narrower`]
}

function compareTypes(direction: Direction, released: JsonSchema, present: JsonSchema, place: string): string[] {
  const [before, now] = [released, present].map(({ type }) => [type ?? []].flat())
  const [narrow, wide] = direction === 'answer' ? [now, before] : [before, now]
  if (narrow === undefined || wide === undefined || wide.length === 0) return []
  const allows = (type: string) => wide.includes(type) || (type === 'integer' && wide.includes('number'))
  if (narrow.length > 0 && narrow.every(allows)) return []
  return [`${place}: the type was ${before?.join(' or ') || 'any'} and is ${now?.join(' or ') || 'any'}`]
}

const listValues = ({ enum: list, const: only }: JsonSchema): readonly unknown[] | null =>
  list ?? (only === undefined ? null : [only])

function compareValues(direction: Direction, released: JsonSchema, present: JsonSchema, place: string): string[] {
  const [before, now] = [listValues(released), listValues(present)]
  if (before === null) {
    const isNarrower = now !== null && direction === 'request'
    return isNarrower ? [`${place}: any value was accepted, and now only a list`] : []
  }
  if (now === null) return direction === 'answer' ? [`${place}: it had a list of values, and now has any`] : []
  const gone = before.filter((value) => !now.includes(value))
  return gone.length === 0
    ? []
    : [`${place}: ${gone.map((value) => JSON.stringify(value)).join(', ')} is no value any more`]
}

/** Lower and upper bounds: the name, and 1 where a larger one is narrower. */
const bounds = [
  ['minimum', 1],
  ['exclusiveMinimum', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['maxItems', -1],
] as const

function compareBounds(direction: Direction, released: JsonSchema, present: JsonSchema, place: string): string[] {
  return bounds.flatMap(([name, sign]) => {
    const toNumber = (bound: number | undefined) => (bound === undefined ? Number.NEGATIVE_INFINITY : bound * sign)
    const [before, now] = [toNumber(released[name]), toNumber(present[name])]
    const isNarrower = direction === 'request' ? now > before : now < before
    return isNarrower ? [`${place}: ${name} was ${released[name] ?? 'none'} and is ${present[name] ?? 'none'}`] : []
  })
}

/** Forms of texts cannot be compared by their sense: only a form that is new or dropped is known to be wider or narrower. */
function compareForms(direction: Direction, released: JsonSchema, present: JsonSchema, place: string): string[] {
  return (['format', 'pattern'] as const).flatMap((name) => {
    const demanded = direction === 'request' ? present[name] : released[name]
    if (demanded === undefined || released[name] === present[name]) return []
    return [`${place}: ${name} was ${quote(released[name])} and is ${quote(present[name])}`]
  })
}

/** What holds when nothing is given has to stay. */
function compareDefaults(released: JsonSchema, present: JsonSchema, place: string): string[] {
  if (released.default === undefined || released.default === present.default) return []
  return [`${place}: default was ${quote(released.default)} and is ${quote(present.default)}`]
}

const quote = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))

function compareFields(
  pair: SchemaPair,
  released: JsonSchema,
  present: JsonSchema,
  place: string,
  seen: Set<string>,
): string[] {
  const [before, now] = [released.required ?? [], present.required ?? []]
  const required =
    pair.direction === 'answer'
      ? before.filter((name) => !now.includes(name))
      : now.filter((name) => !before.includes(name))
  const shared = Object.entries(released.properties ?? {}).flatMap(([name, schema]) => {
    const field = present.properties?.[name]
    return field === undefined
      ? [`${place}.${name}: the field is gone`]
      : compare(pair, schema, field, `${place}.${name}`, seen)
  })
  const says = pair.direction === 'answer' ? 'was always there and may be missing now' : 'is required now'
  return [
    ...shared,
    ...required.filter((name) => present.properties?.[name]).map((name) => `${place}.${name}: ${says}`),
  ]
}

const entriesOf = ({ additionalProperties }: JsonSchema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

function comparePart(
  pair: SchemaPair,
  released: Schema | undefined,
  present: Schema | undefined,
  place: string,
  seen: Set<string>,
): string[] {
  if (released === undefined) return []
  return present === undefined ? [`${place}: is no longer described`] : compare(pair, released, present, place, seen)
}
