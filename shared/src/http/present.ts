import * as v from 'valibot'
import type { Answer, EncodedBody } from './answer.ts'
import { formatCacheControl } from './cache-lifetime.ts'
import { isNotModified } from './conditional.ts'
import { confidenceHeader, dataModeHeader } from './principal.ts'

/** Default content type of a body. */
export const jsonType = 'application/json'

/**
 * Creates the response for an answer: 304 without a body when the client has this version.
 *
 * @param contract schema of a body that is an object
 * @throws v.ValiError when the object does not match the contract, which is a bug
 */
export function respond(request: Request, answer: Answer, contract: v.GenericSchema | null = null): Response {
  const headers = createAnswerHeaders(answer)
  if (isNotModified(request.headers, answer.validators)) return new Response(null, { status: 304, headers })
  headers['content-type'] = answer.contentType ?? jsonType
  return new Response(encodeAnswer(answer.body, contract), { headers })
}

function encodeAnswer(body: Answer['body'], contract: v.GenericSchema | null): EncodedBody {
  if (body === null) throw new Error('The handler made no body, but the client does not have this version.')
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return body
  return JSON.stringify(contract === null ? body : v.parse(contract, body))
}

/** Headers of a response with or without its body. A 304 has no content type, because caches would apply it to their stored body. */
export function createAnswerHeaders(answer: Answer): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': formatCacheControl(answer.maxAgeSeconds, answer.scope) }
  if (answer.mode) headers[dataModeHeader] = answer.mode
  if (answer.isDegraded) headers[confidenceHeader] = 'degraded'
  if (answer.language !== undefined) headers['content-language'] = answer.language
  return Object.assign(headers, answer.validators, answer.headers)
}
