import type { Operation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'

/** Longest piece of the caller's text that an error repeats, characters. */
const maxQuotedLength = 64

/**
 * Refuses query parameters that the operation does not know: a typo must not silently give the default.
 *
 * @throws AppError `unknown_parameter`
 */
export function checkQuery(operation: Operation, query: string): void {
  if (query === '') return
  const accepted: readonly string[] = operation.queryParameters
  for (const [name, value] of new URLSearchParams(query)) {
    if (!accepted.includes(name)) throw unknownParameter(name, value, accepted)
  }
}

function unknownParameter(name: string, value: string, accepted: readonly string[]): AppError {
  const remedy =
    accepted.length === 0 ? 'this endpoint takes no query parameters' : `accepted are: ${accepted.join(', ')}`
  return new AppError('unknown_parameter', {
    detail: `Query parameter ${quoted(name)} (received ${quoted(value)}) is not known; ${remedy}.`,
  })
}

/** What the caller sent, shortened, and without a key that was put into the query by mistake. */
function quoted(text: string): string {
  const safe = hideApiKeys(text)
  return JSON.stringify(safe.length > maxQuotedLength ? `${safe.slice(0, maxQuotedLength)}…` : safe)
}
