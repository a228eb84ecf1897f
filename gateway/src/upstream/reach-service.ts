import type { ServiceAddresses } from './service-addresses.ts'
import { asServiceCallError, type ServiceCallError } from './service-call-error.ts'

/** Pause before an address that has just refused is tried again, ms: long enough for a service that is just being replaced. */
const retryPauseMs = 50

/**
 * Makes an attempt at one address of a service, and one more when nothing could be sent there, so that nothing can happen twice: at the
 * next address, or at the same one if it refused and is the only one.
 *
 * @param isUnsent whether an attempt that failed like this has sent nothing
 * @throws ServiceCallError
 */
export async function reachService<Value>(
  addresses: ServiceAddresses,
  attempt: (address: string) => Promise<Value>,
  isUnsent: (failure: ServiceCallError) => boolean,
): Promise<Value> {
  async function attemptAt(address: string): Promise<Value> {
    try {
      return await attempt(address)
    } catch (error) {
      const failure = asServiceCallError(error)
      if (isUnsent(failure)) addresses.avoid(address)
      throw failure
    }
  }

  const first = await addresses.next()
  try {
    return await attemptAt(first)
  } catch (error) {
    const failure = asServiceCallError(error)
    if (!isUnsent(failure)) throw failure
    const second = await addresses.next()
    // An only address that is silent has had its time.
    if (second === first && failure.reason !== 'refused') throw failure
    if (addresses.isAvoided(second)) await Bun.sleep(retryPauseMs)
    return attemptAt(second)
  }
}
