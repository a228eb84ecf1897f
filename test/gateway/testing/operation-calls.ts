import { buildExampleRequest } from '@hexawatt/shared/contract/entry/operation'
import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import { listProblems } from '@hexawatt/shared/openapi/responses'

/** Every operation, as `describe.each` takes it. */
export const everyOperation = operations.map((operation) => [operation.id, operation] as const)

/** Operations that need a key, and operations that need none. */
export const keyedOperations = everyOperation.filter(([, { needsKey }]) => needsKey)
export const publicOperations = everyOperation.filter(([, { needsKey }]) => !needsKey)

/** Operations that can be refused with a code, by the documentation. */
export function operationsWith(code: ProblemCode) {
  return everyOperation.filter(([, operation]) => [...listProblems(operation).values()].flat().includes(code))
}

/** Codes of a status that the documentation lists for an operation, in the order of the alphabet. */
export function documentedCodes(operation: Operation, status: number): ProblemCode[] {
  return (listProblems(operation).get(status) ?? []).toSorted()
}

/** A request of the operation that is answered with data. */
export function goodCall(operation: Operation): string {
  return buildExampleRequest(operation)
}

/** The path with the required parameters of an operation, and a further query. */
export function callWith({ path, requiredQuery }: Operation, query = ''): string {
  const parts = [requiredQuery, query].filter((part) => part !== '')
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
