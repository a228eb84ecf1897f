import { createAdmitToken, createNotFoundError, internalTokenHeader } from './principal.ts'

/**
 * Largest body of a request that gateway and svc-web take, bytes. Bodies are small: messages to `/mcp`, forms of `/account`, events of the payment
 * provider, which are the largest (a subscription with its items has some 10 KiB). The HTTP parser refuses larger ones with a bare 413.
 */
export const maxRequestBodyBytes = 64 * 1024

// The headers by which the gateway and svc-web tell each other about a page and its client.
const subjectHeader = 'x-client-subject'
const connectionHeader = 'x-client-connection'
const hostHeader = 'x-client-host'
const countHeader = 'x-count-client'

/** Headers of a client that reach svc-web, in lower case. All others are dropped: API keys, and every header of the gateway's own. */
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
  // A member sees which browser each session belongs to.
  'user-agent',
]

/** Headers of svc-web that reach a client, in lower case. All others are dropped. */
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

/** The client of a page, as the gateway sees it. */
export type WebClient = {
  /** Keyed hash of the client's address, and those of the address blocks around it, narrowest first. */
  id: string
  wider: readonly { id: string }[]
  /** Whether no one between the browser and this installation can read the request. */
  isPrivateConnection: boolean
  /** Host and port that the client asked, which forms are compared with; empty = none that is valid. */
  host: string
}

export type WebRequestFacts = {
  internalToken: string
  requestId: string
  traceparent: string
  client: WebClient
}

/** The headers of a request that the gateway forwards to svc-web. @param sent headers of the client */
export function createWebRequestHeaders(sent: Headers, facts: WebRequestFacts): Headers {
  const { internalToken, requestId, traceparent, client } = facts
  const headers = new Headers()
  for (const name of clientHeaders) {
    const value = sent.get(name)
    if (value !== null) headers.set(name, value)
  }
  // Otherwise `fetch` would name itself.
  if (!headers.has('user-agent')) headers.set('user-agent', '')
  headers.set(internalTokenHeader, internalToken)
  headers.set('x-request-id', requestId)
  headers.set('traceparent', traceparent)
  headers.set(subjectHeader, [client, ...client.wider].map(({ id }) => id).join(','))
  headers.set(hostHeader, client.host)
  headers.set(connectionHeader, client.isPrivateConnection ? 'private' : 'plain')
  return headers
}

/** Reads who asks through the gateway. @throws AppError `not_found`, which tells others nothing */
export type AdmitWebRequest = (headers: Headers) => WebClient

const subjectShape = /^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,8}$/

/** Makes the check that a request for a page comes from the gateway. @param acceptedTokens internal tokens, two of them during a rotation */
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

/** Headers that ask the gateway to count the request against the client's address; over the limit the client gets a refusal in place of this answer. */
export const countClientHeaders = { [countHeader]: '1' } as const

/** Whether svc-web asks for that. */
export function shouldCountClient(answer: Headers): boolean {
  return answer.get(countHeader) === '1'
}
