import { type McpTool, mcpTools } from '@hexawatt/shared/contract/mcp/mcp-operation'
import { operations } from '@hexawatt/shared/contract/operations'
import { plusInAddress } from '@hexawatt/shared/contract/planning/schedule-parameters'
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

/** Without the format: JSON Schema does not know `double`, and an instant is taken in shorter forms than `date-time`. An argument is not written in an address. */
function argumentSchema(name: keyof typeof queryParameters): object {
  const { schema, description, example } = queryParameters[name]
  const { format: _, ...plain } = schema
  return { ...plain, description: description.replace(plusInAddress, ''), examples: [example] }
}
