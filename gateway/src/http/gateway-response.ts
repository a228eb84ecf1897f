/** What is sent to a client. Cached responses are shared by requests. */
export type GatewayResponse = {
  readonly status: number
  /**
   * Made by `responseHeaders`, for responses that are sent again: only `handleRequest` writes to them, the values of one request over those of the
   * request before. The values alone, in lower case, for a response that is sent once.
   */
  readonly headers: Headers | HeaderValues
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null
}

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
const commonHeaders = new Headers({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'x-content-type-options': 'nosniff',
})

/** Values of headers by their names in lower case. */
export type HeaderValues = Readonly<Record<string, string>>

/** The headers of a response, with those that every response carries. */
export function responseHeaders(headers: HeaderValues): Headers {
  // Copying and adding costs a third less than building all headers anew.
  const made = new Headers(commonHeaders)
  for (const name in headers) made.set(name, headers[name] ?? '')
  return made
}

/**
 * Makes the headers of responses that are sent once, from those of the last such response: of an operation most values are the same, and only
 * others are written, which costs less than headers made anew. They hold until the next call.
 */
export function createOneOffHeaders(): (operationId: string, values: HeaderValues) => Headers {
  const lastOf = new Map<string, { headers: Headers; values: HeaderValues }>()
  return function headersOf(operationId, values) {
    const last = lastOf.get(operationId)
    if (last === undefined || !haveSameNames(last.values, values)) {
      const headers = responseHeaders(values)
      lastOf.set(operationId, { headers, values })
      return headers
    }
    for (const name in values) {
      const value = values[name] ?? ''
      if (last.values[name] !== value) last.headers.set(name, value)
    }
    last.values = values
    return last.headers
  }
}

function haveSameNames(one: HeaderValues, other: HeaderValues): boolean {
  let count = 0
  for (const name in one) {
    if (!(name in other)) return false
    count += 1
  }
  for (const _ in other) count -= 1
  return count === 0
}

/** The client left before its response was made; this status appears in the log only. */
export const clientGoneStatus = 499
