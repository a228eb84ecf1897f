import { mapMaybePromise } from '@hexawatt/shared/bounds/maybe-promise'
import { type AnyOperation, type OfferedType, type Operation, offeredTypes } from '@hexawatt/shared/contract/operations'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { ParsedQuery } from '@hexawatt/shared/http/parse-query'
import type { Clock } from '@hexawatt/shared/time/clock'
import { chooseLanguage } from '../http/choose-language.ts'
import type { ConcurrencyLimit, ReleaseSlot } from '../http/concurrency-limit.ts'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { negotiateType } from '../http/representations.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { ForwardedOperation } from '../upstream/service-request.ts'
import type { Admit, Caller } from './admit.ts'
import { type CheckDemo, type CheckQuery, createReadQuery, limitFreshness, type SentQuery } from './check-request.ts'
import {
  type FindPage,
  type FindPrivate,
  matchResource,
  movedResponse,
  type OperationResource,
  requestTarget,
  requireMethod,
  requireSmallHeaders,
} from './match.ts'

/** Concurrent streams of one account on one gateway, over all its keys: a sixteenth of the streams that a gateway forwards at once. */
export const maxStreamsPerAccount = 8

/** `Retry-After` of an account at that limit, s. */
const streamRetryAfterSeconds = 5

type OperationHandler<Admitted extends Operation> = (
  admitted: AdmittedRequest<Admitted>,
) => GatewayResponse | Promise<GatewayResponse>

export type PipelineDeps = {
  admit: Admit
  checkDemo: CheckDemo
  checkQuery: CheckQuery
  /** The data's clock, by which times of day are read. */
  clock: Clock
  /** Streams of each account, over all zones. */
  streams: ConcurrencyLimit
  findPage: FindPage
  findPrivate: FindPrivate
  /** Live operations: the response cache. */
  answerCached: OperationHandler<ForwardedOperation>
  /** Every other operation of a service. */
  answerUncached: OperationHandler<ForwardedOperation>
  ownOperations: Readonly<
    Record<OwnOperation['id'], (request: OwnRequest) => GatewayResponse | Promise<GatewayResponse>>
  >
  answerMcp: (call: McpCall) => Promise<GatewayResponse>
  /** Takes one of the event streams of the account and of the gateway. @throws AppError */
  takeEventStream: (context: RequestContext) => ReleaseSlot
  answerEvents: (call: EventsCall) => Promise<GatewayResponse>
}

/** The ordered steps of a request: each returns a value, or throws the AppError that refuses the request. */
export function createPipeline(deps: PipelineDeps) {
  const {
    admit,
    checkDemo,
    checkQuery,
    streams,
    findPage,
    findPrivate,
    answerCached,
    answerUncached,
    ownOperations,
    answerMcp,
  } = deps
  const { clock, takeEventStream, answerEvents } = deps
  const readQuery = createReadQuery(clock.now)

  /**
   * Acquires one of the account's streams; `handleRequest` releases it when the body has ended, or when there is none.
   *
   * @throws AppError `too_many_streams`
   */
  function takeStream(context: RequestContext): void {
    if (context.counted === null) return
    const { kind, id } = context.counted.subject
    context.releaseStream = streams.acquire(`${kind} ${id}`)
    if (context.releaseStream !== null) return
    throw streamRefusal()
  }

  /** The steps after the limits. */
  function answerAdmitted(
    context: RequestContext,
    { kind, operation }: OperationResource,
    sentQuery: string,
    caller: Caller,
  ): GatewayResponse | Promise<GatewayResponse> {
    // Before the parameters are checked: a caller over its limit gets 429 even if a parameter is invalid.
    if (kind === 'operation' && (operation.streamedAs !== null || operation.isShapedFromStream)) takeStream(context)
    else if (kind === 'events') context.releaseStream = takeEventStream(context)
    const query = readQuery(operation, sentQuery)
    checkDemo(operation, caller)
    if (kind === 'mcp') return answerMcp({ context, caller })
    if (kind === 'events') return answerEvents({ context, caller, query })
    return answerOperation(context, operation, query, caller)
  }

  function answerOperation(
    context: RequestContext,
    operation: Operation,
    sent: SentQuery,
    caller: Caller,
  ): GatewayResponse | Promise<GatewayResponse> {
    const contentType = negotiateType(context.request.headers.get('accept'), offeredTypes(operation))
    const values = checkQuery(operation, sent, caller)
    const { text: query, timesOfDay } = sent
    const request = { context, query, caller, contentType, language: languageOf(operation, context) }
    const answered =
      operation.owner === 'gateway'
        ? ownOperations[operation.id]({ ...request, operation, values })
        : (operation.isLive ? answerCached : answerUncached)({ ...request, operation })
    if (timesOfDay.length === 0) return answered
    return mapMaybePromise(answered, (response) => limitFreshness(response, timesOfDay, clock.now()))
  }

  /** Not an async function: each would cost a request a promise more, and some answers need none. */
  return function runPipeline(context: RequestContext): GatewayResponse | Promise<GatewayResponse> {
    const { request } = context
    // First: no other step reads an address or a header that is too long.
    const { path, query: sentQuery } = requestTarget(request.url)
    requireSmallHeaders(request.headers)
    // Before the method: 405 applies to existing paths only.
    const resource = matchResource(path, findPage, findPrivate)
    const optionsResponse = requireMethod(request.method, resource)
    // Before the key: browsers send preflights without one.
    if (optionsResponse !== null) return optionsResponse
    if (resource.kind === 'moved') return movedResponse(resource, sentQuery)
    if (resource.kind === 'page') return resource.handler(request)
    if (resource.kind === 'private') return resource.answer(context)
    context.operationId = resource.operation.id
    // Before the parameters: without a valid key nothing is said about them, and refused requests count too.
    const caller = admit(context, resource.operation)
    if (!(caller instanceof Promise)) return answerAdmitted(context, resource, sentQuery, caller)
    return caller.then((admitted) => answerAdmitted(context, resource, sentQuery, admitted))
  }
}
export type RunPipeline = ReturnType<typeof createPipeline>

/** The language of an operation's sentences for this client; null where the operation has only one. */
export function languageOf(operation: AnyOperation, { request }: RequestContext): Language | null {
  return operation.isTranslated ? chooseLanguage(request.headers.get('accept-language')) : null
}

/** The refusal of an account that reads as many streams as it may. */
export function streamRefusal(): AppError {
  return new AppError('too_many_streams', {
    detail: `The account is reading ${maxStreamsPerAccount} streamed answers, which is as many as it may at once.`,
    retryAfterSeconds: streamRetryAfterSeconds,
  })
}

/** A message to `POST /mcp` that no step refused. */
export type McpCall = { context: RequestContext; caller: Caller }

/** A request for `GET /v1/events` that no step refused. */
export type EventsCall = McpCall & { query: SentQuery }

/** Operations that the gateway answers itself. */
export type OwnOperation = Extract<Operation, { owner: 'gateway' }>

/** A request for an operation of the gateway's own, with the values of its query. */
export type OwnRequest = AdmittedRequest<OwnOperation> & { values: ParsedQuery<AnyOperation> }

/** A request that no step refused. */
export type AdmittedRequest<Admitted extends Operation = Operation> = {
  context: RequestContext
  operation: Admitted
  /** Canonical, without the question mark. */
  query: string
  caller: Caller
  contentType: OfferedType
  /** Language in which the service writes its sentences; null = the operation has only one. */
  language: Language | null
}
