import { traceOf } from '../http/request-context.ts'
import type { AdmittedRequest, ForwardedOperation } from '../pipeline/admitted-request.ts'
import type { ServiceRequest } from '../upstream/service-request.ts'

/**
 * What a service is asked for an admitted request.
 *
 * @param how for whom: one client with its conditions and its leaving, or several that wait for the same answer
 */
export function serviceRequestOf(
  { context, operation, query, caller }: AdmittedRequest<ForwardedOperation>,
  how: Pick<ServiceRequest, 'accept' | 'conditions' | 'signal'>,
): ServiceRequest {
  return {
    operation,
    query,
    principalJson: caller.principalJson,
    callerId: context.counted?.subject.id ?? 'nobody',
    requestId: context.requestId,
    traceparent: traceOf(context).traceparent,
    ...how,
  }
}
