import { type StreamedType, usualTypes } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { type WeightedValue, weightedValue } from '@hexawatt/shared/http/weighted-value'

export type OfferedType = (typeof usualTypes)[number] | StreamedType

/** Media ranges of an Accept header that are looked at; a real one has far fewer. */
const maxMediaRanges = 32

/**
 * Chooses the content type of a success body. Equal wishes: the usual types in their order, then the others.
 *
 * @param moreTypes what the operation is offered under beside the usual types
 * @throws AppError `not_acceptable` when none of the offered types is acceptable
 */
export function negotiateType(accept: string | null, moreTypes: readonly StreamedType[] = []): OfferedType {
  if (accept === null || accept === '' || accept === '*/*' || accept === 'application/json') return 'application/json'
  const ranges = accept.split(',', maxMediaRanges).map(weightedValue)
  const offeredTypes = [...usualTypes, ...moreTypes]
  const best = offeredTypes
    .map((type) => ({ type, quality: qualityOf(type, ranges) }))
    .reduce((chosen, offer) => (offer.quality > chosen.quality ? offer : chosen))
  if (best.quality > 0) return best.type
  throw new AppError('not_acceptable', {
    detail: `None of the accepted types is offered; offered: ${offeredTypes.join(', ')}.`,
  })
}

/** Header value of an offered type; JSON is UTF-8 by definition, text is only when it says so. */
export function contentTypeHeader(contentType: OfferedType): string {
  return contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType
}

/** The most specific range that holds the type decides, as RFC 9110 says. */
function qualityOf(type: OfferedType, ranges: readonly WeightedValue[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  for (const wanted of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.value === wanted)
    if (range !== undefined) return range.quality
  }
  return 0
}
