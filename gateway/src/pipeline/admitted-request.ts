import type { Operation } from '@hexawatt/shared/contract/operations'
import type { OfferedType } from '../http/negotiate.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Caller } from './caller.ts'

/** Operations by who answers them. */
export type OwnOperation = Extract<Operation, { owner: 'gateway' }>
export type ForwardedOperation = Exclude<Operation, OwnOperation>

/** A request that passed the gate. */
export type AdmittedRequest<Admitted extends Operation = Operation> = {
  context: RequestContext
  operation: Admitted
  /** In its one spelling, without the question mark. */
  query: string
  caller: Caller
  contentType: OfferedType
}
