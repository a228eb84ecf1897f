import { lookup } from 'node:dns/promises'
import {
  type AllowedReceivers,
  extractHost,
  isCallable,
  readReceiverUrl,
} from '@hexawatt/shared/alerts/receiver-address'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'
import ipaddr from 'ipaddr.js'

/** Longest that a name may take to resolve, ms. */
const resolveTimeoutMs = 3_000

/** All addresses of a name. */
export type ResolveName = (host: string) => Promise<readonly string[]>

export const resolveBySystem: ResolveName = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** The one address that may be called, or why none may. */
export type ResolvedReceiver = { url: URL; address: string } | { error: 'address refused' | 'name not resolved' }

/**
 * Resolves a receiver once and checks every address: a name with one address that must not be called is refused as a whole. The caller connects to
 * the address that is returned, so that a name which resolves to something else a moment later (rebinding) gains nothing.
 */
export async function resolveReceiver(
  urlText: string,
  allowed: AllowedReceivers,
  resolve: ResolveName,
): Promise<ResolvedReceiver> {
  // The rules may have changed since the address was entered.
  const url = readReceiverUrl(urlText, allowed)
  if (typeof url === 'string') return { error: 'address refused' }
  const host = extractHost(url)
  const addresses = ipaddr.isValid(host) ? [host] : await withTimeout(resolveTimeoutMs, resolve(host)).catch(() => [])
  const [address] = addresses
  if (address === undefined) return { error: 'name not resolved' }
  return addresses.every((each) => isCallable(each, host, allowed)) ? { url, address } : { error: 'address refused' }
}
