import { createConcurrencyLimit, type ReleaseSlot } from '@hexawatt/shared/bounds/concurrency-limit'
import { type AnyOperation, listOfferedTypes, type Operation } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { chooseLanguage } from '@hexawatt/shared/http/bodies/choose-language'
import { createDeprecationHeaders } from '@hexawatt/shared/http/bodies/deprecation-headers'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { GatewayResponse } from '../http/gateway-response.ts'
import { negotiateType, present } from '../http/representations.ts'
import type { RequestContext } from '../http/request-context.ts'
import {
  type AnswerResource,
  eventsMethods,
  mcpMethods,
  type Resource,
  readMethods,
  type Step,
} from '../http/resource.ts'
import { describeOperation } from '../http/traces.ts'
import type { ForwardedOperation } from '../upstream/service-request.ts'
import type { Admit } from './admit.ts'
import type { AdmittedRequest, OperationHandler, OwnHandlers } from './admitted-request.ts'
import { type CheckDemo, type CheckQuery, limitFreshness, readSentQuery } from './check-request.ts'

/** Concurrent streams of one account on one gateway, over all its keys: a sixteenth of the streams that a gateway forwards at once. */
export const maxStreamsPerAccount = 8

/** `Retry-After` of an account at that limit, s. */
const streamRetryAfterSeconds = 5

export type OperationRoutesDeps = {
  /** The operations served by GET. */
  read: readonly Operation[]
  /** Address of the gateway, for links. */
  publicBaseUrl: string
  admit: Admit
  checkDemo: CheckDemo
  checkQuery: CheckQuery
  /** The data's clock, by which times of day are read. */
  clock: Clock
  /** Live operations of services: the response cache. */
  answerCached: OperationHandler<ForwardedOperation>
  /** Every other operation of a service. */
  answerUncached: OperationHandler<ForwardedOperation>
  own: OwnHandlers
  answerMcp: AnswerResource
  /** Takes one of the event streams of the account and of the gateway. @throws AppError */
  takeEventStream: (context: RequestContext) => ReleaseSlot
  answerEvents: AnswerResource
}

/** The operation served at a path, and the steps before its answer. */
export type OperationResource = Resource & { readonly steps: readonly Step[] }

/**
 * Makes the resources of all operations of the contract. Each request passes the steps in the order in which they are listed here. A step fills in the
 * context, or refuses the request by throwing an AppError; the first refusal is the answer.
 */
export function createOperationRoutes(deps: OperationRoutesDeps): OperationResource[] {
  const { admit, checkDemo, checkQuery, clock } = deps
  const streams = createConcurrencyLimit(maxStreamsPerAccount)

  /** @throws AppError `too_many_streams` */
  function takeStream({ counted }: RequestContext): ReleaseSlot | null {
    if (counted === null) return null
    const release = streams.acquire(`${counted.subject.kind} ${counted.subject.id}`)
    if (release === null) throw streamRefusal()
    return release
  }

  /** The steps of every operation. @param takeSlot null = the operation is not answered by a stream */
  function makeSteps(
    operation: AnyOperation,
    takeSlot: ((context: RequestContext) => ReleaseSlot | null) | null,
  ): Step[] {
    // Read once: most requests have no query.
    const withoutParameters = readSentQuery(operation, '', clock.now)
    const { deprecated } = operation
    const deprecationHeaders = deprecated && createDeprecationHeaders(deprecated, `${deps.publicBaseUrl}/docs`)
    return [
      function nameOperation({ context }) {
        context.operationId = operation.id
        context.deprecationHeaders = deprecationHeaders
        if (context.span !== null) describeOperation(context.span, context.request, operation)
      },
      // Rate limits are checked before parameters: a caller over its limit gets 429 even if a parameter is invalid, and without a valid key parameters are
      // not judged.
      async function admitCaller({ context }) {
        context.caller = await admit(context, operation)
        context.span?.describe({ 'hexawatt.plan': context.caller.rights })
      },
      function holdStream({ context }) {
        if (takeSlot !== null) context.releaseStream = takeSlot(context)
      },
      function readParameters({ context }) {
        const { query } = context.target
        context.query = query === '' ? withoutParameters : readSentQuery(operation, query, clock.now)
      },
      function keepDemoOut({ context }) {
        checkDemo(operation, context.query.text, context.caller)
      },
    ]
  }

  function negotiateFor(operation: Operation): Step {
    const offered = listOfferedTypes(operation)
    return function negotiate({ context }) {
      const { headers } = context.request
      context.contentType = negotiateType(headers.get('accept'), offered)
      context.language = chooseSentenceLanguage(operation, headers)
    }
  }

  /** Requests outside the plan are refused before invalid values. */
  function checkFor(operation: Operation): Step {
    return function checkRightsAndValues({ context }) {
      checkQuery(operation, context.query, context.caller)
    }
  }

  function answerOf(operation: Operation): AnswerResource {
    if (operation.owner === 'gateway') {
      const handle = deps.own[operation.id]
      return async (context) => {
        const body = await handle({ ...toAdmittedRequest(context, operation), values: context.query.values })
        return present(context.request, body, context.contentType)
      }
    }
    const handle = operation.isLive ? deps.answerCached : deps.answerUncached
    return (context) => handle(toAdmittedRequest(context, operation))
  }

  /** The answer to a query with times of day. */
  async function answerForNow(context: RequestContext, answer: AnswerResource): Promise<GatewayResponse> {
    return limitFreshness(await answer(context), context.query.timesOfDay, clock.now())
  }

  function routeOf(operation: Operation): OperationResource {
    const isStreamed = operation.streamedAs !== null || operation.isShapedFromStream
    const answer = answerOf(operation)
    return {
      path: operation.path,
      methods: readMethods,
      steps: [...makeSteps(operation, isStreamed ? takeStream : null), negotiateFor(operation), checkFor(operation)],
      answer: (context) => (context.query.timesOfDay.length === 0 ? answer(context) : answerForNow(context, answer)),
    }
  }

  return [
    ...deps.read.map(routeOf),
    {
      path: getEvents.path,
      methods: eventsMethods,
      // The only content type is negotiated before services are asked, by the answer.
      steps: makeSteps(getEvents, deps.takeEventStream),
      answer: deps.answerEvents,
    },
    {
      path: callMcp.path,
      methods: mcpMethods,
      steps: makeSteps(callMcp, null),
      answer: deps.answerMcp,
    },
  ]
}

function toAdmittedRequest<Admitted extends Operation>(
  context: RequestContext,
  operation: Admitted,
): AdmittedRequest<Admitted> {
  const { query, caller, contentType, language } = context
  return { context, operation, query: query.text, caller, contentType, language }
}

/** The language of an operation's sentences for this client; null where the operation has only one. */
export function chooseSentenceLanguage({ isTranslated }: AnyOperation, headers: Headers): Language | null {
  return isTranslated ? chooseLanguage(headers.get('accept-language')) : null
}

/** The refusal of an account that already reads the maximum number of streams. */
export function streamRefusal(): AppError {
  return new AppError('too_many_streams', {
    detail: `The account is reading ${maxStreamsPerAccount} streamed answers, the maximum at a time.`,
    retryAfterSeconds: streamRetryAfterSeconds,
  })
}
