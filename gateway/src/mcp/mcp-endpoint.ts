import { createConcurrencyLimit } from '@hexawatt/shared/bounds/concurrency-limit'
import { AppError, quoteInput } from '@hexawatt/shared/errors/app-error'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type CallToolDeps, createCallTool } from './call-tool.ts'
import type { Exchange } from './mcp-exchange.ts'

/** Messages of one account that a gateway answers at once. */
export const maxMcpCallsPerAccount = 4

/** `Retry-After` of an account at that limit, s. */
const retryAfterSeconds = 1

/** Longest message, characters. */
const maxMessageLength = 16 * 1_024

/** Longest time a body may take to arrive, ms. */
const bodyTimeoutMs = 5_000

/** Longest time a message may take to answer, ms: a tool asks its services at once, and each has 5 s. */
const answerTimeoutMs = 8_000

const jsonType = /^application\/json\s*(?:;|$)/i

/** Hosts of pages on the user's own machine, such as the MCP inspector. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Makes the answer to `POST /mcp`: one message of the Model Context Protocol, without a session and without a stream. */
export function createAnswerMcp(deps: CallToolDeps) {
  const callTool = createCallTool(deps)
  const calls = createConcurrencyLimit(maxMcpCallsPerAccount)
  const ownOrigin = new URL(deps.publicBaseUrl).origin
  let exchange: Promise<Exchange> | null = null

  /** Loads the official package at the first message: it takes 27 MB and 0.1 s, which gateways without such clients save. */
  function loadExchange(): Promise<Exchange> {
    exchange ??= import('./mcp-exchange.ts').then(({ createExchange }) => createExchange(callTool))
    return exchange
  }

  /** @throws AppError `origin_not_allowed`: a page on another site, even one that rebinds its name to this address, must not act with a key */
  function requireKnownOrigin(origin: string | null): void {
    if (origin === null || origin === ownOrigin) return
    if (URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname)) return
    throw new AppError('origin_not_allowed', {
      detail: `Pages of the origin ${quoteInput(origin)} may not call this path; accepted: no Origin header, ${ownOrigin}, and pages on localhost.`,
    })
  }

  /**
   * @throws AppError `origin_not_allowed`, `unsupported_media_type`, `too_many_streams`, `invalid_body`, or `service_unavailable` when no answer came in
   * time. A tool's refusal is not an error but its result.
   */
  return async function answerMcp(context: RequestContext): Promise<GatewayResponse> {
    const { request, counted } = context
    requireKnownOrigin(request.headers.get('origin'))
    requireJson(request.headers.get('content-type'))
    const release = calls.acquire(`${counted?.subject.kind} ${counted?.subject.id}`)
    if (release === null) throw refuseTooManyCalls()
    try {
      const message = await readMessage(request)
      const answer = await loadExchange()
      const response = await withTimeout(answerTimeoutMs, answer(context, message))
      // A client that disconnects early is not charged, on this path as on every other.
      request.signal.throwIfAborted()
      return response
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      const detail = 'The message was not answered in time.'
      throw new AppError('service_unavailable', { detail, retryAfterSeconds, cause: error })
    } finally {
      release()
    }
  }
}

/** @throws AppError `unsupported_media_type` */
function requireJson(contentType: string | null): void {
  if (contentType !== null && jsonType.test(contentType)) return
  throw new AppError('unsupported_media_type', {
    detail: `The body has the type ${quoteInput(contentType ?? '')}; accepted is application/json.`,
  })
}

/**
 * Reads the one message of a request.
 *
 * @throws AppError `invalid_body`
 */
async function readMessage(request: Request): Promise<object> {
  const message = await parseBody(request)
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new AppError('invalid_body', { detail: 'The body is not one JSON-RPC message; batches are not accepted.' })
}

async function parseBody(request: Request): Promise<unknown> {
  try {
    const body = await withTimeout(bodyTimeoutMs, request.text())
    if (body.length <= maxMessageLength) return JSON.parse(body)
  } catch (error) {
    const isLate = error instanceof TimeoutError
    const detail = isLate ? `The body did not arrive within ${bodyTimeoutMs / 1_000} s.` : 'The body is not JSON.'
    throw new AppError('invalid_body', { detail })
  }
  throw new AppError('invalid_body', { detail: `The body has more than ${maxMessageLength} characters.` })
}

function refuseTooManyCalls(): AppError {
  return new AppError('too_many_streams', {
    detail: `${maxMcpCallsPerAccount} messages of the account are being answered, the maximum at a time.`,
    retryAfterSeconds,
  })
}
