import type { ParameterSchema } from '@hexawatt/shared/contract/entry/operation'
import { type McpTool, mcpTools } from '@hexawatt/shared/contract/formats/mcp-tools'
import { ComparisonArguments } from '@hexawatt/shared/contract/internal/contract-comparison'
import { plusInUrl } from '@hexawatt/shared/contract/query/requested-time'
import { describeParameter } from '@hexawatt/shared/openapi/request-parameters'
import {
  createArgumentsSchema,
  createComponentSchemas,
  findBodyName,
} from '@hexawatt/shared/openapi/schemas/component-schemas'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { describedOperations, getToolOperation, type ToolOperationId } from './tool-list.ts'

type OutputSchema = NonNullable<Tool['outputSchema']>

type Schema = Record<string, unknown>

const schemas: Readonly<Record<string, Schema>> = createComponentSchemas(describedOperations)

type OperationId = McpTool['operation'] | ToolOperationId

function getBodyName(id: OperationId): string {
  const operation = describedOperations.find((one) => one.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return findBodyName(operation)
}
const getBodySchema = (id: OperationId): Schema => schemas[getBodyName(id)] ?? {}
const componentRef = '#/components/schemas/'
const readComponentRef = (name: string): Schema => ({ $ref: `${componentRef}${name}` })

/** `double` and `int32` are formats of OpenAPI that JSON Schema does not know. */
const isNumberFormat = (key: string, value: unknown): boolean =>
  key === 'format' && (value === 'double' || value === 'int32')

const comparisonSchema = createArgumentsSchema(ComparisonArguments) as Tool['inputSchema']

/** The answer of `tools/list`. The contract gives each tool its arguments and its output: the query parameters and the body of the tool's operation. */
export const listedTools: readonly Tool[] = mcpTools.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.operation === 'compareContracts' ? comparisonSchema : makeInputSchema(tool.operation),
  outputSchema: makeOutputSchema(tool),
  // Every tool only reads, and its answer changes with the grid.
  annotations: {
    title: tool.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
}))

/** The query parameters of an operation as arguments. */
function makeInputSchema(id: ToolOperationId): Tool['inputSchema'] {
  const { entries } = getToolOperation(id).query
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries<ParameterSchema>(entries).map(([name, entry]) => [name, makeArgumentSchema(entry)]),
    ),
    additionalProperties: false,
  }
}

/**
 * The format is dropped: JSON Schema does not know `double`, and instants are accepted in shorter forms than `date-time`. An argument needs no URL encoding.
 */
function makeArgumentSchema(parameter: ParameterSchema): object {
  const { schema, description, example } = describeParameter(parameter)
  const { format: _, ...plain } = schema
  return { ...plain, description: description.replace(plusInUrl, ''), examples: [example] }
}

/** The schema of the structured answer, with everything that it refers to. */
function makeOutputSchema({ operation, joins }: McpTool): OutputSchema {
  const answer = Object.keys(joins).length === 0 ? getBodySchema(operation) : joinSchemas(operation, joins)
  const { $defs, ...schema } = includeDefinitions(answer)
  return { ...schema, type: 'object', ...(Object.keys($defs).length === 0 ? {} : { $defs }) }
}

/** The schema of a tool that joins several bodies: every body except the tool's own may be null, and `unavailable` says why. */
function joinSchemas(own: OperationId, joins: Readonly<Record<string, ToolOperationId>>): Schema {
  const parts = Object.entries(joins).map(([name, id]): [string, Schema] => {
    const ref = readComponentRef(getBodyName(id))
    return [name, id === own ? ref : { anyOf: [ref, { type: 'null' }] }]
  })
  const unavailable = {
    type: 'array',
    items: readComponentRef('ProblemDetails'),
    description: 'Why a part is null: the problem of its endpoint.',
  }
  const properties = { ...Object.fromEntries(parts), unavailable }
  return { properties, required: Object.keys(properties) }
}

/**
 * A schema without references to other documents: referenced schemas become its `$defs`. Objects are open, because an answer may gain members while a client
 * holds the list of tools.
 */
function includeDefinitions(schema: Schema): Schema & { $defs: Record<string, unknown> } {
  const $defs: Record<string, unknown> = {}

  function define(name: string): void {
    if (name in $defs) return
    $defs[name] = null
    $defs[name] = resolveRefs(schemas[name] ?? {})
  }

  function resolveRefs(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolveRefs)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(
      ([key, inner]) => !(key === 'additionalProperties' && inner === false) && !isNumberFormat(key, inner),
    )
    return Object.fromEntries(
      entries.map(([key, inner]) => {
        if (key !== '$ref') return [key, resolveRefs(inner)]
        const name = String(inner).slice(componentRef.length)
        define(name)
        return [key, `#/$defs/${name}`]
      }),
    )
  }

  const body = resolveRefs(schema)
  return { ...Object(body), $defs }
}
