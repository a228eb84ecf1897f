import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/**
 * Bits of an IPv6 address that name who is behind it, narrowest first: a household or a server is given at least a /64, often a /56, and a
 * company or whoever asks for it a /48.
 */
export const ipv6PrefixBits = [64, 56, 48] as const

/** Addresses of a forwarding header that are looked at, from its end: more proxies in a row there are not. */
const maxForwardedAddresses = 20

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
