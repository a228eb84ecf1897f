import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Receivers that may lie in private networks and speak plain HTTP: address ranges, and host names. */
export type AllowedReceivers = { ranges: readonly [Address, number][]; hosts: readonly string[] }

/** Maximum length of a receiver URL, characters. */
export const maxReceiverUrlChars = 500

const publicPorts = ['', '443', '8443']

/** A name of at least two labels, none of them empty, and without a final dot; its last label is no number. */
const publicNameShape = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Last labels that the public DNS does not have: reserved ones (RFC 2606, 6761, 7686, 8375, 9476 and ICANN's `internal`), and those that routers,
 * clusters and service registries use for their own networks.
 */
const privateLabels: ReadonlySet<string> = new Set([
  ...['localhost', 'local', 'internal', 'arpa', 'test', 'example', 'invalid', 'onion', 'alt'],
  ...['localdomain', 'localnet', 'intranet', 'intra', 'private', 'lan', 'home', 'corp', 'mail', 'workgroup'],
  ...['svc', 'cluster', 'consul', 'docker'],
])

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** A public address that leads into Azure's own network of every machine. */
const azureHost = '168.63.129.16'

/**
 * Reads `ALERT_RECEIVERS_ALLOWED`: addresses, ranges (CIDR) and host names, separated by commas.
 *
 * @throws when an entry is none of these
 */
export function parseAllowedReceivers(text: string): AllowedReceivers {
  const ranges: [Address, number][] = []
  const hosts: string[] = []
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (entry === '') continue
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else if (ipaddr.isValid(entry))
      ranges.push(ipaddr.parseCIDR(`${entry}/${ipaddr.parse(entry).kind() === 'ipv4' ? 32 : 128}`))
    else if (/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(entry)) hosts.push(entry)
    else throw new Error('addresses, ranges such as 192.168.1.0/24 and host names, separated by commas')
  }
  return { ranges, hosts }
}

/** Why an address is refused. */
export type ReceiverRefusal =
  | 'not a URL'
  | 'too long'
  | 'not https'
  | 'credentials'
  | 'port'
  | 'private name'
  | 'address'

/**
 * Reads the address of a receiver. Numbers in odd notations (decimal, octal, hexadecimal) are one address for the parser of URLs already; literal
 * addresses are refused even when they are public, since a certificate names a host.
 */
export function readReceiverUrl(text: string, allowed: AllowedReceivers): URL | ReceiverRefusal {
  if (text.length > maxReceiverUrlChars) return 'too long'
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return 'not a URL'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not https'
  if (url.username !== '' || url.password !== '') return 'credentials'
  const host = extractHost(url)
  const isLiteral = ipaddr.isValid(host)
  if (allowed.hosts.includes(host) || (isLiteral && isInRanges(ipaddr.process(host), allowed))) return url
  if (url.protocol !== 'https:') return 'not https'
  if (isLiteral) return 'address'
  if (!publicPorts.includes(url.port)) return 'port'
  return isPublicName(url.hostname) ? url : 'private name'
}

/**
 * Whether a host name can lie in the public DNS. A name with a final dot or an empty label (`localhost..`) is refused although some resolvers take it,
 * because the rules about the last label would not see the real one.
 */
function isPublicName(hostname: string): boolean {
  return publicNameShape.test(hostname) && !privateLabels.has(hostname.slice(hostname.lastIndexOf('.') + 1))
}

/** Host of a URL without the brackets of IPv6 and without a final dot. */
export function extractHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * Whether a resolved address may be called: globally reachable unicast only. Not private, loopback, link-local (metadata of clouds), shared (CGNAT),
 * multicast or reserved, and no IPv6 address that carries an IPv4 one (mapped, NAT64, 6to4, Teredo).
 */
export function isCallable(address: string, host: string, allowed: AllowedReceivers): boolean {
  if (!ipaddr.isValid(address)) return false
  if (allowed.hosts.includes(host)) return true
  // `process` unwraps mapped addresses: they are judged as the IPv4 address that would be called.
  const parsed = ipaddr.process(address)
  if (isInRanges(parsed, allowed)) return true
  if (ipaddr.parse(address).range() !== 'unicast' || address === azureHost) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

function isInRanges(address: Address, { ranges }: AllowedReceivers): boolean {
  return ipaddr.subnetMatch(address, { allowed: [...ranges] }, 'other') === 'allowed'
}
