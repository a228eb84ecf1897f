import { markdownTable } from '../command-line/tables.ts'
import type { OperationEntry } from '../contract/entry/operation.ts'
import { problemTable, publicProblemCodes } from '../contract/problem.ts'
import type { JsonSchema, OpenApiDocument, OperationObject, Parameter, Reference } from './document-types.ts'

/** The document as Markdown: `docs/guide/api.md`. */
export function apiMarkdown(document: OpenApiDocument): string {
  const { info, paths, components } = document
  return `${[
    '# The API',
    'Made from the contract by `bun run docs`; change it there. The same as a reference to try out is at `/docs` of a running gateway, and as OpenAPI 3.1 at `/openapi.json`.',
    info.description,
    '## Endpoints',
    ...Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) =>
        operationMarkdown(method.toUpperCase(), path, operation, document),
      ),
    ),
    '## Request headers',
    headersOfRequests(document),
    '## Response headers',
    headersOfAnswers(document),
    '## Error codes',
    codes(),
    '## Objects',
    ...Object.entries(components.schemas).map(([name, schema]) => schemaMarkdown(name, schema)),
  ].join('\n\n')}\n`
}

/** The list of endpoints in README.md. */
export function endpointTable(operations: readonly OperationEntry[]): string {
  const rows = operations.map(({ method, path, needsKey, summary }) => [
    `\`${method} ${path}\``,
    needsKey ? 'yes' : 'no',
    summary,
  ])
  return markdownTable(['endpoint', 'key', 'what'], rows)
}

function headersOfRequests({ components }: OpenApiDocument): string {
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === 'header')
  const rows = headers.map(({ name, description }) => [`\`${name}\``, description])
  return markdownTable(
    ['header', 'meaning'],
    [
      ...Object.values(components.securitySchemes).map((scheme) => [
        `\`${scheme.type === 'apiKey' ? scheme.name : 'Authorization'}\``,
        scheme.description,
      ]),
      ['`Accept`', 'Type of the success body; see Formats.'],
      ...rows,
    ],
  )
}

function headersOfAnswers({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.headers).map(([name, { description, example }]) => [
    `\`${name}\``,
    description,
    `\`${String(example)}\``,
  ])
  return markdownTable(['header', 'meaning', 'example'], rows)
}

function codes(): string {
  const rows = publicProblemCodes.map((code) => {
    const { status, title, remedy } = problemTable[code]
    return [String(status), `\`${code}\``, `${title}. ${remedy}`]
  })
  return markdownTable(['status', 'code', 'meaning, and what to do'], rows)
}

/** One operation: purpose, parameters, statuses, and a recorded call. */
function operationMarkdown(
  method: string,
  path: string,
  operation: OperationObject,
  { components }: OpenApiDocument,
): string {
  const inQuery = operation.parameters
    .map((reference) => components.parameters[nameOf(reference)])
    .filter((parameter) => parameter?.in === 'query')
  const example = components.examples[operation.operationId]
  return [
    `### ${method} ${path}`,
    `${operation.summary}. ${operation.description}`,
    keyText(operation),
    parametersMarkdown(inQuery.filter((parameter) => parameter !== undefined)),
    ...bodyMarkdown(operation),
    markdownTable(['status', 'answer'], statuses(operation)),
    `\`${example?.summary}\`, recorded on demo data, long lists cut:`,
    exampleBlock(example?.value),
  ].join('\n\n')
}

/** The body of a request, where one is sent. */
function bodyMarkdown({ requestBody }: OperationObject): string[] {
  if (requestBody === undefined) return []
  const examples = Object.values(requestBody.content).map(({ example }) => exampleBlock(example))
  return [`Body: ${requestBody.description}`, ...examples]
}

function keyText({ security }: OperationObject): string {
  if (security.length === 0) return 'Needs no key.'
  const takesBasic = security.some((scheme) => 'Basic' in scheme)
  return takesBasic ? 'Needs a key; the password of HTTP Basic is accepted too.' : 'Needs a key.'
}

/** A body that is no JSON is shown as it is sent. */
function exampleBlock(value: unknown): string {
  return typeof value === 'string'
    ? codeBlock('text', value.trimEnd().replaceAll('\r\n', '\n'))
    : codeBlock('json', JSON.stringify(value, null, 2))
}

function parametersMarkdown(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'No query parameters.'
  const rows = parameters.map(({ name, schema, description }) => [
    `\`${name}\``,
    typeText(schema),
    schema.default === undefined ? '' : `\`${String(schema.default)}\``,
    description,
  ])
  return markdownTable(['parameter', 'type', 'default', 'meaning'], rows)
}

/** Successful responses by body, refusals by code. */
function statuses({ responses }: OperationObject): string[][] {
  return Object.entries(responses).map(([status, { description, content = {} }]) => {
    const problem = content['application/problem+json']
    if (problem?.examples !== undefined) return [status, Object.keys(problem.examples).map(codeLink).join(', ')]
    const typesBySchema = Map.groupBy(Object.keys(content), (type) => typeText(content[type]?.schema ?? {}))
    const bodies = [...typesBySchema].map(([schema, types]) => `${schema} as ${types.join(', ')}`)
    return [status, bodies.length === 0 ? description : bodies.join('; ')]
  })
}

const codeLink = (code: string): string => `[\`${code}\`](#error-codes)`

/** The fields of an object in order, or the description of another schema. */
function schemaMarkdown(name: string, schema: JsonSchema): string {
  const { properties, description = '' } = schema
  if (properties === undefined) {
    const alternatives = schema.anyOf ?? schema.oneOf
    return `### ${name}\n\n${description}${alternatives === undefined ? '' : ` ${typeText(schema)}.`}`
  }
  const rows = Object.entries(properties).map(([field, value]) => [
    `\`${field}\``,
    typeText(value),
    isNullable(value) ? 'yes' : 'no',
    value.description ?? '',
  ])
  const table = markdownTable(['field', 'type', 'null', 'meaning'], rows)
  return `### ${name}\n\n${description}\n\n${table}`
}

/** The type in a few words; a named object is a link. */
export function typeText(schema: JsonSchema | Reference): string {
  if ('$ref' in schema) return link(schema)
  const options = (schema.anyOf ?? schema.oneOf ?? []).filter((option) => !('type' in option && option.type === 'null'))
  if (options.length > 0) return options.map(typeText).join(' or ')
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

/** Limits, except those of every 32-bit integer. */
function rangeText({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined && maximum !== undefined) return ` above ${exclusiveMinimum}, up to ${maximum}`
  if (minimum === undefined || maximum === undefined || minimum === -(2 ** 31)) return ''
  return ` ${minimum}–${maximum}`
}

function isNullable(schema: JsonSchema | Reference): boolean {
  if ('$ref' in schema) return false
  const { type = [], anyOf = [] } = schema
  return type.includes('null') || anyOf.some((option) => 'type' in option && option.type === 'null')
}

/** Name of the referenced component. */
export const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

function link(reference: Reference): string {
  const name = nameOf(reference)
  return `[${name}](#${name.toLowerCase()})`
}

/** A block of code. */
function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
