import { type McpTool, mcpTools } from '@hexawatt/shared/contract/mcp/mcp-operation'
import { operations } from '@hexawatt/shared/contract/operations'
import { plusInQuery } from '@hexawatt/shared/contract/planning/schedule-parameters'
import { queryParameters } from '@hexawatt/shared/contract/query-parameters'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { ForwardedOperation } from '../upstream/service-request.ts'

/** Ids of the operations that tools ask. */
export type ToolOperationId = McpTool['operation'] | 'getCarbonIntensity' | 'getGridStatus'

const isOf =
  (id: ToolOperationId) =>
  (operation: (typeof operations)[number]): operation is ForwardedOperation & { id: ToolOperationId } =>
    operation.id === id

/** The operation that a tool asks. */
export function toolOperation(id: ToolOperationId): ForwardedOperation {
  const found = operations.find(isOf(id))
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}

/** The tool of a name; null when there is none. */
export function toolNamed(name: string): McpTool | null {
  return mcpTools.find((tool) => tool.name === name) ?? null
}

/** What `tools/list` answers: the arguments of a tool are the query parameters of its operation, from the contract. */
export const listedTools: readonly Tool[] = mcpTools.map(({ name, title, description, operation }) => ({
  name,
  title,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(toolOperation(operation).queryParameters.map((one) => [one, argumentSchema(one)])),
    additionalProperties: false,
  },
  // Every tool reads, and what it reads changes with the grid.
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
}))

/** `double` and `int32` are words of OpenAPI, which JSON Schema does not know; an argument is not written as a query either. */
function argumentSchema(name: keyof typeof queryParameters): object {
  const { schema, description, example } = queryParameters[name]
  const { format, ...plain } = schema
  const typed = format === 'date-time' ? { ...plain, format } : plain
  return { ...typed, description: description.replace(plusInQuery, ''), examples: [example] }
}
