import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { type McpTool, mcpTools } from '@hexawatt/shared/contract/formats/mcp-tools'
import { internalOperations } from '@hexawatt/shared/contract/internal/compare-contracts'
import { operations } from '@hexawatt/shared/contract/operations'
import type { ForwardedOperation } from '../upstream/service-request.ts'

/** Ids of the operations behind the tools whose arguments are a query. */
export type ToolOperationId =
  | Exclude<McpTool['operation'], 'compareContracts'>
  | 'getCarbonIntensity'
  | 'getGridStatus'
  | 'getCarbonConsumption'

const isOf =
  (id: ToolOperationId) =>
  (operation: (typeof operations)[number]): operation is ForwardedOperation & { id: ToolOperationId } =>
    operation.id === id

/** The operation behind a tool. */
export function getToolOperation(id: ToolOperationId): ForwardedOperation {
  const found = operations.find(isOf(id))
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}

/** Every operation that a tool can have. */
export const describedOperations: readonly OperationEntry[] = [...operations, ...internalOperations]

/** The tool of a name; null when there is none. */
export function findTool(name: string): McpTool | null {
  return mcpTools.find((tool) => tool.name === name) ?? null
}
