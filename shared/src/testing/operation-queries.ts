import type { AnyOperation, QueryParameterName } from '../contract/operations.ts'
import { type ParsedQuery, parseParameters, type QueriedOperation, readParameters } from '../http/parse-query.ts'

/** Names of the parameters of an operation, in the order of the documentation. */
export function listParameterNames({ query }: Pick<AnyOperation, 'query'>): readonly QueryParameterName[] {
  return Object.keys(query.entries) as QueryParameterName[]
}

/** Both steps for a query that needs no right of a plan. @throws AppError */
export function parseQuery<const Operation extends QueriedOperation>(
  operation: Operation,
  text: string,
): ParsedQuery<Operation> {
  return parseParameters(operation, readParameters(operation, text))
}
