import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import type { ProblemCode } from '@hexawatt/shared/contract/problem'
import { problemsOf } from '@hexawatt/shared/openapi/responses'
import { exampleRequests } from '../../openapi/testing/example-requests.ts'

/** Every operation, as `describe.each` takes it. */
export const everyOperation = operations.map((operation) => [operation.id, operation] as const)

/** Those that need a key, and those that need none. */
export const keyedOperations = everyOperation.filter(([, { needsKey }]) => needsKey)
export const publicOperations = everyOperation.filter(([, { needsKey }]) => !needsKey)

/** Those that the documentation says can be refused with a code. */
export function operationsWith(code: ProblemCode) {
  return everyOperation.filter(([, operation]) => [...problemsOf(operation).values()].flat().includes(code))
}

/** Codes of a status that the documentation lists for an operation, in the order of the alphabet. */
export function documentedCodes(operation: Operation, status: number): ProblemCode[] {
  return (problemsOf(operation).get(status) ?? []).toSorted()
}

/** A request of the operation that is answered with data. */
export function goodCall({ id }: Operation): string {
  return exampleRequests[id]
}

/** The path with what an operation cannot do without, and a query of one's own. */
export function callWith({ id, path }: Operation, query = ''): string {
  const parts = [id === 'getSchedule' ? 'durationMinutes=60' : '', query].filter((part) => part !== '')
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** Operations whose answers hold nothing of the grid: they carry neither its instant nor its kind of data. */
export function isWithoutData({ id }: Operation): boolean {
  return id === 'getPlans' || id === 'getProfiles' || id === 'getTariffs' || id === 'getElectricityMapsZones'
}
