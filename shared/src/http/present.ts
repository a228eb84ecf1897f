import type { EncodedAnswer } from './answer.ts'
import { isNotModified } from './conditional.ts'
import { cacheControl } from './data-headers.ts'
import { confidenceHeader, dataModeHeader } from './principal.ts'

/** Makes the response of an answer: 304 without a body when the client has this version. */
export function present(request: Request, answer: EncodedAnswer): Response {
  const headers = answerHeaders(answer)
  if (isNotModified(request.headers, answer.validators)) return new Response(null, { status: 304, headers })
  if (answer.body === null) throw new Error('a body was left out for a client that does not have this version')
  headers['content-type'] = answer.contentType ?? 'application/json'
  return new Response(answer.body, { headers })
}

/** Headers that the answer carries with and without its body. A 304 has no content type: caches would apply it to the body that they hold. */
function answerHeaders({ validators, maxAgeSeconds, scope, mode, isDegraded, language, headers }: EncodedAnswer) {
  const named: Record<string, string> = {
    ...validators,
    'cache-control': cacheControl(maxAgeSeconds, scope),
    ...headers,
  }
  if (mode) named[dataModeHeader] = mode
  if (isDegraded) named[confidenceHeader] = 'degraded'
  if (language !== undefined) named['content-language'] = language
  return named
}
