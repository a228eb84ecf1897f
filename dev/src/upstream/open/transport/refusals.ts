import { type Fault, faultOf } from '../../faults/fault.ts'
import { retryAfterHeader } from '../../operator/answer-faults.ts'
import type { Publisher } from '../../subjects/publishers.ts'

/** A refusal in the form of its publisher. */
export class OpenRefusal extends Error {
  override readonly name = 'OpenRefusal'
  readonly response: Response

  constructor(response: Response) {
    super(`refused with ${response.status}`)
    this.response = response
  }
}

/** A refusal with a JSON body. */
export function jsonRefusal(status: number, body: unknown, headers: Record<string, string> = {}): OpenRefusal {
  return new OpenRefusal(Response.json(body, { status, headers }))
}

/** What a publisher answers to a failure of its own: JSON at the data portals, HTML elsewhere. */
function refusal(publisher: Publisher, status: number, message: string, headers: Record<string, string> = {}) {
  switch (publisher) {
    case 'odre':
      return jsonRefusal(status, { error_code: `HTTP${status}`, message }, headers)
    case 'energy-charts':
      return jsonRefusal(status, { detail: message }, headers)
    default:
      return new OpenRefusal(htmlPage(status, message, headers))
  }
}

function htmlPage(status: number, message: string, headers: Record<string, string> = {}): Response {
  const text = `<!DOCTYPE html>\n<html><head><title>${message}</title></head><body><h1>${message}</h1></body></html>\n`
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

/** The quota of the whole portal is used up. */
function quotaExhausted(now: Temporal.Instant, resetInSeconds: number): OpenRefusal {
  const resetTime = now.add({ seconds: resetInSeconds }).toString({ smallestUnit: 'second' })
  return jsonRefusal(429, {
    errorcode: 10_002,
    reset_time: resetTime,
    limit_time_unit: 'day',
    call_limit: 10_000,
    error: 'Too many requests on the domain. Please contact the domain administrator.',
  })
}

/** Longest wait that a bucket asks for, ms. */
const maxBucketWaitMs = 3_600_000

/**
 * One call per period in real time: an offset of the data's clock does not affect a rate. A call too early doubles the wait.
 *
 * @param readMs reads the real time, ms
 */
export function createTokenBucket(readMs: () => number = Date.now) {
  let nextCallMs = Number.NEGATIVE_INFINITY
  let refusedInRow = 0
  return {
    /** The wait before the next call, ms; 0 admits this one. */
    waitMs(refillMs: number): number {
      const nowMs = readMs()
      if (nowMs >= nextCallMs) {
        nextCallMs = nowMs + refillMs
        refusedInRow = 0
        return 0
      }
      refusedInRow += 1
      nextCallMs = nowMs + Math.min(maxBucketWaitMs, refillMs * 2 ** Math.min(refusedInRow, 20))
      return nextCallMs - nowMs
    },
  }
}
export type TokenBucket = ReturnType<typeof createTokenBucket>

/** Answers the first fault that replaces the whole answer. @throws OpenRefusal */
export function refuseByFault(
  publisher: Publisher,
  faults: readonly Fault[],
  { now, bucket }: { now: Temporal.Instant; bucket: TokenBucket },
): void {
  const limited = faultOf(faults, 'token_bucket')
  const waitMs = limited === undefined ? 0 : bucket.waitMs(limited.refillMs)
  if (waitMs > 0) throw refusal(publisher, 429, 'Too Many Requests', retryAfterHeader(Math.ceil(waitMs / 1_000)))
  for (const fault of faults) {
    const found = refusalOf(publisher, fault, now)
    if (found !== null) throw found
  }
}

function refusalOf(publisher: Publisher, fault: Fault, now: Temporal.Instant): OpenRefusal | null {
  switch (fault.kind) {
    case 'rate_limited':
      return refusal(publisher, 429, 'Too Many Requests', retryAfterHeader(fault.retryAfterSeconds))
    case 'error_500':
      return refusal(publisher, 500, 'Internal Server Error')
    case 'unavailable_503':
      return refusal(publisher, 503, 'Service Temporarily Unavailable')
    case 'not_found_404':
      return refusal(publisher, 404, 'Not Found')
    case 'html_200':
      return new OpenRefusal(htmlPage(200, 'Site en maintenance'))
    case 'quota_exhausted':
      return quotaExhausted(now, fault.resetInSeconds)
    case 'no_answer':
      return new OpenRefusal(new Response(brokenBeforeHeaders()))
    default:
      return null
  }
}

/** A body that fails before its first byte: the server then closes the connection without a status line. */
function brokenBeforeHeaders(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error() })
}
