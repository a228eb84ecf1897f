import { type AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import { createProblemDetails, createProblemHeaders } from '@hexawatt/shared/errors/problem-response'
import { commonHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import { toLoggablePath } from '@hexawatt/shared/http/request-facts'
import type { Drain } from '@hexawatt/shared/program/drain'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { Limiter, Quota } from '../limits/quota/quota.ts'
import { addGivenBack, writeQuotaHeaders } from '../limits/quota/quota-response.ts'
import { clientGoneStatus, type GatewayResponse } from './gateway-response.ts'
import type { LargeBodies, LargeBody } from './large-bodies.ts'
import { type Observe, type RequestContext, traceOf } from './request-context.ts'

/** Bodies up to this size are sent whole, bytes: they fit into the kernel's send buffer. */
const maxWholeBytes = 64 * 1024

export type AnswerRequestDeps = {
  limiter: Pick<Limiter, 'giveBackMonth'>
  largeBodies: Pick<LargeBodies, 'bound'>
  observe: Observe
  publicBaseUrl: string
  logger: Logger
  drain: Pick<Drain, 'hasBegun'>
}

/** Makes the last step of every request: the answer or the refusal becomes the `Response`, with quota headers and request id, and is observed. */
export function createAnswerRequest(deps: AnswerRequestDeps) {
  const { limiter, largeBodies, observe, publicBaseUrl, logger, drain } = deps
  const rareLog = createRareLog({ logger })

  function toRefusal(context: RequestContext, error: unknown): GatewayResponse {
    if (context.request.signal.aborted) return { status: clientGoneStatus, headers: {}, body: null }
    const refusal = toAppError(error)
    if (refusal.status === 500) {
      rareLog.error({ err: refusal.options.cause ?? error, requestId: context.requestId }, 'request failed')
    }
    context.problem = refusal.code
    return makeProblemResponse(refusal, publicBaseUrl, context)
  }

  /** The quota left after a status other than 200 gave the month's request back; null = not counted. */
  function settleQuota({ counted }: RequestContext, status: number): Quota | null {
    if (counted === null || status === 200 || counted.quota.refusedBy !== null) return counted?.quota ?? null
    limiter.giveBackMonth(counted.subject, counted.quota)
    return addGivenBack(counted.quota)
  }

  function respond(context: RequestContext, { status, headers }: GatewayResponse, body: SentBody): Response {
    const isPrepared = headers instanceof Headers
    // On HEAD the server sends only the head, with the length of the body.
    const response = new Response(body, { status, headers: isPrepared ? headers : commonHeaders })
    const sent = response.headers
    if (!isPrepared) for (const name in headers) sent.set(name, headers[name] ?? '')
    sent.set('x-request-id', context.requestId)
    const { deprecationHeaders } = context
    if (deprecationHeaders !== null)
      for (const name in deprecationHeaders) sent.append(name, deprecationHeaders[name] ?? '')
    writeQuotaHeaders(sent, settleQuota(context, status))
    if (drain.hasBegun()) sent.set('connection', 'close')
    observe(context, status)
    return response
  }

  return {
    /** @throws AppError when the client's address, or the gateway, has too many large bodies */
    send(context: RequestContext, answer: GatewayResponse): Response {
      if (!isLarge(answer.body)) {
        context.releaseStream?.()
        return respond(context, answer, answer.body)
      }
      return respond(context, answer, answer.isEndless ? answer.body : largeBodies.bound(context, answer.body))
    },
    /** The answer to any error, a refusal or a fault. */
    refuse(context: RequestContext, error: unknown): Response {
      context.releaseStream?.()
      const refusal = toRefusal(context, error)
      return respond(context, refusal, refusal.body)
    },
  }
}
export type AnswerRequest = ReturnType<typeof createAnswerRequest>

function makeProblemResponse(error: AppError, publicBaseUrl: string, context: RequestContext): GatewayResponse {
  const { traceId } = traceOf(context)
  return {
    status: error.status,
    headers: createProblemHeaders(error),
    body: JSON.stringify(
      createProblemDetails(error, { publicBaseUrl, instance: toLoggablePath(context.request), traceId }),
    ),
  }
}

/** A body in the form that the server accepts. */
type SentBody = GatewayResponse['body'] | Blob

function isLarge(body: GatewayResponse['body']): body is LargeBody {
  return body instanceof Uint8Array ? body.length > maxWholeBytes : body instanceof ReadableStream
}
