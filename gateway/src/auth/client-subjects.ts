import { maxRequestsPerMinute, type PlanTable } from '@hexawatt/shared/contract/plans'
import { createKeyedHash } from '@hexawatt/shared/keys/keyed-hash'
import ipaddr from 'ipaddr.js'
import type { LimitSubject } from '../limits/quota/quota.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * Prefixes of an IPv6 address that belong to one customer, narrowest first: a household or server has at least a /64, often a /56; a company may have a /48.
 */
const ipv6PrefixBits = [64, 56, 48] as const

/** Addresses read from the end of a forwarding header: longer proxy chains do not occur. */
const maxForwardedAddresses = 20

/** Limits of the blocks as multiples of an address's limits, narrowest first: 1, 4 and 16. */
const blockFactors = ipv6PrefixBits.map((bits) => 2 ** ((ipv6PrefixBits[0] - bits) / 4))

/** States that addresses share when Redis already holds the maximum number of address states. Each shared state has the limits of the widest block. */
const sharedStates = 1_024
/** Hexadecimal digits of a hash that choose a shared state. */
const sharedDigits = 8

/** Members that may use account pages at full rate from one address. */
const membersPerAddress = 2

/** The part of the HTTP server that knows a request's sender. */
export type PeerLookup = {
  requestIP(request: Request): { address: string } | null
  /** Sets the idle time-out of the request's connection, s; 0 = none. */
  timeout?(request: Request, seconds: number): void
}

type SentRequest = { readonly request: Request; readonly server: PeerLookup | null }

export type ClientSubjectsDeps = {
  trustedProxies: ReturnType<typeof parseTrustedProxies>
  /** Secret of the address hashes: without it the hashes cannot be reversed. */
  addressSecret: string
  planTable: Pick<PlanTable, 'anonymous' | 'demo'>
}

/** Makes the limit subjects of requests without an account: client addresses and their blocks, stored as keyed hashes only. */
export function createClientSubjects({ trustedProxies, addressSecret, planTable }: ClientSubjectsDeps) {
  const { anonymous, demo } = planTable
  const hashOf = createKeyedHash(addressSecret)

  /**
   * @param limitsOf limits of a block, by its factor
   * @param purpose prefix of counts that are kept apart from counts of API requests
   */
  function makeSubject(
    { request, server }: SentRequest,
    limitsOf: (factor: number) => Omit<LimitSubject, 'id'>,
    purpose = '',
  ): LimitSubject {
    const peer = server?.requestIP(request)?.address ?? null
    const [prefix, ...blocks] = listAddressPrefixes(peer, request.headers.get('x-forwarded-for'), trustedProxies)
    const id = hashOf(`${purpose}${prefix}`)
    const blockIds = blocks.map((block) => hashOf(`${purpose}${block}`))
    // Chosen by the widest block: its owner fills one shared state, not all of them.
    const placedBy = blockIds.at(-1) ?? id
    const wider = blockIds.map((blockId, i) => ({ ...limitsOf(blockFactors[i + 1] ?? 1), id: blockId, placedBy }))
    const sharedId = `${purpose}shared-${Number.parseInt(placedBy.slice(0, sharedDigits), 16) % sharedStates}`
    return { ...limitsOf(1), id, placedBy, wider, shared: { ...limitsOf(blockFactors.at(-1) ?? 1), id: sharedId } }
  }

  const getAnonymousLimits = (factor: number): Omit<LimitSubject, 'id'> => ({
    kind: 'anonymous',
    requestsPerMinute: Math.min(anonymous.requestsPerMinute * factor, maxRequestsPerMinute),
    month: null,
  })

  return {
    /** Subject of a request without a valid key. */
    anonymous: (context: SentRequest): LimitSubject => makeSubject(context, getAnonymousLimits),
    /** Subject of a request for account pages. Several members may share a client address. */
    accountPages: (context: SentRequest): LimitSubject =>
      makeSubject(context, (factor) => getAnonymousLimits(membersPerAddress * factor), 'account-pages-'),
    /** Subject of a request with the public demo key. */
    demo: (context: SentRequest): LimitSubject =>
      makeSubject(context, (factor) => ({
        kind: 'demo',
        requestsPerMinute: Math.min(demo.requestsPerMinute * factor, maxRequestsPerMinute),
        month: { quota: demo.requestsPerMonth * factor, cap: demo.requestsPerMonth * factor },
      })),
  }
}
export type ClientSubjects = ReturnType<typeof createClientSubjects>

/**
 * Reads `TRUSTED_PROXIES`: addresses and ranges such as `10.0.0.0/8, 2001:db8::1`.
 * @throws an Error that names the invalid entry
 */
export function parseTrustedProxies(text: string): Range[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '').map(parseRange)
}

function parseRange(entry: string): Range {
  try {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    throw new Error(`"${entry}" is neither an address nor a range such as 10.0.0.0/8`)
  }
}

/**
 * Address blocks of a client, narrowest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address. The client is the peer, unless the peer is a
 * trusted proxy: then it is the last address of `X-Forwarded-For` that is not a trusted proxy, because clients can forge the addresses before it.
 * @param peer address of the other end of the connection; null when the peer has disconnected
 */
export function listAddressPrefixes(
  peer: string | null,
  forwardedFor: string | null,
  trusted: readonly Range[],
): readonly [string, ...string[]] {
  const peerAddress = parse(peer)
  if (peerAddress === null) return ['unknown']
  if (forwardedFor === null || !isTrusted(peerAddress, trusted)) return listPrefixes(peerAddress)
  const chain = forwardedFor.split(',').slice(-maxForwardedAddresses).reverse()
  let nearest = peerAddress
  for (const text of chain) {
    const address = parse(text.trim())
    // The client may have forged anything that is not an address.
    if (address === null) break
    nearest = address
    if (!isTrusted(address, trusted)) break
  }
  return listPrefixes(nearest)
}

function parse(text: string | null): Address | null {
  // `process` turns an IPv4-mapped IPv6 address into IPv4.
  return text !== null && ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function isTrusted(address: Address, trusted: readonly Range[]): boolean {
  return trusted.some((range) => range[0].kind() === address.kind() && address.match(range))
}

function listPrefixes(address: Address): readonly [string, ...string[]] {
  if (address.kind() === 'ipv4') return [address.toString()]
  const [narrowest, ...wider] = ipv6PrefixBits
  const formatPrefix = (bits: number): string => {
    const kept = address.toByteArray().fill(0, bits / 8)
    return `${ipaddr.fromByteArray(kept).toString()}/${bits}`
  }
  return [formatPrefix(narrowest), ...wider.map(formatPrefix)]
}
