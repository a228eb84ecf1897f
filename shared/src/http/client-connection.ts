import { pathStartOf } from './request-facts.ts'

/** Whether a host is this machine: browsers treat it as secure although nothing is encrypted. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** Protocol that a proxy says it was asked by, in lower case: that of the client, where several are named. */
export function forwardedProtocol(headers: Headers): string | undefined {
  return headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim().toLowerCase()
}

/**
 * Whether a request came in a way that cannot be read by others: over TLS, or on this machine. Any proxy that says that it was asked over plain
 * HTTP is believed: the claim can only lead to a refusal.
 */
export function isPrivateConnection({ url, headers }: Request, publicBaseUrl: string): boolean {
  const { protocol, hostname } = new URL(publicBaseUrl)
  if (protocol === 'https:') return forwardedProtocol(headers) !== 'http'
  if (!isLoopbackHost(hostname) || pathStartOf(url) === 0) return false
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname)
}
