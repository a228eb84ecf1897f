import { findPathPrefix, type WebPath } from '@hexawatt/shared/contract/web-paths'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { isPrivateConnection } from '@hexawatt/shared/http/request-facts'
import {
  createWebRequestHeaders,
  pageHeaders,
  shouldCountClient,
  type WebClient,
} from '@hexawatt/shared/http/web-request'
import { hasKeyInAddress, removeApiKeys } from '@hexawatt/shared/keys/key-in-address'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { runInSpan, type Tracing } from '@hexawatt/shared/telemetry/tracing'
import { TimeoutError, withTimeout } from '@hexawatt/shared/time/with-timeout'
import { NotFoundError } from 'elysia'
import type { ClientSubjects } from '../auth/client-subjects.ts'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { type RequestContext, traceOf } from '../http/request-context.ts'
import type { LimitSubject } from '../limits/quota/quota.ts'
import { type LookUp, lookUpAddresses } from '../upstream/client/service-addresses.ts'
import { ServiceCallError } from '../upstream/client/service-call.ts'
import type { UpstreamMetrics } from '../upstream/forward.ts'
import { CircuitOpenError, createGuard, type Slots, TooManyCallsError } from '../upstream/guard.ts'
import { createForwardPlaces, maxForwards } from './forward-places.ts'
import { createPageClient, type PageAnswer, type PageCall } from './page-client.ts'

const service = 'svc-web'

/** Longest time svc-web may take until the head of its answer, ms: an event of the payment provider may take 8 s there. */
const pageTimeoutMs = 10_000

/** Longest time the body of a request may take to arrive, ms. */
const bodyTimeoutMs = 5_000

/** `Retry-After` when svc-web is down or late, s. */
const retryAfterSeconds = 5

export type ForwardPageDeps = {
  /** Base address of svc-web. */
  url: string
  internalToken: string
  publicBaseUrl: string
  subjects: Pick<ClientSubjects, 'anonymous'>
  /** Counts a request against a client's address. @throws AppError */
  countRequest: (context: RequestContext, subject: LimitSubject) => Promise<void>
  tracing: Tracing | null
  metrics: UpstreamMetrics
  logger: Logger
  /** Monotonic real time, ms. */
  monotonicMs: () => number
  /** Longest time svc-web may take, ms; only tests change it. */
  timeoutMs?: number | undefined
  /** Finds the addresses of svc-web's name; only tests change it. */
  lookUp?: LookUp
}

/** Makes the forwarding of pages to svc-web. Its answers are not stored. */
export function createForwardPage(deps: ForwardPageDeps) {
  const { url, internalToken, publicBaseUrl, subjects, countRequest, tracing, logger, monotonicMs } = deps
  const { timeoutMs = pageTimeoutMs, lookUp = lookUpAddresses } = deps
  const { countFailure, showCircuit } = deps.metrics
  const rareLog = createRareLog({ logger })
  const askPage = createPageClient({ url, timeoutMs, lookUp, monotonicMs })
  const slots: Slots = { taken: 0, max: maxForwards }
  const takePlace = createForwardPlaces()
  const guarded = createGuard({
    monotonicMs,
    onCircuitChange(state) {
      showCircuit(service, state)
      logger.warn({ service, state }, 'circuit of a service changed')
    },
  })
  showCircuit(service, 'closed')

  function noteFailure(error: unknown, requestId: string): unknown {
    if (error instanceof CircuitOpenError || error instanceof TooManyCallsError) {
      countFailure(service, error.reason)
      return refuseUnavailable(error.retryAfterSeconds, error)
    }
    if (!(error instanceof ServiceCallError) || error.reason === 'client_gone') return error
    countFailure(service, error.reason)
    rareLog.warn({ service, reason: error.reason, requestId }, 'service does not answer')
    return refuseUnavailable(retryAfterSeconds, error)
  }

  /** @throws AppError `rate_limited`; else as the guard does */
  async function ask(call: PageCall, subject: LimitSubject, requestId: string): Promise<PageAnswer> {
    const leavePlace = takePlace(subject)
    try {
      const answer = await guarded<PageAnswer>({
        slots,
        callerId: subject.id,
        ask: (onEnd) =>
          askPage(call, {
            onEnd() {
              onEnd()
              leavePlace()
            },
            onBroken(reason) {
              if (call.signal?.aborted) return
              countFailure(service, reason)
              rareLog.warn({ service, reason, requestId }, 'service ended a body too early')
            },
          }),
        // Every answer is a success for the circuit: a page reports missing data or unavailable stores itself.
        outcomeOf: () => 'success',
      })
      // A stream keeps its place until it ends.
      if (!(answer.body instanceof ReadableStream)) leavePlace()
      return answer
    } catch (error) {
      leavePlace()
      throw error
    }
  }

  async function callOf(context: RequestContext, client: WebClient, traceparent: string): Promise<PageCall> {
    const { request, requestId } = context
    const { method } = request
    return {
      method,
      target: makeTarget(context),
      headers: createWebRequestHeaders(request.headers, { internalToken, requestId, traceparent, client }),
      body: method === 'POST' ? await readBody(request) : null,
      // A form is processed even if its sender disconnects.
      signal: method === 'POST' ? null : request.signal,
    }
  }

  /**
   * Asks svc-web for a page.
   * @throws AppError `service_unavailable` when svc-web is down, late or not asked; `rate_limited` when the client has too many pages at once; `invalid_body`
   * when a body does not arrive in time; what `countRequest` throws when svc-web asks for the client to be counted; NotFoundError when svc-web serves nothing
   * at the path
   */
  return async function forwardPage(context: RequestContext, entry: WebPath): Promise<GatewayResponse> {
    const { request, requestId } = context
    const subject = subjects.anonymous(context)
    const client: WebClient = {
      id: subject.id,
      wider: subject.wider ?? [],
      isPrivateConnection: isPrivateConnection(request, publicBaseUrl),
      host: readHost(request.url),
    }
    const attributes = { 'http.request.method': request.method, 'url.path': entry.path, 'hexawatt.service': service }
    const facts = { name: `${request.method} ${entry.path}`, kind: 'client', attributes } as const
    const answer = await runInSpan(tracing, facts, async (span) => {
      const call = await callOf(context, client, span?.context.traceparent ?? traceOf(context).traceparent)
      return ask(call, subject, requestId)
    }).catch((error: unknown) => {
      throw noteFailure(error, requestId)
    })
    try {
      requirePage(answer, entry)
      if (shouldCountClient(answer.headers)) await countRequest(context, subject)
    } catch (error) {
      if (answer.body instanceof ReadableStream) answer.body.cancel().catch(() => undefined)
      throw error
    }
    return { ...answer, headers: makeHeaders(answer, request.method) }
  }

  /** svc-web serves every exact path, so a 404 there means that it has another internal token or another version. @throws NotFoundError or AppError */
  function requirePage({ status, headers }: PageAnswer, entry: WebPath): void {
    if (status !== 404 || !headers.get('content-type')?.startsWith('application/problem+json')) return
    // Without a mail server there are no accounts, and without a payment provider there is no webhook.
    if (findPathPrefix(entry) !== null || entry.kind !== 'page' || entry.isOptional) throw new NotFoundError()
    countFailure(service, 'status_404')
    rareLog.error({ service, path: entry.path }, 'svc-web answers 404 at one of its own paths: check INTERNAL_TOKEN')
    throw refuseUnavailable(retryAfterSeconds)
  }
}
export type ForwardPage = ReturnType<typeof createForwardPage>

/**
 * The target as it is forwarded: without API keys in the query.
 * @throws NotFoundError for a path that `fetch` would change, such as `/docs/../metrics`: no page has such a path; and for a path with a slash at its end and
 * a key in its query, because the redirect would not say that a key belongs in a header
 */
function makeTarget({ target: { path, query } }: RequestContext): string {
  if (new URL(path, 'http://svc-web').pathname !== path) throw new NotFoundError()
  if (path.length > 1 && path.endsWith('/') && hasKeyInAddress(`/?${query}`)) throw new NotFoundError()
  const kept = removeApiKeys(query)
  return kept === '' ? path : `${path}?${kept}`
}

function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** The unchanged body, whose size the HTTP parser bounds. @throws AppError `invalid_body` when it does not arrive in time */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await withTimeout(bodyTimeoutMs, request.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error
    throw new AppError('invalid_body', { detail: `The body did not arrive within ${bodyTimeoutMs / 1_000} s.` })
  }
}

function makeHeaders({ headers, body }: PageAnswer, method: string): Headers {
  const kept = new Headers()
  for (const [name, value] of headers) if (pageHeaders.has(name)) kept.append(name, value)
  // Of HEAD only the head is sent. The server adds the length of any other body itself.
  const length = headers.get('content-length')
  if (method === 'HEAD' && body === null && length !== null) kept.set('content-length', length)
  return kept
}

/** The refusal while svc-web does not answer. */
export function refuseUnavailable(seconds: number, cause?: unknown): AppError {
  return new AppError('service_unavailable', {
    detail: 'The service behind this page does not answer at the moment.',
    retryAfterSeconds: seconds,
    cause,
  })
}
