import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { type OfferedType, type Operation, usualTypes } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import { answerHeaders } from '@hexawatt/shared/http/present'
import { type ContentEncoding, compress, compressedFromBytes } from './compression.ts'
import { type GatewayResponse, type HeaderValues, responseHeaders } from './gateway-response.ts'
import { type WeightedValue, weightedValue } from './negotiation/weighted-value.ts'

/** Media ranges of an Accept header that are read; a real one has far fewer. */
const maxMediaRanges = 32

/**
 * Chooses the content type of a success body; at equal quality the first that is offered.
 *
 * @param offered by the operation, the default first
 * @throws AppError `not_acceptable` when none of the offered types is acceptable
 */
export function negotiateType(accept: string | null, offered: readonly OfferedType[] = usualTypes): OfferedType {
  const [byDefault = 'application/json'] = offered
  if (accept === null || accept === '' || accept === '*/*' || accept === byDefault) return byDefault
  const ranges = accept.split(',', maxMediaRanges).map(weightedValue)
  const best = offered
    .map((type) => ({ type, quality: qualityOf(type, ranges) }))
    .reduce((chosen, offer) => (offer.quality > chosen.quality ? offer : chosen))
  if (best.quality > 0) return best.type
  throw new AppError('not_acceptable', {
    detail: `None of the accepted types is offered; offered: ${offered.join(', ')}.`,
  })
}

/** Header value of an offered type: JSON is UTF-8 by definition, text needs the parameter. */
export function contentTypeHeader(contentType: OfferedType): string {
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType
}

/** Quality of the most specific matching range (RFC 9110 §12.5.1); parameters of the type are not compared. */
function qualityOf(type: OfferedType, ranges: readonly WeightedValue[]): number {
  const [bare = type] = type.split(';', 1)
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  for (const wanted of [bare, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.value === wanted)
    if (range !== undefined) return range.quality
  }
  return 0
}

/** Offered encodings in order of preference at equal quality: best size for the processor time first, plain last. */
const offeredEncodings: readonly ContentEncoding[] = ['zstd', 'br', 'gzip', 'identity']

/** Memoised choices: clients send few different header values. */
const maxCachedChoices = 256

/** Longer values are not memoised, characters. */
const maxCachedValueLength = 256

/** Codings of an Accept-Encoding header that are read; a real one has far fewer. */
const maxCodings = 32

const choices = createBoundedMap<ContentEncoding>(maxCachedChoices)

/**
 * Chooses the encoding of a body by RFC 9110 §12.5.3: the highest quality wins; a coding that is not named counts as `*`, and plain is
 * acceptable without being named. When no offered coding is acceptable, plain is sent, which the RFC allows.
 *
 * @param acceptEncoding null = no header: plain
 */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding {
  if (acceptEncoding === null) return 'identity'
  const known = choices.get(acceptEncoding)
  if (known !== undefined) return known
  const chosen = choose(qualities(acceptEncoding))
  if (acceptEncoding.length <= maxCachedValueLength) choices.set(acceptEncoding, chosen)
  return chosen
}

function choose(qualityOf: ReadonlyMap<string, number>): ContentEncoding {
  const anyOther = qualityOf.get('*')
  let best: ContentEncoding = 'identity'
  let bestQuality = 0
  for (const encoding of offeredEncodings) {
    // Identity is the start value: without a quality of its own it yields to every offered coding.
    const quality = qualityOf.get(encoding) ?? anyOther ?? 0
    if (quality > bestQuality) [best, bestQuality] = [encoding, quality]
  }
  return best
}

/** Quality of each named coding; of a repeated one the first counts. */
function qualities(acceptEncoding: string): Map<string, number> {
  const qualityOf = new Map<string, number>()
  for (const part of acceptEncoding.split(',', maxCodings)) {
    const { value, quality } = weightedValue(part)
    // RFC 9110 §8.4.1.3: an alias.
    const coding = value === 'x-gzip' ? 'gzip' : value
    if (!qualityOf.has(coding)) qualityOf.set(coding, quality)
  }
  return qualityOf
}

/** `Vary` of a public response: caches must tell the representations of a body apart. */
const publicVary = 'Accept, Accept-Encoding'

/** `Vary` of an operation's response: with a key it depends on the plan too, which a cache sees as the credentials. */
export function varyOf(operation: Operation): string {
  const language = operation.isTranslated ? ', Accept-Language' : ''
  if (!operation.needsKey) return `${publicVary}${language}`
  return `${publicVary}${language}, X-Api-Key, Authorization${operation.isFacade ? ', Auth-Token' : ''}`
}

/**
 * A body that is sent more than once: each representation of it (content type and encoding) is made once, headers included, at its first
 * request.
 *
 * @param headers of all representations, `vary` too
 */
export function createCachedBody(headers: HeaderValues, body: Uint8Array<ArrayBuffer>) {
  const responses = new Map<string, GatewayResponse>()
  const encodedBodies = new Map<ContentEncoding, Uint8Array<ArrayBuffer>>()
  let unchanged: GatewayResponse | null = null
  const isWorthwhile = body.length >= compressedFromBytes

  function encoded(encoding: ContentEncoding): Uint8Array<ArrayBuffer> {
    const known = encodedBodies.get(encoding)
    if (known !== undefined) return known
    const made = compress(body, encoding)
    encodedBodies.set(encoding, made)
    return made
  }

  function make(contentType: string, encoding: ContentEncoding): GatewayResponse {
    return {
      status: 200,
      headers: responseHeaders({
        ...headers,
        'content-type': contentType,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }),
      body: encoded(encoding),
    }
  }

  return {
    body,
    headers,
    /**
     * One representation; a small body is never compressed.
     *
     * @param contentType as the header says it
     */
    response(contentType: string, wanted: ContentEncoding): GatewayResponse {
      const encoding = isWorthwhile ? wanted : 'identity'
      const form = `${contentType} ${encoding}`
      const known = responses.get(form)
      if (known !== undefined) return known
      const response = make(contentType, encoding)
      responses.set(form, response)
      return response
    },
    /** The 304 for a client that has this body. */
    notModified(): GatewayResponse {
      unchanged ??= notModifiedResponse(headers)
      return unchanged
    },
  }
}
export type CachedBody = ReturnType<typeof createCachedBody>

/** The body of an answer that the gateway makes itself. */
export function createOwnBody(answer: Answer & { body: string }): CachedBody {
  return createCachedBody({ ...answerHeaders(answer), vary: publicVary }, encoder.encode(answer.body))
}

const encoder = new TextEncoder()

/** A 304 carries no content type: caches would apply it to the body that they hold. */
function notModifiedResponse({ 'content-type': _type, ...ofVersion }: HeaderValues): GatewayResponse {
  return { status: 304, headers: responseHeaders(ofVersion), body: null }
}

/** A cached body in the representation that a request asks for: 304 when the client has it. */
export function present(request: Request, cached: CachedBody, contentType: OfferedType): GatewayResponse {
  return presentAs(request, cached, contentTypeHeader(contentType))
}

/** The same for a body of one content type. @param contentType as the header says it */
export function presentAs({ headers }: Request, cached: CachedBody, contentType: string): GatewayResponse {
  if (isNotModified(headers, cached.headers)) return cached.notModified()
  return cached.response(contentType, chooseEncoding(headers.get('accept-encoding')))
}
