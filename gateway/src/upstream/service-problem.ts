import { type ProblemCode, problemTable } from '@hexawatt/shared/contract/problem'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { ServiceAnswer } from './service-request.ts'

/** Seconds after which a customer asks again. */
const retryAfterSeconds = 5

/** Members of a problem body that the gateway writes itself. */
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
 * A service's refusal as an error of the gateway's own: several requests may have waited for it, and each is answered with its own
 * trace. A code that is not known comes from a newer service beside this gateway: it is passed on as a service that cannot be used.
 */
export function serviceProblem({ status, headers, body }: ServiceAnswer): AppError {
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
 * A problem of the service is the customer's to read, except when it is about the hop itself: the gateway knows the path
 * and the method, so these mean that token, principal or versions do not match.
 */
export function isPassableProblem({ status, headers }: { status: number; headers: Record<string, string> }): boolean {
  if (status === 401 || status === 404 || status === 405) return false
  return status >= 400 && (headers['content-type'] ?? '').startsWith('application/problem+json')
}
