import type { StreamedType } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'

/** Content types in which every success body is offered, the default first. */
const usualTypes = ['application/json', 'text/json', 'text/plain'] as const
export type OfferedType = (typeof usualTypes)[number] | StreamedType

/** Media ranges of an Accept header that are looked at; a real one has far fewer. */
const maxMediaRanges = 32

type MediaRange = { type: string; quality: number }

/**
 * Chooses the content type of a success body. Equal wishes: the usual types in their order, then the others.
 *
 * @param moreTypes what the operation is offered under beside the usual types
 * @throws AppError `not_acceptable` when none of the offered types is acceptable
 */
export function negotiateType(accept: string | null, moreTypes: readonly StreamedType[] = []): OfferedType {
  if (accept === null || accept === '' || accept === '*/*' || accept === 'application/json') return 'application/json'
  const ranges = accept.split(',', maxMediaRanges).map(parseRange)
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

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : parseQuality(quality.slice(2)) }
}

/** A quality that is no number between 0 and 1 counts as not acceptable. */
function parseQuality(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

/** The most specific range that holds the type decides, as RFC 9110 says. */
function qualityOf(type: OfferedType, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  for (const wanted of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted)
    if (range !== undefined) return range.quality
  }
  return 0
}
