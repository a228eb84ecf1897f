import { isLive, type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createPlaces } from '../http/concurrency-limit.ts'
import type { Answer } from '../http/gateway-response.ts'
import { negotiateType, type OfferedType } from '../http/representations.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { ForwardedOperation } from '../upstream/service-request.ts'
import type { Admit, Caller } from './admit.ts'
import { type CheckDemo, canonicalQuery } from './check-request.ts'
import {
  type FindPage,
  matchResource,
  optionsAnswer,
  requestTarget,
  requireReadMethod,
  requireSmallHeaders,
} from './match.ts'

/** Streams that one account may be reading at once on one gateway, over all its keys: a sixteenth of what the gateway passes on at once. */
export const maxStreamsPerAccount = 8

/** When to come again while an account has that many, s: a stream lasts as long as its client reads. */
const streamRetryAfterSeconds = 5

type Answering<Admitted extends Operation> = (admitted: AdmittedRequest<Admitted>) => Answer | Promise<Answer>

export type PipelineDeps = {
  admit: Admit
  checkDemo: CheckDemo
  /** Pages and documents that are the same for everybody. */
  findPage: FindPage
  /** Answers that are kept and given to many. */
  answerLive: Answering<ForwardedOperation>
  /** Answers that are passed on and not kept. */
  answerPassed: Answering<ForwardedOperation>
  /** The gateway's own operations. */
  ownAnswers: Readonly<Record<OwnOperation['id'], Answering<OwnOperation>>>
}

/** The way of every request through the gate; each step returns a value or throws the AppError that refuses. */
export function createPipeline(deps: PipelineDeps) {
  const { admit, checkDemo, findPage, answerLive, answerPassed, ownAnswers } = deps
  const streams = createPlaces(maxStreamsPerAccount)

  /**
   * Takes one of the account's streams; the edge frees it when the body has ended, or when there is none.
   *
   * @throws AppError `too_many_streams`
   */
  function takeStream(context: RequestContext): void {
    if (context.counted === null) return
    const { kind, id } = context.counted.subject
    context.leaveStream = streams.take(`${kind} ${id}`)
    if (context.leaveStream !== null) return
    throw streamRefusal()
  }

  return async function passGate(context: RequestContext): Promise<Answer> {
    const { request } = context
    // First: nothing else reads an address or a header that is too long.
    const { path, query: sentQuery } = requestTarget(request.url)
    requireSmallHeaders(request.headers)
    // Before the method: a method can only be wrong on a path that exists.
    const resource = matchResource(path, findPage)
    requireReadMethod(request.method)
    // Before the key: browsers send preflights without it.
    if (request.method === 'OPTIONS') return optionsAnswer
    if (resource.kind === 'page') return resource.answer(request)
    const { operation } = resource
    context.operationId = operation.id
    // Before the parameters: who is not a customer learns nothing about them, and asking wrongly counts too.
    const caller = await admit(context, operation)
    // A refusal by a limit comes before those of the parameters.
    if (streamedTypes(operation) !== null) takeStream(context)
    const query = canonicalQuery(operation, sentQuery)
    checkDemo(operation, caller)
    const contentType = negotiateType(request.headers.get('accept'), streamedTypes(operation) ?? [])
    if (operation.owner === 'gateway') {
      return ownAnswers[operation.id]({ context, operation, query, caller, contentType })
    }
    const answer = isLive(operation) ? answerLive : answerPassed
    return answer({ context, operation, query, caller, contentType })
  }
}
export type Pipeline = ReturnType<typeof createPipeline>

/** What an account is told that is reading as many streams as it may. */
export function streamRefusal(): AppError {
  return new AppError('too_many_streams', {
    detail: `The account is reading ${maxStreamsPerAccount} streamed answers, which is as many as it may at once.`,
    retryAfterSeconds: streamRetryAfterSeconds,
  })
}

/** Operations that the gateway answers itself. */
export type OwnOperation = Extract<Operation, { owner: 'gateway' }>

/** A request that passed the gate. */
export type AdmittedRequest<Admitted extends Operation = Operation> = {
  context: RequestContext
  operation: Admitted
  /** In its one spelling, without the question mark. */
  query: string
  caller: Caller
  contentType: OfferedType
}
