import { type AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import { problemDetails, problemHeaders } from '@hexawatt/shared/errors/problem-response'
import { shownPath } from '@hexawatt/shared/http/shown-path'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { PeerLookup } from '../auth/client-subjects.ts'
import type { Limiter, Quota } from '../limits/quota.ts'
import { afterGiveBack, writeQuotaHeaders } from '../limits/quota-response.ts'
import { type Answer, answerHeaders, clientGoneStatus } from './gateway-response.ts'
import type { LargeBodies } from './large-bodies.ts'
import { createRequestContext, type Observe, type RequestContext, traceOf } from './request-context.ts'

export type HandleRequestDeps = {
  passGate: (context: RequestContext) => Promise<Answer>
  limiter: Pick<Limiter, 'giveBackMonth'>
  largeBodies: Pick<LargeBodies, 'bounded'>
  observe: Observe
  publicBaseUrl: string
  logger: Logger
}

/**
 * What happens around the gate for every request: one problem body for every refusal, the headers of every answer, one log line.
 * One function instead of the framework's hooks, which would cost more than all checks together.
 */
export function createHandleRequest(deps: HandleRequestDeps) {
  const { passGate, limiter, largeBodies, observe, publicBaseUrl, logger } = deps

  function refuse(context: RequestContext, error: unknown): Answer {
    if (context.request.signal.aborted) return { status: clientGoneStatus, headers: answerHeaders({}), body: null }
    const refusal = toAppError(error)
    if (refusal.status === 500) {
      logger.error({ err: refusal.options.cause ?? error, requestId: context.requestId }, 'request failed')
    }
    return problemAnswer(refusal, publicBaseUrl, context)
  }

  /** What is left of the limits, after one of the month is given back when the answer is none that counts; null = not counted. */
  function settleQuota({ counted }: RequestContext, status: number): Quota | null {
    if (counted === null || status === 200 || counted.quota.refusedBy !== null) return counted?.quota ?? null
    limiter.giveBackMonth(counted.subject, counted.quota)
    return afterGiveBack(counted.quota)
  }

  /** Never throws. */
  return async function handleRequest(request: Request, server: PeerLookup | null): Promise<Response> {
    const context = createRequestContext(request, server)
    let answer: Answer
    let body: ReturnType<LargeBodies['bounded']>
    try {
      answer = await passGate(context)
      body = largeBodies.bounded(context, answer.body)
    } catch (error) {
      context.leaveStream?.()
      answer = refuse(context, error)
      body = answer.body
    }
    const { status, headers } = answer
    // Others share these headers, and that is safe: Response takes a copy of them before anything else runs.
    headers.set('x-request-id', context.requestId)
    writeQuotaHeaders(headers, settleQuota(context, status))
    observe(context, status)
    // To HEAD the server sends the head alone, with the length that the body would have.
    return new Response(body, { status, headers })
  }
}
export type HandleRequest = ReturnType<typeof createHandleRequest>

function problemAnswer(error: AppError, publicBaseUrl: string, context: RequestContext): Answer {
  const { traceId } = traceOf(context)
  return {
    status: error.status,
    headers: answerHeaders(problemHeaders(error)),
    body: JSON.stringify(problemDetails(error, { publicBaseUrl, instance: shownPath(context.request), traceId })),
  }
}
