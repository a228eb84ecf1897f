import { allowedMethods } from './match-resource.ts'

/** Response headers that scripts in a browser may read. */
const exposedHeaders = 'X-Request-Id, X-Data-Mode, X-Service-Confidence, Retry-After, ETag, Last-Modified'

/** Request headers that scripts in a browser may send. */
const allowedRequestHeaders = 'X-Api-Key, X-Request-Id, Traceparent, Accept, If-None-Match'

/** On every answer, errors too: a browser hides an error without them. */
export const everyAnswerHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'x-content-type-options': 'nosniff',
} as const

/** Answer to OPTIONS, a CORS preflight or not. */
export function optionsAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow: allowedMethods,
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': allowedRequestHeaders,
      'access-control-max-age': '86400',
    },
  })
}
