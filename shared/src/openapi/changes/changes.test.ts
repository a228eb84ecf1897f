import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createProductDocument } from '../document.ts'
import type { JsonSchema, OpenApiDocument } from '../schemas/document-types.ts'
import { compareDocuments } from './compare-documents.ts'
import { compareSchemas, type Direction } from './compare-schemas.ts'
import { createReleasedDocument, readReleasedDocument } from './released-document.ts'

const root = join(import.meta.dir, '../../../..')
const document = createProductDocument()
const released = JSON.parse(createReleasedDocument(document, '1.0.0'))

/** Stands for a part that is taken out. */
const gone = Symbol('gone')

/** The document with one part replaced. @throws when there is no such place */
function changed(path: readonly string[], value: unknown): OpenApiDocument {
  const copy = structuredClone(document)
  const names = [...path]
  const last = names.pop() ?? ''
  let place: unknown = copy
  for (const name of names) place = Reflect.get(Object(place), name)
  if (typeof place !== 'object' || place === null) throw new Error(`no ${path.join(' ')}`)
  if (value === gone && !Reflect.has(place, last)) throw new Error(`no ${path.join(' ')}`)
  if (value === gone) Reflect.deleteProperty(place, last)
  else Reflect.set(place, last, value)
  return copy
}

const compared = (path: readonly string[], value: unknown) =>
  compareDocuments({ released, present: changed(path, value) })

const score = ['paths', '/v1/score', 'get'] as const
const answer = [...score, 'responses', '200'] as const
const schemas = ['components', 'schemas'] as const
const parameters = ['components', 'parameters'] as const
const intensity = [...schemas, 'CarbonIntensityResponse', 'properties'] as const
const fresh = { name: 'fresh', in: 'query', required: false, description: '', schema: { type: 'string' } } as const
const scoreParameters = document.paths['/v1/score']?.get?.parameters ?? []
const refs = (...names: string[]) => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

describe('a change that breaks clients is found and named', () => {
  const cases: readonly [name: string, path: readonly string[], value: unknown, sentence: string][] = [
    ['an operation is removed', ['paths', '/v1/score'], gone, 'GET /v1/score: the operation is gone'],
    ['a parameter is removed', [...score, 'parameters'], scoreParameters.slice(1), 'the parameter profile is gone'],
    [
      'a parameter becomes required',
      [...parameters, 'profile', 'required'],
      true,
      'the parameter profile is required now',
    ],
    [
      'a new parameter is required',
      [...parameters, 'profile'],
      { ...fresh, required: true },
      'the parameter fresh is required now',
    ],
    ['a parameter accepts less', [...parameters, 'hours', 'schema', 'maximum'], 24, '?hours: maximum was 48 and is 24'],
    [
      'a parameter has a narrower type',
      [...parameters, 'wPrice', 'schema', 'type'],
      'integer',
      '?wPrice: the type was number and is integer',
    ],
    [
      'a parameter loses a value',
      [...parameters, 'boundary', 'schema', 'enum'],
      ['production', 'direct'],
      '"consumption" is no value any more',
    ],
    [
      'a parameter has a list now',
      [...parameters, 'profile', 'schema', 'enum'],
      ['carbon'],
      '?profile: any value was accepted',
    ],
    [
      'a parameter demands a form',
      [...parameters, 'profile', 'schema', 'pattern'],
      '^[a-z]+$',
      '?profile: pattern was none',
    ],
    ['a default changes', [...parameters, 'hours', 'schema', 'default'], 12, '?hours: default was 24 and is 12'],
    ['a field is removed', [...intensity, 'mix'], gone, '.mix: the field is gone'],
    [
      'a field of a list is removed',
      [...schemas, 'MixEntry', 'properties', 'valueMW'],
      gone,
      '.mix[].valueMW: the field is gone',
    ],
    [
      'a field may be null now',
      [...intensity, 'timestamp', 'type'],
      ['string', 'null'],
      '.timestamp: the type was string and is string or null',
    ],
    [
      'a field may be missing now',
      [...schemas, 'CarbonIntensityResponse', 'required'],
      [],
      '.timestamp: was always there',
    ],
    [
      'a whole number becomes any',
      [...intensity, 'methodologyVersion', 'type'],
      'number',
      'the type was integer and is number',
    ],
    [
      'the form of a text changes',
      [...intensity, 'timestamp', 'format'],
      'date',
      '.timestamp: format was "date-time" and is "date"',
    ],
    [
      'an open operation needs a key',
      ['paths', '/api/plans', 'get', 'security'],
      [{ ApiKey: [] }],
      'GET /api/plans: a key is needed now',
    ],
    ['a way to send the key is lost', [...score, 'security'], [{ ApiKey: [] }], 'Bearer is no longer accepted'],
    ['a content type is lost', [...answer, 'content', 'text/plain'], gone, 'the content type text/plain is gone'],
    ['a header is lost', [...answer, 'headers', 'ETag'], gone, 'the header ETag is gone'],
    ['an answer is lost', [...score, 'responses', '200'], gone, 'GET /v1/score: the answer 200 is gone'],
  ]
  test.each(cases)('%s', (_, path, value, sentence) => {
    const sentences = compared(path, value)
    expect(sentences.filter((one) => one.includes(sentence))).not.toEqual([])
  })

  test('a value of an answer is removed, or its list opened', () => {
    const level = findList([...schemas, 'EnergyScore', 'properties', 'level'])
    const [first = '', ...others] = level.values
    expect(compared([...level.path, 'enum'], others).join()).toContain(`"${first}" is no value any more`)
    expect(compared([...level.path, 'enum'], gone).join()).toContain('it had a list of values, and now has any')
  })
})

describe('an additive change is none', () => {
  const cases: readonly [name: string, path: readonly string[], value: unknown][] = [
    ['an operation', ['paths', '/v1/fresh'], document.paths['/v1/score']],
    ['an optional parameter', [...parameters, 'profile'], document.components.parameters['profile']],
    ['a field', [...intensity, 'fresh'], { type: 'string' }],
    ['a larger maximum of a parameter', [...parameters, 'hours', 'schema', 'maximum'], 72],
    [
      'a value of a parameter',
      [...parameters, 'boundary', 'schema', 'enum'],
      ['production', 'direct', 'consumption', 'fresh'],
    ],
    ['a form that a parameter no longer demands', [...parameters, 'date', 'schema', 'pattern'], gone],
    ['a form of a text in an answer', [...intensity, 'methodology', 'pattern'], '^[^A-Z]'],
    ['a type of a parameter', [...parameters, 'hours', 'schema', 'type'], ['integer', 'string']],
    ['a whole number in an answer', [...intensity, 'totalGenerationMW', 'type'], 'integer'],
    ['an answer that is never null', [...intensity, 'dataSlotStart', 'type'], 'string'],
    ['another text', [...intensity, 'mix', 'description'], 'Another text.'],
    ['a refusal', [...score, 'responses', '418'], document.paths['/v1/score']?.get?.responses['400']],
    ['a content type', [...answer, 'content', 'text/fresh'], { schema: { type: 'string' } }],
    ['a key that is not needed any more', [...score, 'security'], []],
  ]
  test.each(cases)('%s', (_, path, value) => {
    expect(compared(path, value)).toEqual([])
  })

  test('a new optional parameter of an operation', () => {
    const present = changed([...parameters, 'fresh'], fresh)
    const operation = present.paths['/v1/score']?.get
    if (operation !== undefined) operation.parameters = [...scoreParameters, ...refs('fresh')]
    expect(compareDocuments({ released, present })).toEqual([])
  })

  test('a new value of an answer: a client takes a value that it does not know for unknown', () => {
    const level = findList([...schemas, 'EnergyScore', 'properties', 'level'])
    expect(compared([...level.path, 'enum'], [...level.values, 'Fresh'])).toEqual([])
  })
})

describe('the document of the last release', () => {
  test('has every operation with its answers, and no text', () => {
    expect(Object.keys(released.paths)).toEqual(Object.keys(document.paths))
    expect(released.components.schemas.ProblemDetails).toBeDefined()
    expect(JSON.stringify(released.components.schemas)).not.toMatch(/"description":"/)
    expect(released.release).toBe('1.0.0')
  })

  test('every change since the last release is additive, unless the changelog announces a new major version', async () => {
    const last = await readReleasedDocument(root)
    const changelog = await Bun.file(join(root, 'CHANGELOG.md')).text()
    const [, version = '', major = ''] = /^## ((\d+)\.\d+\.\d+), /m.exec(changelog) ?? []
    // Before 1.0.0 nothing was promised: that release writes the document.
    if (major === '0') return expect(last).toBeNull()
    expect(last?.release).toBe(version)
    // A release with such a line has a new major version.
    const [unreleased = ''] = changelog.split(/^## \d/m)
    if (unreleased.includes('**Breaking**')) return
    expect(last && compareDocuments({ released: last, present: document })).toEqual([])
  })
})

describe('alternatives', () => {
  const [text, none, number] = [{ type: 'string' }, { type: 'null' }, { type: 'number' }]
  const compareAs = (direction: Direction, before: readonly JsonSchema[], now: readonly JsonSchema[]) =>
    compareSchemas({ released: {}, present: {}, direction }, { anyOf: before }, { anyOf: now }, 'it')

  test('an answer may lose an alternative and gain none, a request the other way round', () => {
    expect(compareAs('answer', [text, none], [text, none, number])).toEqual(['it: an alternative is new or wider'])
    expect(compareAs('answer', [text, none, number], [text, none])).toEqual([])
    expect(compareAs('request', [text, none, number], [text, none])).toEqual(['it: an alternative is gone or narrower'])
    expect(compareAs('request', [text, none], [text, none, number])).toEqual([])
  })

  test('an object that contains itself is compared to its end', () => {
    const list = (value: JsonSchema): Record<string, JsonSchema> => ({
      List: {
        type: 'object',
        properties: { value, next: { anyOf: [{ $ref: '#/components/schemas/List' }, none] } },
      },
    })
    const reference = { $ref: '#/components/schemas/List' }
    const compareLists = (before: JsonSchema, now: JsonSchema) =>
      compareSchemas({ released: list(before), present: list(now), direction: 'answer' }, reference, reference, 'it')
    expect(compareLists(text, text)).toEqual([])
    expect(compareLists(text, number)).toEqual(['it.value: the type was string and is number'])
  })
})

/** The list of values of a field, wherever its references lead. */
function findList(path: readonly string[]): { path: readonly string[]; values: readonly string[] } {
  let field: unknown = document
  for (const name of path) field = Reflect.get(Object(field), name)
  const { $ref = '', enum: values } = Object(field)
  return Array.isArray(values) ? { path, values } : findList($ref.split('/').slice(1))
}
