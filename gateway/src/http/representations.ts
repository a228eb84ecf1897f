import { type OfferedType, type Operation, usualTypes } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { Answer } from '@hexawatt/shared/http/answer'
import { type CachedBody, createCachedBody, respondWithCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { parseWeightedValue, type WeightedValue } from '@hexawatt/shared/http/bodies/weighted-value'
import { createAnswerHeaders } from '@hexawatt/shared/http/present'
import type { GatewayResponse } from './gateway-response.ts'

/** Media ranges of an Accept header that are read; real headers have far fewer. */
const maxMediaRanges = 32

/**
 * Chooses the content type of a success body; at equal quality the first one offered.
 * @param offered by the operation, the default first
 * @throws AppError `not_acceptable` when the client accepts none of the offered types
 */
export function negotiateType(accept: string | null, offered: readonly OfferedType[] = usualTypes): OfferedType {
  const [byDefault = 'application/json'] = offered
  if (accept === null || accept === '' || accept === '*/*' || accept === byDefault) return byDefault
  const ranges = accept.split(',', maxMediaRanges).map(parseWeightedValue)
  const best = offered
    .map((type) => ({ type, quality: findQuality(type, ranges) }))
    .reduce((chosen, offer) => (offer.quality > chosen.quality ? offer : chosen))
  if (best.quality > 0) return best.type
  throw new AppError('not_acceptable', {
    detail: `None of the accepted types is offered; offered: ${offered.join(', ')}.`,
  })
}

/** Header value of an offered type: JSON is UTF-8 by definition, text needs the parameter. */
export function formatContentType(contentType: OfferedType): string {
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType
}

/** Quality of the most specific matching range (RFC 9110 §12.5.1); parameters of the type are not compared. */
function findQuality(type: OfferedType, ranges: readonly WeightedValue[]): number {
  const [bare = type] = type.split(';', 1)
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  for (const wanted of [bare, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.value === wanted)
    if (range !== undefined) return range.quality
  }
  return 0
}

/** `Vary` of a public response: caches must tell the representations of a body apart. */
const publicVary = 'Accept, Accept-Encoding'

/** `Vary` of an operation's response: with a key it also depends on the plan, which a cache sees as the credentials. */
export function varyOf(operation: Operation): string {
  const language = operation.isTranslated ? ', Accept-Language' : ''
  if (!operation.needsKey) return `${publicVary}${language}`
  return `${publicVary}${language}, X-Api-Key, Authorization${operation.isFacade ? ', Auth-Token' : ''}`
}

/** The body of an answer that the gateway makes itself. */
export function createOwnBody(answer: Answer & { body: string }): CachedBody {
  return createCachedBody({ ...createAnswerHeaders(answer), vary: publicVary }, encoder.encode(answer.body))
}

const encoder = new TextEncoder()

/** A cached body in the representation that a request asks for; 304 when the client already has it. */
export function present(request: Request, cached: CachedBody, contentType: OfferedType): GatewayResponse {
  return respondWithCachedBody(request, cached, formatContentType(contentType))
}
