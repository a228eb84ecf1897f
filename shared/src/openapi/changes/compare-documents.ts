import type { MediaType, OpenApiDocument, OperationObject, Parameter, PathItem } from '../schemas/document-types.ts'
import { compareSchemas, type Direction } from './compare-schemas.ts'

/** What a release keeps of its document: what a client relies on, without texts and examples. */
export type ReleasedDocument = Pick<OpenApiDocument, 'paths'> & {
  release: string
  components: Pick<OpenApiDocument['components'], 'schemas' | 'parameters'>
}

const methods = ['get', 'post'] as const satisfies readonly (keyof PathItem)[]

type Documents = { released: ReleasedDocument; present: OpenApiDocument }

/**
 * Compares the document with that of the last release (docs/guide/deprecation.md).
 *
 * @returns a sentence on each change that breaks a client of the released document; none when all changes are additive
 */
export function compareDocuments(documents: Documents): string[] {
  return Object.entries(documents.released.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const place = `${method.toUpperCase()} ${path}`
      const present = documents.present.paths[path]?.[method]
      return present === undefined
        ? [`${place}: the operation is gone`]
        : compareOperations(documents, operation, present, place)
    }),
  )
}

function compareOperations(
  documents: Documents,
  released: OperationObject,
  present: OperationObject,
  place: string,
): string[] {
  return [
    ...compareSecurity(released, present, place),
    ...compareParameters(documents, released, present, place),
    ...compareContent(
      documents,
      'request',
      released.requestBody?.content,
      present.requestBody?.content,
      `${place} body`,
    ),
    ...Object.entries(released.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, answer]) => {
        const now = present.responses[status]
        if (now === undefined) return [`${place}: the answer ${status} is gone`]
        const lost = Object.keys(answer.headers).filter((name) => now.headers[name] === undefined)
        return [
          ...lost.map((name) => `${place}: the header ${name} is gone`),
          ...compareContent(documents, 'answer', answer.content, now.content, place),
        ]
      }),
  ]
}

/** Every way in which a key was accepted, or that none was needed. */
function compareSecurity(released: OperationObject, present: OperationObject, place: string): string[] {
  const waysOf = ({ security }: OperationObject) => security.flatMap((way) => Object.keys(way))
  const [before, now] = [waysOf(released), waysOf(present)]
  if (before.length === 0) return now.length === 0 ? [] : [`${place}: a key is needed now`]
  return now.length === 0
    ? []
    : before.filter((way) => !now.includes(way)).map((way) => `${place}: ${way} is no longer accepted`)
}

function compareParameters(
  { released: old, present: current }: Documents,
  released: OperationObject,
  present: OperationObject,
  place: string,
): string[] {
  const [before, now] = [listParameters(released, old), listParameters(present, current)]
  const pair = { released: old.components.schemas, present: current.components.schemas, direction: 'request' } as const
  const kept = [...before].flatMap(([key, parameter]) => {
    const same = now.get(key)
    if (same === undefined) return [`${place}: the parameter ${parameter.name} is gone`]
    return compareSchemas(pair, parameter.schema, same.schema, `${place} ?${parameter.name}`)
  })
  const required = [...now].filter(([key, { required }]) => required === true && before.get(key)?.required !== true)
  return [...kept, ...required.map(([, { name }]) => `${place}: the parameter ${name} is required now`)]
}

function listParameters(
  { parameters }: OperationObject,
  { components }: { components: Pick<OpenApiDocument['components'], 'parameters'> },
): Map<string, Parameter> {
  const named = parameters.flatMap(({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''] ?? [])
  return new Map(named.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
}

function compareContent(
  { released: old, present: current }: Documents,
  direction: Direction,
  released: Readonly<Record<string, MediaType>> = {},
  present: Readonly<Record<string, MediaType>> = {},
  place: string,
): string[] {
  const pair = { released: old.components.schemas, present: current.components.schemas, direction }
  return Object.entries(released).flatMap(([type, { schema }], index) => {
    const now = present[type]
    if (now === undefined) return [`${place}: the content type ${type} is gone`]
    // Several types have the same body: it is compared once.
    return index > 0 ? [] : compareSchemas(pair, schema, now.schema, `${place} →`)
  })
}
