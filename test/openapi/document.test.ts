import { describe, expect, test } from 'bun:test'
import { eventStreamType } from '@hexawatt/shared/contract/formats/live-events'
import { listOfferedTypes, operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { problemTable, publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { listNamedSchemas } from '@hexawatt/shared/openapi/schemas/component-schemas'
import type { OperationObject } from '@hexawatt/shared/openapi/schemas/document-types'
import { Validator } from '@seriousme/openapi-schema-validator'
import { document, schemaErrors } from './testing/document-fixture.ts'

const { paths, components } = document
const gets = Object.entries(paths).flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, ...get }]))
/** Every operation that is documented under GET. */
const read = [...operations, getEvents]
const post = paths[callMcp.path]?.post

/** Every value of a key, wherever it stands. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(key, inner)])
}

/** The value that a reference points to; undefined when there is none. */
function resolved(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => Object(value)[name], document)
}

describe('the document', () => {
  test('the document is valid OpenAPI 3.1 by a published validator that finds planted errors', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result).toMatchObject({ valid: true })
    const { info: _missing, ...broken } = structuredClone(document)
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  })

  test('the document has no dangling reference', () => {
    const refs = valuesOf('$ref', document).map(String)
    expect(refs.length).toBeGreaterThan(100)
    expect(refs.filter((ref) => resolved(ref) === undefined)).toEqual([])
  })

  test('the document uses every component that it defines', () => {
    const refs = new Set(valuesOf('$ref', document))
    const named = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    const unnamed = named.filter((ref) => !refs.has(ref))
    expect(unnamed).toEqual([
      '#/components/responses/NotFound',
      '#/components/responses/MethodNotAllowed',
      '#/components/securitySchemes/ApiKey',
      '#/components/securitySchemes/Bearer',
      '#/components/securitySchemes/Basic',
      '#/components/securitySchemes/AuthToken',
    ])
  })
})

describe('operations', () => {
  test('the document’s operations are those of the contract, each in one chapter', () => {
    expect(gets.map(({ path, operationId }) => [path, operationId])).toEqual(read.map(({ path, id }) => [path, id]))
    expect(gets.filter(({ tags }) => tags.length !== 1)).toEqual([])
    expect(Object.keys(paths)).toEqual([...read.map(({ path }) => path), callMcp.path])
    expect(Object.keys(paths[callMcp.path] ?? {})).toEqual(['post'])
    expect(post).toMatchObject({
      operationId: callMcp.id,
      tags: ['MCP'],
      security: [{ ApiKey: [] }, { Bearer: [] }],
    })
  })

  test('the document’s operations have exactly the query parameters of the contract', () => {
    const documented = gets.map(({ parameters }) => {
      const inQuery = parameters
        .map(({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''])
        .filter((parameter) => parameter?.in === 'query')
      return inQuery.map((parameter) => parameter?.name)
    })
    expect(documented).toEqual(read.map(({ query }) => Object.keys(query.entries)))
  })

  test('the document’s operations need the key exactly where the contract does', () => {
    expect(gets.map(({ security }) => security.length > 0)).toEqual(read.map(({ needsKey }) => needsKey))
  })
})

describe('parameters', () => {
  test.each(Object.entries(components.parameters).filter(([, parameter]) => parameter.in === 'query'))(
    'the example of %s is accepted by its schema',
    (name, { example }) => {
      expect(schemaErrors(`#/components/parameters/${name}/schema`, example)).toEqual([])
    },
  )

  test('limits are part of the schema, which rejects values beyond them', () => {
    const errorsOf = (name: string, value: unknown) => schemaErrors(`#/components/parameters/${name}/schema`, value)
    for (const [name, value] of [
      ['hours', 0],
      ['hours', 49],
      ['wPrice', 1.1],
      ['granularity', 'daily'],
      ['from', 'yesterday'],
    ] as const) {
      expect([name, value, errorsOf(name, value).length]).toEqual([name, value, 1])
    }
  })
})

describe('schemas', () => {
  test('the document’s schemas are the objects of the contract, and every field has a description', () => {
    expect(Object.keys(components.schemas)).toEqual([...Object.keys(listNamedSchemas(operations)), 'ProblemCode'])
    const silent = Object.entries(components.schemas).flatMap(([name, { properties = {}, description }]) => [
      ...(description === undefined ? [name] : []),
      ...Object.entries(properties)
        .filter(([, field]) => field.description === undefined && !('$ref' in field))
        .map(([field]) => `${name}.${field}`),
    ])
    expect(silent).toEqual([])
  })

  test('the document’s schemas are closed, except the three that may grow', () => {
    const isMap = (open: unknown): boolean => typeof open === 'object'
    const objects = Object.entries(components.schemas).filter(
      ([, { type, additionalProperties }]) => type === 'object' && !isMap(additionalProperties),
    )
    expect(objects.length).toBeGreaterThan(20)
    const open = objects.filter(([, { additionalProperties }]) => additionalProperties !== false)
    expect(open.map(([name]) => name)).toEqual(['MethodologyVersionSet', 'ForecastVersionSet', 'ProblemDetails'])
  })

  test('the document’s schemas require every field: a missing value is null, not absent', () => {
    for (const [name, { properties = {}, required = [] }] of Object.entries(components.schemas)) {
      expect([name, required]).toEqual([name, Object.keys(properties)])
    }
  })
})

describe('problems', () => {
  const examplesOf = (status: string, get: OperationObject): string[] =>
    Object.keys(get.responses[status]?.content?.['application/problem+json']?.examples ?? {})

  test('every code is in the document under its own status', () => {
    const seen = new Map<string, Set<number>>()
    const note = (code: string, status: number) => seen.set(code, (seen.get(code) ?? new Set()).add(status))
    for (const get of [...gets, ...(post === undefined ? [] : [post])]) {
      for (const status of Object.keys(get.responses))
        for (const code of examplesOf(status, get)) note(code, Number(status))
    }
    note('not_found', 404)
    note('method_not_allowed', 405)
    const documented = [...seen].map(([code, statuses]) => [code, ...statuses])
    expect(documented.toSorted()).toEqual(
      publicProblemCodes.map((code) => [code, problemTable[code].status]).toSorted(),
    )
    expect(components.schemas['ProblemCode']?.enum).toEqual(publicProblemCodes)
  })

  test('every operation lists the statuses of the interface', () => {
    const statuses = (id: string) => Object.keys(gets.find(({ operationId }) => operationId === id)?.responses ?? {})
    const ofEvery = ['200', '304', '400', '406', '414', '429', '431', '500', '503']
    const withKey = [...ofEvery, '401'].toSorted()
    expect(statuses('getPlans')).toEqual(ofEvery)
    expect(statuses('getCarbonIntensity')).toEqual(withKey)
    for (const id of ['getScore', 'getScoreForecast', 'getScoreHistory', 'getScoreAnalytics']) {
      expect(statuses(id)).toEqual([...withKey, '403'].toSorted())
    }
  })
})

describe('examples', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    'the example of %s is valid by its schema',
    (id, operation) => {
      const { path } = operation
      const example = components.examples[id]?.value
      const types = Object.keys(paths[path]?.get?.responses['200']?.content ?? {})
      expect(types).toEqual([...listOfferedTypes(operation)])
      for (const type of types.filter((name) => !/csv|ndjson/.test(name)).map((name) => name.replaceAll('/', '~1'))) {
        const pointer = `#/paths/${path.replaceAll('/', '~1')}/get/responses/200/content/${type}/schema`
        expect(schemaErrors(pointer, example)).toEqual([])
        expect(schemaErrors(pointer, { ...Object(example), extra: 'x' })).not.toEqual([])
      }
    },
  )

  test('the example of the event stream is the text of one', () => {
    const { content = {} } = paths[getEvents.path]?.get?.responses['200'] ?? {}
    expect(Object.keys(content)).toEqual([eventStreamType])
    expect(components.examples[getEvents.id]?.value).toMatch(/^id: tariff=\S+\nevent: tariff\ndata: \{.*\}\n\n$/)
  })

  test.each(publicProblemCodes)('the example of %s is a problem of this installation', (code) => {
    const example = components.examples[code]?.value
    expect(schemaErrors('#/components/schemas/ProblemDetails', example)).toEqual([])
    expect(example).toMatchObject({
      code,
      error: code,
      status: problemTable[code].status,
      title: problemTable[code].title,
      type: `https://api.example.org/problems/${code}`,
    })
  })
})

test('no request header has a pattern or a list of values, because the product refuses no request for one', () => {
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === 'header')
  expect(headers.map(({ name }) => name)).toContain('X-Request-Id')
  expect(headers.filter(({ schema }) => Object.keys(schema).some((word) => word !== 'type'))).toEqual([])
})
