import { isNotModified } from '../conditional.ts'
import { chooseEncoding } from './choose-encoding.ts'
import { type ContentEncoding, compress, compressedFromBytes } from './compression.ts'
import { createResponseHeaders, type HeaderValues } from './response-headers.ts'

/** A response that is sent several times: its headers must not be changed. */
export type PreparedResponse = {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

/**
 * Creates a body that is sent several times: each representation (content type and encoding), with its headers, is made once, at its first request.
 *
 * @param headers headers of all representations, including `vary`
 */
export function createCachedBody(headers: HeaderValues, body: Uint8Array<ArrayBuffer>) {
  const responses = new Map<string, PreparedResponse>()
  const encodedBodies = new Map<ContentEncoding, Uint8Array<ArrayBuffer>>()
  let unchanged: PreparedResponse | null = null
  const isWorthwhile = body.length >= compressedFromBytes

  function encodeBody(encoding: ContentEncoding): Uint8Array<ArrayBuffer> {
    const known = encodedBodies.get(encoding)
    if (known !== undefined) return known
    const made = compress(body, encoding)
    encodedBodies.set(encoding, made)
    return made
  }

  function make(contentType: string, encoding: ContentEncoding): PreparedResponse {
    return {
      status: 200,
      headers: createResponseHeaders({
        ...headers,
        'content-type': contentType,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }),
      body: encodeBody(encoding),
    }
  }

  return {
    body,
    headers,
    /**
     * Returns one representation; a small body is never compressed.
     *
     * @param contentType value of the content type header
     */
    response(contentType: string, wanted: ContentEncoding): PreparedResponse {
      const encoding = isWorthwhile ? wanted : 'identity'
      const form = `${contentType} ${encoding}`
      const known = responses.get(form)
      if (known !== undefined) return known
      const response = make(contentType, encoding)
      responses.set(form, response)
      return response
    },
    /** Returns the 304 for a client that has this body. */
    notModified(): PreparedResponse {
      unchanged ??= createNotModifiedResponse(headers)
      return unchanged
    },
  }
}
export type CachedBody = ReturnType<typeof createCachedBody>

/** A 304 has no content type, because caches would apply it to their stored body. */
function createNotModifiedResponse({ 'content-type': _type, ...ofVersion }: HeaderValues): PreparedResponse {
  return { status: 304, headers: createResponseHeaders(ofVersion), body: null }
}

/**
 * Responds with a cached body in the encoding that the request accepts: 304 when the client has this version.
 *
 * @param contentType value of the content type header
 */
export function respondWithCachedBody({ headers }: Request, cached: CachedBody, contentType: string): PreparedResponse {
  if (isNotModified(headers, cached.headers)) return cached.notModified()
  return cached.response(contentType, chooseEncoding(headers.get('accept-encoding')))
}
