import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { withinTime } from '@hexawatt/shared/time/within-time'
import { ServiceCallError } from './service-call.ts'

/** How long addresses are used before the name is looked up again, ms; that happens while they are still used. */
const freshMs = 5_000

/** How long after the last look-up its addresses are not trusted any more, ms: the next call waits for newer ones. */
const staleMs = 15_000

/** Longest a call waits for addresses, and longest a look-up may take, ms. */
const maxWaitMs = 1_000
const lookUpTimeoutMs = 5_000

/** How long an address to which no connection came about is passed over, ms. */
const avoidMs = 1_000

/** Most addresses of one name; more replicas than that are not asked. */
const maxAddresses = 64

/** Finds the addresses of a host name. */
export type LookUp = (hostname: string) => Promise<string[]>

/** Asks the resolver of the platform, which knows /etc/hosts too and keeps no answers. */
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
 * The addresses of one service, handed out in turn, so that all its replicas are asked: left to itself the platform's client takes the
 * first one for good. Over TLS the only address is the name, which the certificate is checked against.
 */
export function createServiceAddresses({ origin, lookUp, monotonicMs }: ServiceAddressesDeps) {
  const hostname = origin.hostname.replace(/^\[(.*)\]$/, '$1')
  const isFixed = isIP(hostname) !== 0 || origin.protocol !== 'http:'
  /** The one that was handed out longest ago comes first. */
  let queue: readonly string[] = isFixed ? [hostname] : []
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  /** What calls wait for while no address is trusted. */
  let awaited: Promise<void> | null = null
  let failure: unknown = null
  const avoidedUntilMs = new Map<string, number>()

  /** Never fails: the last known addresses stay. */
  async function ask(): Promise<void> {
    askedAtMs = monotonicMs()
    try {
      const found = await withinTime(lookUpTimeoutMs, lookUp(hostname))
      if (found.length === 0) throw new Error('a name without an address')
      const addresses = [...new Set(found)].slice(0, maxAddresses)
      // Resolvers shuffle: those that are known keep their turns, and a new one has been waiting longest.
      const fresh = addresses.filter((address) => !queue.includes(address))
      queue = [...fresh, ...queue.filter((address) => addresses.includes(address))]
      for (const address of avoidedUntilMs.keys()) if (!queue.includes(address)) avoidedUntilMs.delete(address)
    } catch (error) {
      failure = error
    }
  }

  /** Looks the name up when it is time. After a failure calls wait only when nothing is known: the resolver may be silent for long. */
  function keepFresh(): void {
    const ageMs = monotonicMs() - askedAtMs
    if (isFixed || asking !== null || (queue.length > 0 && ageMs < freshMs)) return
    asking = ask().finally(() => {
      asking = null
    })
    if (queue.length > 0 && ageMs < staleMs) return
    awaited = withinTime(maxWaitMs, asking)
      .catch((error: unknown) => {
        failure = error
      })
      .finally(() => {
        awaited = null
      })
  }

  const isAvoided = (address: string): boolean => monotonicMs() < (avoidedUntilMs.get(address) ?? 0)

  return {
    /**
     * The address for the next connection. One that is avoided only when all are.
     *
     * @throws ServiceCallError `unreachable` when none was ever found
     */
    async next(): Promise<string> {
      keepFresh()
      if (awaited !== null) await awaited
      const address = queue.find((candidate) => !isAvoided(candidate)) ?? queue[0]
      if (address === undefined) throw new ServiceCallError('unreachable', failure, false)
      queue = [...queue.filter((other) => other !== address), address]
      return address
    },
    /** Passes an address over for a moment: no connection to it came about. */
    avoid(address: string): void {
      avoidedUntilMs.set(address, monotonicMs() + avoidMs)
    },
    isAvoided,
  }
}
export type ServiceAddresses = ReturnType<typeof createServiceAddresses>

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

/** What a client of one service is made with. */
export type ServiceClientDeps = {
  /** Address of the service; `http1/` takes `http:` only. */
  origin: URL
  /** Its path, without a slash at its end: every target stands below it. */
  basePath: string
  addresses: ServiceAddresses
  /** Largest body that is read to its end. */
  maxBodyBytes: number
  /** Longest a whole answer may take; of a stream its headers, and then each chunk, ms. */
  timeoutMs: number
}
