import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import { ServiceCallError, type ServiceCallReason } from './service-call.ts'

/** Age at which the name is resolved again, in the background, ms. */
const freshMs = 5_000

/** Age at which a call waits for newer addresses, ms. */
const staleMs = 15_000

/** Longest time a call waits for addresses, and time-out of resolving, ms. */
const maxWaitMs = 1_000
const lookUpTimeoutMs = 5_000

/** How long an address is avoided after a failed connection, ms: when it refused, a service starts there again; when it was silent, its host or container is gone. */
const avoidRefusingMs = 1_000
const avoidSilentMs = 5_000

/** Addresses of one name at most; further replicas are not used. */
const maxAddresses = 64

/** Finds the addresses of a host name. */
export type LookUp = (hostname: string) => Promise<string[]>

/** Resolves a name by the platform's resolver, which reads /etc/hosts and caches nothing. */
export async function lookUpAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)
}

export type ServiceAddressesDeps = {
  /** Base address of the service. */
  origin: URL
  lookUp: LookUp
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}

/**
 * The addresses of one service, in rotation, so that all its replicas are used: the platform's client would always use the first address. With TLS the only
 * address is the name, which the certificate is checked against.
 */
export function createServiceAddresses({ origin, lookUp, monotonicMs }: ServiceAddressesDeps) {
  const hostname = origin.hostname.replace(/^\[(.*)\]$/, '$1')
  const isFixed = isIP(hostname) !== 0 || origin.protocol !== 'http:'
  /** Least recently used first. */
  let queue: readonly string[] = isFixed ? [hostname] : []
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  /** Awaited by calls while no address is fresh enough. */
  let awaited: Promise<void> | null = null
  let failure: unknown = null
  const avoidedUntilMs = new Map<string, number>()

  /** Never fails: the last known addresses stay. */
  async function ask(): Promise<void> {
    askedAtMs = monotonicMs()
    try {
      const found = await withTimeout(lookUpTimeoutMs, lookUp(hostname))
      if (found.length === 0) throw new Error('the name has no address')
      const addresses = [...new Set(found)].slice(0, maxAddresses)
      // Resolvers shuffle: known addresses keep their order, new ones come first.
      const fresh = addresses.filter((address) => !queue.includes(address))
      queue = [...fresh, ...queue.filter((address) => addresses.includes(address))]
      for (const address of avoidedUntilMs.keys()) if (!queue.includes(address)) avoidedUntilMs.delete(address)
    } catch (error) {
      failure = error
    }
  }

  /** Resolves the name when it is due. After a failure, calls wait only if no address is known: the resolver may not answer for long. */
  function keepFresh(): void {
    const ageMs = monotonicMs() - askedAtMs
    if (isFixed || asking !== null || (queue.length > 0 && ageMs < freshMs)) return
    asking = ask().finally(() => {
      asking = null
    })
    if (queue.length > 0 && ageMs < staleMs) return
    awaited = withTimeout(maxWaitMs, asking)
      .catch((error: unknown) => {
        failure = error
      })
      .finally(() => {
        awaited = null
      })
  }

  const makeUnreachableError = () => new ServiceCallError('unreachable', failure, false)

  /** Waits for newer addresses when the known ones are too old. @throws ServiceCallError `unreachable` when there is none */
  async function waitUntilKnown(): Promise<void> {
    keepFresh()
    if (awaited !== null) await awaited
    if (queue.length === 0) throw makeUnreachableError()
  }

  const isAvoided = (address: string): boolean => monotonicMs() < (avoidedUntilMs.get(address) ?? 0)

  return {
    /**
     * The address for the next connection; an avoided address only when all are avoided.
     * @throws ServiceCallError `unreachable` when none was ever found
     */
    async chooseNext(): Promise<string> {
      await waitUntilKnown()
      const address = queue.find((candidate) => !isAvoided(candidate)) ?? queue[0]
      if (address === undefined) throw makeUnreachableError()
      queue = [...queue.filter((other) => other !== address), address]
      return address
    },
    /** Avoids an address for a moment after a failed connection. */
    avoid(address: string, reason: ServiceCallReason): void {
      avoidedUntilMs.set(address, monotonicMs() + (reason === 'refused' ? avoidRefusingMs : avoidSilentMs))
    },
    isAvoided,
    isKnown: (): boolean => queue.length > 0,
    whenKnown: waitUntilKnown,
    /** How many known addresses are not avoided. */
    usable: (): number => queue.filter((address) => !isAvoided(address)).length,
  }
}
export type ServiceAddresses = ReturnType<typeof createServiceAddresses>

/** Pause before an address that has just refused is tried again, ms: long enough for a restart of the service. */
const retryPauseMs = 50

/**
 * Makes an attempt at one address of a service, and a second attempt when nothing was sent, so that no request is executed twice: at the next address, or at
 * the same one if it refused and is the only one.
 * @throws ServiceCallError, and any other error of an attempt
 */
export async function reachService<Value>(
  addresses: ServiceAddresses,
  attempt: (address: string) => Promise<Value>,
): Promise<Value> {
  async function attemptAt(address: string): Promise<Value> {
    try {
      return await attempt(address)
    } catch (error) {
      if (isUnsent(error)) addresses.avoid(address, error.reason)
      throw error
    }
  }

  const first = await addresses.chooseNext()
  try {
    return await attemptAt(first)
  } catch (error) {
    if (!isUnsent(error)) throw error
    const second = await addresses.chooseNext()
    // The only address did not refuse but did not answer either: a second attempt would take as long.
    if (second === first && error.reason !== 'refused') throw error
    if (addresses.isAvoided(second)) await Bun.sleep(retryPauseMs)
    return attemptAt(second)
  }
}

function isUnsent(error: unknown): error is ServiceCallError {
  return error instanceof ServiceCallError && !error.wasSent
}

/** What a client of one service is made with. */
export type ServiceClientDeps = {
  /** Address of the service. */
  origin: URL
  /** The service's path, without a slash at its end: every target lies below it. */
  basePath: string
  addresses: ServiceAddresses
  /** Largest body that is read to its end. */
  maxBodyBytes: number
  /** Time-out of a whole response; of a stream's headers, and then of each chunk, ms. */
  timeoutMs: number
  /** Monotonic real time, ms. */
  monotonicMs: () => number
}
