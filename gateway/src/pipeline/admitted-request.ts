import type { AnyOperation, OfferedType, Operation } from '@hexawatt/shared/contract/operations'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { ParsedQuery } from '@hexawatt/shared/http/parse-query'
import type { Caller } from '../auth/caller.ts'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Operations that the gateway answers itself. */
export type OwnOperation = Extract<Operation, { owner: 'gateway' }>

/** A request that passed all steps. */
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

/** Answers an operation. @throws AppError for a refusal */
export type OperationHandler<Admitted extends Operation> = (
  admitted: AdmittedRequest<Admitted>,
) => GatewayResponse | Promise<GatewayResponse>

/** A request for one of the gateway's own operations, with the values of its query. */
export type OwnRequest = AdmittedRequest<OwnOperation> & { values: ParsedQuery<AnyOperation> }

/** A handler for each operation that the gateway answers itself, and for no other. It returns the body, which the route presents. */
export type OwnHandlers = Readonly<
  Record<OwnOperation['id'], (request: OwnRequest) => CachedBody | Promise<CachedBody>>
>
