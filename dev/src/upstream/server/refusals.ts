import { type Fault, findFault } from '../faults/fault.ts'
import type { Publisher } from '../subjects/publishers.ts'
import type { CallLimits } from './call-limits.ts'

/** A refusal of a call, in the form of its publisher. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly response: Response

  constructor(response: Response) {
    super(`refused with ${response.status}`)
    this.response = response
  }
}

/** The response of some work, or of the refusal that it throws. Thrown through the framework, a page with status 200 would become a 500. */
export async function answerOrRefuse(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error.response
    throw error
  }
}

type Headers = Readonly<Record<string, string>>

/** A refusal with a JSON body. */
export function createJsonRefusal(status: number, body: unknown, headers: Headers = {}): Refusal {
  return new Refusal(Response.json(body, { status, headers }))
}

/** A refusal of the operator with a functional or technical code, in the body that real clients recorded. */
export function createOperatorRefusal(
  status: number,
  code: string,
  description: string,
  headers: Headers = {},
): Refusal {
  const transactionId = `Id-${crypto.getRandomValues(new Uint8Array(12)).toHex()}`
  const body = {
    error: code,
    error_description: description,
    error_uri: '',
    error_details: { transaction_id: transactionId },
  }
  return createJsonRefusal(status, body, headers)
}

/** A technical refusal: its status, the operator's code and description, and the title that open publishers write. */
type Technical = { status: number; code: string; description: string; title: string; headers?: Headers }

/** Refusals that say nothing about the parameters of the call. `COMMON_ERROR_T03` is the operator's only publicly observed technical code. */
const technical = {
  badToken: {
    status: 401,
    code: 'COMMON_ERROR_T01',
    description: 'The access token is missing, unknown or expired.',
    title: 'Unauthorized',
    headers: { 'www-authenticate': 'Bearer' },
  },
  tooLarge: {
    status: 413,
    code: 'COMMON_ERROR_T02',
    description: 'The response exceeds 7 MB. Ask for a shorter period.',
    title: 'Content Too Large',
  },
  unknown: {
    status: 500,
    code: 'COMMON_ERROR_T03',
    description: 'Error code unknown.',
    title: 'Internal Server Error',
  },
  notFound: {
    status: 404,
    code: 'COMMON_ERROR_T04',
    description: 'Nothing is served at this path.',
    title: 'Not Found',
  },
  tooMany: {
    status: 429,
    code: 'COMMON_ERROR_T05',
    description: 'Too many calls in the time window.',
    title: 'Too Many Requests',
  },
  maintenance: {
    status: 503,
    code: 'COMMON_ERROR_T06',
    description: 'The service is down for maintenance.',
    title: 'Service Temporarily Unavailable',
  },
} satisfies Record<string, Technical>

/** A technical refusal in the form of its publisher: JSON at the operator, the references and the data portals, HTML elsewhere. */
export function createTechnicalRefusal(
  publisher: Publisher,
  name: keyof typeof technical,
  more: Headers = {},
): Refusal {
  const { status, code, description, title, headers: own }: Technical = technical[name]
  const headers = { ...own, ...more }
  switch (publisher) {
    case 'rte':
    case 'ademe':
    case 'ember':
      return createOperatorRefusal(status, code, description, headers)
    case 'odre':
      return createJsonRefusal(status, { error_code: `HTTP${status}`, message: title }, headers)
    case 'energy-charts':
      return createJsonRefusal(status, { detail: title }, headers)
    case 'open-meteo':
      return createJsonRefusal(status, { error: true, reason: description }, headers)
    case 'rte-zip':
    case 'rte-services':
    case 'couleur-tempo':
    case 'cre':
      return createHtmlRefusal(status, title, headers)
  }
}

/** A 429; without a wait it has no `Retry-After`. */
export function createTooManyCallsRefusal(publisher: Publisher, waitSeconds: number | null): Refusal {
  return createTechnicalRefusal(
    publisher,
    'tooMany',
    waitSeconds === null ? {} : { 'retry-after': String(waitSeconds) },
  )
}

function createHtmlRefusal(status: number, message: string, headers: Headers = {}): Refusal {
  const text = `<!DOCTYPE html>\n<html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>\n`
  return new Refusal(
    new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } }),
  )
}

type CallOfPublisher = { publisher: Publisher; now: Temporal.Instant; limits: CallLimits }

/** Waits for the delay of `slow`, then throws the refusal of the first fault that puts one in place of the answer. @throws Refusal */
export async function refuseByFault(
  faults: readonly Fault[],
  { publisher, now, limits }: CallOfPublisher,
): Promise<void> {
  const slow = findFault(faults, 'slow')
  if (slow !== undefined) await Bun.sleep(slow.delayMs)
  const bucket = findFault(faults, 'token_bucket')
  const waitMs = bucket === undefined ? 0 : limits.waitMs('energy-charts', bucket.refillMs, 'doubleTheWait')
  if (waitMs > 0) throw createTooManyCallsRefusal(publisher, Math.ceil(waitMs / 1_000))
  for (const fault of faults) {
    const refusal = refusalOf(publisher, fault, now)
    if (refusal !== null) throw refusal
  }
}

/** The refusal of a fault; null for a fault that changes the answer instead. */
function refusalOf(publisher: Publisher, fault: Fault, now: Temporal.Instant): Refusal | null {
  switch (fault.kind) {
    case 'expired_token':
      return createTechnicalRefusal(publisher, 'badToken')
    case 'rate_limited':
      return createTooManyCallsRefusal(publisher, fault.retryAfterSeconds)
    case 'error_500':
      return createTechnicalRefusal(publisher, 'unknown')
    case 'unavailable_503':
      return createTechnicalRefusal(publisher, 'maintenance')
    case 'too_large_413':
      return createTechnicalRefusal(publisher, 'tooLarge')
    case 'not_found_404':
      return createTechnicalRefusal(publisher, 'notFound')
    case 'html_200':
      return createHtmlRefusal(200, 'Site en maintenance')
    case 'quota_exhausted':
      return createQuotaRefusal(now, fault.resetInSeconds)
    case 'no_answer':
      return new Refusal(new Response(createBrokenStream()))
    default:
      return null
  }
}

/** The quota of the whole portal is used up. */
function createQuotaRefusal(now: Temporal.Instant, resetInSeconds: number): Refusal {
  return createJsonRefusal(429, {
    errorcode: 10_002,
    reset_time: now.add({ seconds: resetInSeconds }).toString({ smallestUnit: 'second' }),
    limit_time_unit: 'day',
    call_limit: 10_000,
    error: 'Too many requests on the domain. Please contact the domain administrator.',
  })
}

/** A body that fails before its first byte: the server then closes the connection without a status line. */
function createBrokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error() })
}
