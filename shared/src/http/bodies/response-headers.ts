/** Header values by lower-case name. */
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

/** Headers of every response, including errors: without CORS headers a browser hides the error from scripts. */
export const commonHeaders = new Headers({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'x-content-type-options': 'nosniff',
})

/** Creates the headers of a response, including the common headers. */
export function createResponseHeaders(headers: HeaderValues): Headers {
  // Copying the common headers is cheaper than setting each of them again.
  const made = new Headers(commonHeaders)
  for (const name in headers) made.set(name, headers[name] ?? '')
  return made
}

/** Request headers that scripts of other origins may send to read-only paths. */
export const readRequestHeaders =
  'X-Api-Key, Authorization, Auth-Token, X-Request-Id, Traceparent, Accept, If-None-Match, If-Modified-Since'

/** Creates the headers of a CORS preflight response, which browsers cache for a day. @param requestHeaders headers that scripts of other origins may send */
export function createPreflightHeaders(methods: readonly string[], requestHeaders: string): Headers {
  const allow = methods.join(', ')
  return createResponseHeaders({
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': '86400',
  })
}
