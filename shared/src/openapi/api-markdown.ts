import { formatMarkdownTable } from '../command-line/tables.ts'
import type { OperationEntry } from '../contract/entry/operation.ts'
import { problemTable, publicProblemCodes } from '../contract/problem.ts'
import { findComponentName } from './schemas/component-schemas.ts'
import type { JsonSchema, OpenApiDocument, OperationObject, Parameter, Reference } from './schemas/document-types.ts'

/** The document as Markdown: `docs/guide/api.md`. */
export function renderApiMarkdown(document: OpenApiDocument): string {
  const { info, paths, components } = document
  return `${[
    '# The API',
    'Generated from the contract by `bun run docs`: edit the contract, not this page. A running gateway serves an interactive reference at `/docs` and OpenAPI 3.1 at `/openapi.json`.',
    info.description,
    '## Endpoints',
    ...Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) =>
        renderOperation(method.toUpperCase(), path, operation, document),
      ),
    ),
    '## Request headers',
    renderRequestHeaders(document),
    '## Response headers',
    renderResponseHeaders(document),
    '## Error codes',
    renderCodes(),
    '## Objects',
    ...Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema)),
  ].join('\n\n')}\n`
}

/** The list of endpoints in docs/guide/README.md. */
export function renderEndpointTable(operations: readonly OperationEntry[]): string {
  const rows = operations.map(({ method, path, needsKey, summary }) => [
    `\`${method} ${path}\``,
    needsKey ? 'yes' : 'no',
    summary,
  ])
  return formatMarkdownTable(['endpoint', 'key', 'what'], rows)
}

function renderRequestHeaders({ components }: OpenApiDocument): string {
  const headers = Object.values(components.parameters).filter((parameter) => parameter.in === 'header')
  const rows = headers.map(({ name, description }) => [`\`${name}\``, description])
  return formatMarkdownTable(
    ['header', 'meaning'],
    [
      ...Object.values(components.securitySchemes).map((scheme) => [
        `\`${scheme.type === 'apiKey' ? scheme.name : 'Authorization'}\``,
        scheme.description,
      ]),
      ['`Accept`', 'Content type of the success body; see Formats.'],
      ...rows,
    ],
  )
}

function renderResponseHeaders({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.headers).map(([name, { description, example }]) => [
    `\`${name}\``,
    description,
    `\`${String(example)}\``,
  ])
  return formatMarkdownTable(['header', 'meaning', 'example'], rows)
}

function renderCodes(): string {
  const rows = publicProblemCodes.map((code) => {
    const { status, title, remedy } = problemTable[code]
    return [String(status), `\`${code}\``, `${title}. ${remedy}`]
  })
  return formatMarkdownTable(['status', 'code', 'meaning, and what to do'], rows)
}

/** One operation: purpose, parameters, statuses, and a recorded call. */
function renderOperation(
  method: string,
  path: string,
  operation: OperationObject,
  { components }: OpenApiDocument,
): string {
  const inQuery = operation.parameters
    .map((reference) => components.parameters[findComponentName(reference)])
    .filter((parameter) => parameter?.in === 'query')
  const example = components.examples[operation.operationId]
  return [
    `### ${method} ${path}`,
    `${operation.summary}. ${operation.description}`,
    describeKey(operation),
    renderParameters(inQuery.filter((parameter) => parameter !== undefined)),
    ...renderBody(operation),
    formatMarkdownTable(['status', 'answer'], listStatuses(operation)),
    `\`${example?.summary}\`, recorded with demo data, long lists shortened:`,
    renderExample(example?.value),
  ].join('\n\n')
}

/** The body of a request, where one is sent. */
function renderBody({ requestBody }: OperationObject): string[] {
  if (requestBody === undefined) return []
  const examples = Object.values(requestBody.content).map(({ example }) => renderExample(example))
  return [`Body: ${requestBody.description}`, ...examples]
}

function describeKey({ security }: OperationObject): string {
  if (security.length === 0) return 'Needs no key.'
  const takesBasic = security.some((scheme) => 'Basic' in scheme)
  return takesBasic ? 'Needs a key, also accepted as the password of HTTP Basic.' : 'Needs a key.'
}

/** A body that is not JSON is shown unchanged. */
function renderExample(value: unknown): string {
  return typeof value === 'string'
    ? renderCodeBlock('text', value.trimEnd().replaceAll('\r\n', '\n'))
    : renderCodeBlock('json', JSON.stringify(value, null, 2))
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'No query parameters.'
  const rows = parameters.map(({ name, schema, description }) => [
    `\`${name}\``,
    describeType(schema),
    schema.default === undefined ? '' : `\`${String(schema.default)}\``,
    description,
  ])
  return formatMarkdownTable(['parameter', 'type', 'default', 'meaning'], rows)
}

/** Successful responses by body, refusals by code. */
function listStatuses({ responses }: OperationObject): string[][] {
  return Object.entries(responses).map(([status, { description, content = {} }]) => {
    const problem = content['application/problem+json']
    if (problem?.examples !== undefined) return [status, Object.keys(problem.examples).map(renderCodeLink).join(', ')]
    const typesBySchema = Map.groupBy(Object.keys(content), (type) => describeType(content[type]?.schema ?? {}))
    const bodies = [...typesBySchema].map(([schema, types]) => `${schema} as ${types.join(', ')}`)
    return [status, bodies.length === 0 ? description : bodies.join('; ')]
  })
}

const renderCodeLink = (code: string): string => `[\`${code}\`](#error-codes)`

/** The fields of an object in order, or the description of another schema. */
function renderSchema(name: string, schema: JsonSchema): string {
  const { properties, description = '' } = schema
  if (properties === undefined) {
    const alternatives = schema.anyOf ?? schema.oneOf
    return `### ${name}\n\n${description}${alternatives === undefined ? '' : ` ${describeType(schema)}.`}`
  }
  const rows = Object.entries(properties).map(([field, value]) => [
    `\`${field}\``,
    describeType(value),
    isNullable(value) ? 'yes' : 'no',
    value.description ?? '',
  ])
  const table = formatMarkdownTable(['field', 'type', 'null', 'meaning'], rows)
  return `### ${name}\n\n${description}\n\n${table}`
}

/** The type in a few words; a named object is a link. */
export function describeType(schema: JsonSchema | Reference): string {
  if ('$ref' in schema) return renderLink(schema)
  const options = (schema.anyOf ?? schema.oneOf ?? []).filter((option) => !('type' in option && option.type === 'null'))
  if (options.length > 0) return options.map(describeType).join(' or ')
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum !== undefined)
    return schema.enum
      .filter((value) => value !== null)
      .map((value) => `\`${value}\``)
      .join(', ')
  const type = [schema.type].flat().find((name) => name !== 'null') ?? 'any'
  if (type === 'array') return `array of ${describeType(schema.items ?? {})}`
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') return `map of string to ${describeType(additionalProperties)}`
  return `${schema.format ?? type}${describeRange(schema)}`
}

/** Describes the limits, except those of every 32-bit integer. */
function describeRange({ minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined && maximum !== undefined) return ` above ${exclusiveMinimum}, up to ${maximum}`
  if (minimum === undefined || maximum === undefined || minimum === -(2 ** 31)) return ''
  return ` ${minimum}–${maximum}`
}

function isNullable(schema: JsonSchema | Reference): boolean {
  if ('$ref' in schema) return false
  const { type = [], anyOf = [] } = schema
  return type.includes('null') || anyOf.some((option) => 'type' in option && option.type === 'null')
}

function renderLink(reference: Reference): string {
  const name = findComponentName(reference)
  return `[${name}](#${name.toLowerCase()})`
}

function renderCodeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
