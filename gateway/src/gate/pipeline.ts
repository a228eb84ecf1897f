import { type Operation, streamedTypes } from '@hexawatt/shared/contract/operations'
import type { KeyRecord } from '../keys/key-record.ts'
import { pageHeaders } from '../problems/problem-page.ts'
import type { Authenticate } from './authenticate.ts'
import { checkQuery } from './check-query.ts'
import { optionsAnswer } from './edge-headers.ts'
import { matchResource, requireReadMethod } from './match-resource.ts'
import { negotiateType, type OfferedType } from './negotiate.ts'
import { type RequestTarget, requestTarget } from './request-target.ts'

/** A request that passed the gate. */
export type AdmittedRequest<Admitted extends Operation = Operation> = {
  request: Request
  operation: Admitted
  target: RequestTarget
  /** null on operations that need no key. */
  caller: KeyRecord | null
  contentType: OfferedType
}

/** Operations by who answers them. */
export type OwnOperation = Extract<Operation, { owner: 'gateway' }>
export type ForwardedOperation = Exclude<Operation, OwnOperation>

export type PipelineDeps = {
  authenticate: Authenticate
  /** Sends an admitted request to the service that owns the operation. */
  forward: (admitted: AdmittedRequest<ForwardedOperation>) => Promise<Response>
  /** The gateway's own operations. */
  ownAnswers: Readonly<Record<OwnOperation['id'], (contentType: OfferedType) => Promise<Response>>>
}

/** The way of every request through the gate; each step returns a value or throws the AppError that refuses. */
export function createPipeline({ authenticate, forward, ownAnswers }: PipelineDeps) {
  return async function passGate(request: Request): Promise<Response> {
    // First: nothing else reads an address that is too long.
    const target = requestTarget(request.url)
    // Before the method: a method can only be wrong on a path that exists.
    const resource = matchResource(target.path)
    requireReadMethod(request.method)
    // Before the key: browsers send preflights without it.
    if (request.method === 'OPTIONS') return optionsAnswer()
    if (resource.kind === 'page') return new Response(resource.html, { headers: pageHeaders })
    const { operation } = resource
    const caller = operation.needsKey ? await authenticate(request.headers) : null
    // After the key: who is not a customer learns nothing about parameters.
    checkQuery(operation, target.query)
    const contentType = negotiateType(request.headers.get('accept'), streamedTypes(operation) ?? [])
    if (operation.owner === 'gateway') return ownAnswers[operation.id](contentType)
    return forward({ request, operation, target, caller, contentType })
  }
}
export type Pipeline = ReturnType<typeof createPipeline>
