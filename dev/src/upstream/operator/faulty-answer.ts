import { type Fault, faultOf } from '../faults/fault.ts'
import { badToken, OperatorError, tooLarge, unknownError } from './operator-error.ts'

/** Waits as long as the `slow` fault says. */
export async function delayBy(faults: readonly Fault[]): Promise<void> {
  const slow = faultOf(faults, 'slow')
  if (slow !== undefined) await Bun.sleep(slow.delayMs)
}

/**
 * Refuses when a fault says so.
 *
 * @throws OperatorError the refusal of the first such fault
 */
export function refuseBy(faults: readonly Fault[]): void {
  for (const fault of faults) {
    const refusal = refusalOf(fault)
    if (refusal !== null) throw refusal
  }
}

function refusalOf(fault: Fault): OperatorError | null {
  switch (fault.kind) {
    case 'expired_token':
      return badToken()
    case 'rate_limited':
      return new OperatorError(429, 'COMMON_ERROR_T05', 'Too many calls in the time window.', {
        'retry-after': String(fault.retryAfterSeconds),
      })
    case 'error_500':
      return unknownError()
    case 'unavailable_503':
      return new OperatorError(503, 'COMMON_ERROR_T06', 'The service is down for maintenance.')
    case 'too_large_413':
      return tooLarge()
    default:
      return null
  }
}
