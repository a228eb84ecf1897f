import { type AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import { problemDetails, problemHeaders } from '@hexawatt/shared/errors/problem-response'
import { loggablePath } from '@hexawatt/shared/http/request-facts'
import { createReusedHeaders } from '@hexawatt/shared/http/reused-headers'
import type { Drain } from '@hexawatt/shared/program/drain'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import type { PeerLookup } from '../auth/client-subjects.ts'
import type { Limiter, Quota } from '../limits/quota.ts'
import { afterGiveBack, writeQuotaHeaders } from '../limits/quota-response.ts'
import { clientGoneStatus, type GatewayResponse, responseHeaders } from './gateway-response.ts'
import type { LargeBodies, LargeBody } from './large-bodies.ts'
import { createRequestContext, type Observe, type RequestContext, traceOf } from './request-context.ts'

/** Bodies up to this size are sent whole, bytes: they fit into the kernel's send buffer, and the hot path stays short. */
const maxWholeBytes = 64 * 1024

export type HandleRequestDeps = {
  runPipeline: (context: RequestContext) => GatewayResponse | Promise<GatewayResponse>
  limiter: Pick<Limiter, 'giveBackMonth'>
  largeBodies: Pick<LargeBodies, 'bounded'>
  observe: Observe
  publicBaseUrl: string
  logger: Logger
  drain: Pick<Drain, 'hasBegun'>
}

/**
 * Makes the handling around the pipeline: one problem body per refusal, the headers of every response, one log line. One function instead
 * of the framework's hooks, which would cost more than all checks together.
 *
 * The hot path begins and ends here. Its budget for a cached answer, processor time measured on a busy machine with two cores, two fifths of it in
 * the kernel: 11 µs the server with a prepared answer (read, write, 15 headers), 1 the context (`createRequestContext`), 0.7 address and path
 * (`pipeline/match`), 1.5 the key (`presentedKey`, `authenticate`), 5 both limits (`limits/`: 2.5 are this request's share of the call of Redis, 0.5
 * are ours, the rest is that the answer waits for a turn of the event loop), 1 the cache and the representation (`cache/response-cache`), 0.5 headers
 * and metrics (`send`, `observe`), 0.1 the usage by day (`usage/usage-days`). What is added to it must be measured: `bun run bench gateway`.
 */
export function createHandleRequest(deps: HandleRequestDeps) {
  const { runPipeline, limiter, largeBodies, observe, publicBaseUrl, logger, drain } = deps
  const rareLog = createRareLog({ logger })

  function refuse(context: RequestContext, error: unknown): GatewayResponse {
    if (context.request.signal.aborted) return { status: clientGoneStatus, headers: {}, body: null }
    const refusal = toAppError(error)
    if (refusal.status === 500) {
      rareLog.error({ err: refusal.options.cause ?? error, requestId: context.requestId }, 'request failed')
    }
    return problemResponse(refusal, publicBaseUrl, context)
  }

  /** What is left of the limits, after a status other than 200 gave its request of the month back; null = not counted. */
  function settleQuota({ counted }: RequestContext, status: number): Quota | null {
    if (counted === null || status === 200 || counted.quota.refusedBy !== null) return counted?.quota ?? null
    limiter.giveBackMonth(counted.subject, counted.quota)
    return afterGiveBack(counted.quota)
  }

  const oneOffHeaders = createReusedHeaders(responseHeaders)

  function send(context: RequestContext, { status, headers: given }: GatewayResponse, body: SentBody): Response {
    const headers = given instanceof Headers ? given : oneOffHeaders(context.operationId ?? '', given)
    // Safe although requests share these headers: Response copies them before anything else runs.
    headers.set('x-request-id', context.requestId)
    writeQuotaHeaders(headers, settleQuota(context, status))
    observe(context, status)
    // On HEAD the server sends the head alone, with the length of the body.
    const sent = new Response(body, { status, headers })
    // Not on `headers`, which requests share.
    if (drain.hasBegun()) sent.headers.set('connection', 'close')
    return sent
  }

  function sendRefusal(context: RequestContext, error: unknown): Response {
    context.releaseStream?.()
    const response = refuse(context, error)
    return send(context, response, response.body)
  }

  function sendAnswer(context: RequestContext, response: GatewayResponse): Response {
    if (!isLarge(response.body)) {
      context.releaseStream?.()
      return send(context, response, response.body)
    }
    if (response.isEndless) return send(context, response, response.body)
    try {
      return send(context, response, largeBodies.bounded(context, response.body))
    } catch (error) {
      return sendRefusal(context, error)
    }
  }

  /** Never throws, and never rejects. */
  return function handleRequest(request: Request, server: PeerLookup | null): Response | Promise<Response> {
    const context = createRequestContext(request, server)
    try {
      const answer = runPipeline(context)
      if (!(answer instanceof Promise)) return sendAnswer(context, answer)
      return answer.then(
        (response) => sendAnswer(context, response),
        (error: unknown) => sendRefusal(context, error),
      )
    } catch (error) {
      return sendRefusal(context, error)
    }
  }
}
export type HandleRequest = ReturnType<typeof createHandleRequest>

function problemResponse(error: AppError, publicBaseUrl: string, context: RequestContext): GatewayResponse {
  const { traceId } = traceOf(context)
  return {
    status: error.status,
    headers: problemHeaders(error),
    body: JSON.stringify(problemDetails(error, { publicBaseUrl, instance: loggablePath(context.request), traceId })),
  }
}

/** A body as the server takes it. */
type SentBody = GatewayResponse['body'] | Blob

function isLarge(body: GatewayResponse['body']): body is LargeBody {
  return body instanceof Uint8Array ? body.length > maxWholeBytes : body instanceof ReadableStream
}
