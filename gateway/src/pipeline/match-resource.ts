import { type Operation, operations } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '../http/answer.ts'

/** What stands at a path. */
export type Resource = { kind: 'operation'; operation: Operation } | { kind: 'page'; answer: PageAnswer }

/** Answers a request for a page; what shows data may have to wait for them. */
export type PageAnswer = (request: Request) => Answer | Promise<Answer>

/** Finds a page or a document by its path; null when there is none. */
export type FindPage = (path: string) => PageAnswer | null

const operationByPath: ReadonlyMap<string, Resource> = new Map(
  operations.map((operation) => [operation.path, { kind: 'operation', operation }]),
)

/** The methods of every path. */
export const allowedMethods = 'GET, HEAD, OPTIONS'
const allowed: ReadonlySet<string> = new Set(allowedMethods.split(', '))

/**
 * Finds what stands at a path. Paths are exact: no trailing slash, case-sensitive.
 *
 * @throws AppError `not_found`
 */
export function matchResource(path: string, findPage: FindPage): Resource {
  const known = operationByPath.get(path)
  if (known !== undefined) return known
  const answer = findPage(path)
  if (answer !== null) return { kind: 'page', answer }
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
