/** What is sent to a client. Answers are kept and shared. */
export type Answer = {
  readonly status: number
  /** Made by `answerHeaders`. The edge alone writes to it: what belongs to one request, over what belonged to the one before. */
  readonly headers: Headers
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

/** On every answer, errors too: a browser hides an error without them. */
const everyAnswerHeaders = new Headers({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'x-content-type-options': 'nosniff',
})

/** The headers of an answer with those that every answer carries. */
export function answerHeaders(headers: Readonly<Record<string, string>>): Headers {
  // A copy that is added to costs a third less than all headers as one new object.
  const made = new Headers(everyAnswerHeaders)
  for (const name in headers) made.set(name, headers[name] ?? '')
  return made
}

/** A client left before its answer was made: nobody reads this status, it stands in the log only. */
export const clientGoneStatus = 499
