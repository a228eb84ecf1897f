import { type ProblemCode, problemTable } from '@hexawatt/shared/contract/problem'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { ServiceResponse } from './service-request.ts'

/** `Retry-After` when a service answers with an unknown problem, s. */
const retryAfterSeconds = 5

/** Members of a problem body that the gateway sets itself. */
const ownMembers: ReadonlySet<string> = new Set([
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'error',
  'traceId',
])

/**
 * A service's refusal as an AppError: concurrent requests share the refusal, and each is answered with its own trace. An unknown code comes from a newer
 * service: it becomes `service_unavailable`.
 */
export function toServiceProblem({ status, headers, body }: ServiceResponse): AppError {
  const problem: unknown = body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : null
  const { code, detail } = Object(problem)
  if (!isProblemCode(code) || problemTable[code].status !== status || typeof detail !== 'string') {
    return new AppError('service_unavailable', {
      detail: 'The service behind this endpoint does not answer as expected at the moment.',
      retryAfterSeconds,
      cause: new Error(`a service answered ${status} without a known problem`),
    })
  }
  const extras = Object.entries(Object(problem)).filter(([name]) => !ownMembers.has(name))
  const retryAfter = headers['retry-after']
  return new AppError(code, {
    detail,
    extras: Object.fromEntries(extras),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  })
}

function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(problemTable, code)
}

/**
 * Whether a response is a problem for the client. 401, 404 and 405 are not: the gateway has checked path and method, so they mean that token,
 * principal or versions do not match.
 */
export function isForwardableProblem({
  status,
  headers,
}: {
  status: number
  headers: Record<string, string>
}): boolean {
  if (status === 401 || status === 404 || status === 405) return false
  return status >= 400 && (headers['content-type'] ?? '').startsWith('application/problem+json')
}
