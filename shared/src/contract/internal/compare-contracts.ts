import { operation } from '../entry/operation.ts'
import { BreakEven, ComparedCost, ContractComparison } from './contract-comparison.ts'

/**
 * Comparison of contracts for a load profile: an operation between gateway and svc-history, which no client can call. The profile comes in the body, so that no
 * address, cache key or log line holds it.
 */
export const compareContracts = operation({
  id: 'compareContracts',
  path: '/internal/contract-comparison',
  method: 'POST',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  response: ContractComparison,
  schemas: { ContractComparison, ComparedCost, BreakEven },
  chapter: 'MCP',
  summary: 'Cost and emissions of a load profile over a year under several contracts',
  notes: 'Only for the gateway.',
})

/** Operations between gateway and services, which have no public path. */
export const internalOperations = [compareContracts] as const
export type InternalOperation = (typeof internalOperations)[number]
