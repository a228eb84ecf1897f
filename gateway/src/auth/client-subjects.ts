import { createHmac } from 'node:crypto'
import { maxRequestsPerMinute, type PlanTable } from '@hexawatt/shared/contract/plans'
import ipaddr from 'ipaddr.js'
import type { LimitSubject } from '../limits/quota.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * Bits of an IPv6 address that name who is behind it, narrowest first: a household or a server is given at least a /64, often a /56, and a
 * company or whoever asks for it a /48.
 */
const ipv6PrefixBits = [64, 56, 48] as const

/** Addresses of a forwarding header that are looked at, from its end: more proxies in a row there are not. */
const maxForwardedAddresses = 20

/** Characters of a hash that are kept: 128 bits. */
const hashLength = 32

/** How many times the limits of a client's address hold for the blocks around it, narrowest first: 1, 4 and 16 (decisions §2). */
const blockFactors = ipv6PrefixBits.map((bits) => 2 ** ((ipv6PrefixBits[0] - bits) / 4))

/** States that clients share when there is no room for their own; each has the limits of the widest block. */
const sharedStates = 1_024
/** Hexadecimal digits of a hash that choose a shared state. */
const sharedDigits = 8

/** What of the HTTP server a request asks for. */
export type PeerLookup = { requestIP(request: Request): { address: string } | null }

/** A request, and the server that knows who sent it. */
type SentRequest = { readonly request: Request; readonly server: PeerLookup | null }

export type ClientSubjectsDeps = {
  trustedProxies: ReturnType<typeof parseTrustedProxies>
  /** Makes hashes of addresses useless to whoever reads them. */
  addressSecret: string
  planTable: Pick<PlanTable, 'anonymous' | 'demo'>
}

/** Who is counted when there is no account: client addresses and the blocks around them, which are stored as keyed hashes only. */
export function createClientSubjects({ trustedProxies, addressSecret, planTable }: ClientSubjectsDeps) {
  const { anonymous, demo } = planTable

  /** @param limitsOf what an address has so many times */
  function subjectOf(
    { request, server }: SentRequest,
    limitsOf: (factor: number) => Omit<LimitSubject, 'id'>,
  ): LimitSubject {
    const peer = server?.requestIP(request)?.address ?? null
    const [prefix, ...blocks] = addressPrefixes(peer, request.headers.get('x-forwarded-for'), trustedProxies)
    const id = hashOf(prefix)
    const wider = blocks.map((block, i) => ({ ...limitsOf(blockFactors[i + 1] ?? 1), id: hashOf(block) }))
    // By the widest block: its owner fills one shared state and not all of them.
    const widestId = wider.at(-1)?.id ?? id
    const sharedId = `shared-${Number.parseInt(widestId.slice(0, sharedDigits), 16) % sharedStates}`
    return { ...limitsOf(1), id, wider, shared: { ...limitsOf(blockFactors.at(-1) ?? 1), id: sharedId } }
  }

  function hashOf(prefix: string): string {
    return createHmac('sha256', addressSecret).update(prefix).digest('hex').slice(0, hashLength)
  }

  return {
    /** Who sends requests without a valid key. */
    anonymous: (context: SentRequest): LimitSubject =>
      subjectOf(context, (factor) => ({
        kind: 'anonymous',
        requestsPerMinute: Math.min(anonymous.requestsPerMinute * factor, maxRequestsPerMinute),
        month: null,
      })),
    /** Who uses the public demo key. */
    demo: (context: SentRequest): LimitSubject =>
      subjectOf(context, (factor) => ({
        kind: 'demo',
        requestsPerMinute: Math.min(demo.requestsPerMinute * factor, maxRequestsPerMinute),
        month: { quota: demo.requestsPerMonth * factor, cap: demo.requestsPerMonth * factor },
      })),
  }
}
export type ClientSubjects = ReturnType<typeof createClientSubjects>

/**
 * Reads `TRUSTED_PROXIES`: addresses and ranges such as `10.0.0.0/8, 2001:db8::1`.
 *
 * @throws with the entry that is none
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
 * Whose requests are counted together when there is no key, narrowest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address. The peer itself counts,
 * unless it is a trusted proxy: then the last address of `X-Forwarded-For` that is not one, since everything before it can be made up.
 *
 * @param peer address of the other end of the connection; null when it is gone already
 */
export function addressPrefixes(
  peer: string | null,
  forwardedFor: string | null,
  trusted: readonly Range[],
): readonly [string, ...string[]] {
  const peerAddress = parse(peer)
  if (peerAddress === null) return ['unknown']
  if (forwardedFor === null || !isTrusted(peerAddress, trusted)) return prefixesOf(peerAddress)
  const chain = forwardedFor.split(',').slice(-maxForwardedAddresses).reverse()
  let nearest = peerAddress
  for (const text of chain) {
    const address = parse(text.trim())
    // What a trusted proxy did not write as an address cannot be told apart from an invention.
    if (address === null) break
    nearest = address
    if (!isTrusted(address, trusted)) break
  }
  return prefixesOf(nearest)
}

function parse(text: string | null): Address | null {
  // An IPv4 address that comes in IPv6 clothes is the same address.
  return text !== null && ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function isTrusted(address: Address, trusted: readonly Range[]): boolean {
  return trusted.some((range) => range[0].kind() === address.kind() && address.match(range))
}

function prefixesOf(address: Address): readonly [string, ...string[]] {
  if (address.kind() === 'ipv4') return [address.toString()]
  const [narrowest, ...wider] = ipv6PrefixBits
  const prefix = (bits: number): string => {
    const kept = address.toByteArray().fill(0, bits / 8)
    return `${ipaddr.fromByteArray(kept).toString()}/${bits}`
  }
  return [prefix(narrowest), ...wider.map(prefix)]
}
