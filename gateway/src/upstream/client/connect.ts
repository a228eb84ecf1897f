import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import type { Socket, TCPSocketConnectOptions } from 'bun'
import type { ServiceAddresses } from './service-addresses.ts'
import { ServiceCallError, toServiceCallError } from './service-call.ts'

/** Time-out of connecting, ms. */
const connectTimeoutMs = 1_000

/** How long an address counts as reachable after a connection to it was opened, ms: less than an engine takes to remove the address of a container that has ended. */
const confirmedMs = 100

/** Opens a connection. @throws ServiceCallError `refused`, `unreachable` or `late`, all of them before anything was sent */
export async function connect<State>(options: TCPSocketConnectOptions<State>): Promise<Socket<State>> {
  const connecting = Bun.connect<State>(options)
  try {
    return await withTimeout(connectTimeoutMs, connecting)
  } catch (error) {
    // Closes a connection that is established too late.
    connecting.then(
      (socket) => socket.terminate(),
      () => undefined,
    )
    throw new ServiceCallError(toServiceCallError(error).reason, error, false)
  }
}

type AddressCheckDeps = {
  addresses: Pick<ServiceAddresses, 'usable'>
  origin: URL
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/**
 * Makes a check that an address accepts connections, for clients based on `fetch`: `fetch` waits for seconds for an address that is gone, and then does not say
 * whether it has sent anything. A connection counts for all calls of the next 100 ms.
 *
 * @returns the check, which does nothing where there is no other address; it throws as `connect` does
 */
export function createAddressCheck({ addresses, origin, monotonicMs }: AddressCheckDeps) {
  const port = Number(origin.port || 80)
  const confirmedAtMs = new Map<string, number>()
  const running = new Map<string, Promise<void>>()

  async function openOnce(hostname: string): Promise<void> {
    const socket = await connect({ hostname, port, socket: { data() {}, error() {} } })
    socket.terminate()
    confirmedAtMs.set(hostname, monotonicMs())
  }

  return async function confirm(address: string): Promise<void> {
    const ageMs = monotonicMs() - (confirmedAtMs.get(address) ?? Number.NEGATIVE_INFINITY)
    if (addresses.usable() < 2 || ageMs < confirmedMs) return
    await running.getOrInsertComputed(address, () => openOnce(address).finally(() => running.delete(address)))
  }
}
