import { createAdmitToken, createNotFoundError, internalTokenHeader } from './principal.ts'

/**
 * Largest request body of gateway and svc-web, bytes. Bodies are small: messages to `/mcp`, forms of `/account`, and events of the payment provider, which
 * are the largest (a subscription with its items has about 10 KiB). The HTTP parser refuses larger bodies with a 413 without a problem body.
 */
export const maxRequestBodyBytes = 64 * 1024

// Internal headers between the gateway and svc-web.
const subjectHeader = 'x-client-subject'
const connectionHeader = 'x-client-connection'
const hostHeader = 'x-client-host'
const countHeader = 'x-count-client'

/** Client headers that reach svc-web, in lower case. All others are dropped, including API keys and the internal headers of the gateway. */
const clientHeaders: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'origin',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'stripe-signature',
  // The sessions page shows the browser of each session.
  'user-agent',
]

/** Response headers of svc-web that reach a client, in lower case. All others are dropped. */
export const pageHeaders: ReadonlySet<string> = new Set([
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'last-modified',
  'location',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'vary',
  'x-content-type-options',
])

/** The client of a page as the gateway sees it. */
export type WebClient = {
  /** Keyed hashes of the client address and of the address blocks around it, narrowest first. */
  id: string
  wider: readonly { id: string }[]
  /** True when no third party between browser and installation can read the request. */
  isPrivateConnection: boolean
  /** Requested host and port, which the origin of a form must match; empty = the client sent no valid host. */
  host: string
}

export type WebRequestFacts = {
  internalToken: string
  requestId: string
  traceparent: string
  client: WebClient
}

/** Creates the headers of a request that the gateway forwards to svc-web. @param sent headers of the client */
export function createWebRequestHeaders(sent: Headers, facts: WebRequestFacts): Headers {
  const { internalToken, requestId, traceparent, client } = facts
  const headers = new Headers()
  for (const name of clientHeaders) {
    const value = sent.get(name)
    if (value !== null) headers.set(name, value)
  }
  // Otherwise `fetch` would send its own user agent.
  if (!headers.has('user-agent')) headers.set('user-agent', '')
  headers.set(internalTokenHeader, internalToken)
  headers.set('x-request-id', requestId)
  headers.set('traceparent', traceparent)
  headers.set(subjectHeader, [client, ...client.wider].map(({ id }) => id).join(','))
  headers.set(hostHeader, client.host)
  headers.set(connectionHeader, client.isPrivateConnection ? 'private' : 'plain')
  return headers
}

/** Reads the client behind the gateway. @throws AppError `not_found`, which reveals nothing to other callers */
export type AdmitWebRequest = (headers: Headers) => WebClient

const subjectShape = /^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,8}$/

/** Creates the check that a page request comes from the gateway. @param acceptedTokens internal tokens, two during a rotation */
export function createAdmitWebRequest(acceptedTokens: readonly string[]): AdmitWebRequest {
  const admitToken = createAdmitToken(acceptedTokens)
  return function admitWebRequest(headers) {
    admitToken(headers)
    const subject = headers.get(subjectHeader) ?? ''
    if (!subjectShape.test(subject)) throw createNotFoundError()
    const [id = '', ...wider] = subject.split(',')
    return {
      id,
      wider: wider.map((block) => ({ id: block })),
      isPrivateConnection: headers.get(connectionHeader) === 'private',
      host: headers.get(hostHeader) ?? '',
    }
  }
}

/** Response headers that ask the gateway to count the request against the client address. Beyond the limit, the gateway refuses instead of forwarding this response. */
export const countClientHeaders = { [countHeader]: '1' } as const

/** Whether a response of svc-web asks the gateway to count the client. */
export function shouldCountClient(answer: Headers): boolean {
  return answer.get(countHeader) === '1'
}
