import type { ServiceAddresses } from './service-addresses.ts'
import { ServiceCallError } from './service-call-error.ts'

/** Pause before an address that has just refused is tried again, ms: long enough for a service that is just being replaced. */
const retryPauseMs = 50

/**
 * Makes an attempt at one address of a service, and one more when nothing could be sent there, so that nothing can happen twice: at the
 * next address, or at the same one if it refused and is the only one.
 *
 * @throws ServiceCallError, or whatever else an attempt throws
 */
export async function reachService<Value>(
  addresses: ServiceAddresses,
  attempt: (address: string) => Promise<Value>,
): Promise<Value> {
  async function attemptAt(address: string): Promise<Value> {
    try {
      return await attempt(address)
    } catch (error) {
      if (isUnsent(error)) addresses.avoid(address)
      throw error
    }
  }

  const first = await addresses.next()
  try {
    return await attemptAt(first)
  } catch (error) {
    if (!isUnsent(error)) throw error
    const second = await addresses.next()
    // An only address that is silent has had its time.
    if (second === first && error.reason !== 'refused') throw error
    if (addresses.isAvoided(second)) await Bun.sleep(retryPauseMs)
    return attemptAt(second)
  }
}

function isUnsent(error: unknown): error is ServiceCallError {
  return error instanceof ServiceCallError && !error.wasSent
}
