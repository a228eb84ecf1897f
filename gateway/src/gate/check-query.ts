import type { Operation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { quoted } from '@hexawatt/shared/errors/quoted'
import { firstOther } from '@hexawatt/shared/http/query-parameters'

/**
 * Refuses query parameters that the operation does not know: a typo must not silently give the default.
 *
 * @throws AppError `unknown_parameter`
 */
export function checkQuery(operation: Operation, query: string): void {
  if (query === '') return
  const accepted: readonly string[] = operation.queryParameters
  const other = firstOther(query, accepted)
  if (other !== null) throw unknownParameter(other.name, other.value, accepted)
}

function unknownParameter(name: string, value: string, accepted: readonly string[]): AppError {
  const remedy =
    accepted.length === 0 ? 'this endpoint takes no query parameters' : `accepted are: ${accepted.join(', ')}`
  return new AppError('unknown_parameter', {
    detail: `Query parameter ${quoted(name)} (received ${quoted(value)}) is not known; ${remedy}.`,
  })
}
