import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { findProblemPage } from '../problems/problem-page.ts'

/** What stands at a path. */
export type Resource = { kind: 'operation'; operation: Operation } | { kind: 'page'; html: string }

const operationByPath: ReadonlyMap<string, Resource> = new Map(
  operations.map((operation) => [operation.path, { kind: 'operation', operation }]),
)

const problemPagesPath = '/problems/'

/** The methods of every path. */
export const allowedMethods = 'GET, HEAD, OPTIONS'
const allowed: ReadonlySet<string> = new Set(allowedMethods.split(', '))

/**
 * Finds what stands at a path. Paths are exact: no trailing slash, case-sensitive.
 *
 * @throws AppError `not_found`
 */
export function matchResource(path: string): Resource {
  const known = operationByPath.get(path) ?? matchPage(path)
  if (known !== null) return known
  throw new AppError('not_found', { detail: 'Nothing is served at this path.' })
}

/**
 * The API is read-only on every path.
 *
 * @throws AppError `method_not_allowed` with `Allow`
 */
export function requireReadMethod(method: string): void {
  if (allowed.has(method)) return
  throw new AppError('method_not_allowed', {
    detail: `${method} is not possible here; use ${allowedMethods}.`,
    headers: { allow: allowedMethods },
  })
}

function matchPage(path: string): Resource | null {
  if (!path.startsWith(problemPagesPath)) return null
  const html = findProblemPage(path.slice(problemPagesPath.length))
  return html === null ? null : { kind: 'page', html }
}
