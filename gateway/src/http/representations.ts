import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { type Operation, type StreamedType, usualTypes } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { isNotModified } from '@hexawatt/shared/http/conditional'
import { type WeightedValue, weightedValue } from '@hexawatt/shared/http/weighted-value'
import { type ContentEncoding, compress, compressedFromBytes } from './compression.ts'
import { type Answer, answerHeaders } from './gateway-response.ts'

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

/** Encodings that are offered, the preferred one first: at equal quality the smallest body for its time wins, and plain comes last. */
const offeredEncodings: readonly ContentEncoding[] = ['zstd', 'br', 'gzip', 'identity']

/** Header values whose choice is kept: clients send few different ones. */
const maxKnownValues = 256

/** Longer values are read each time, so that what is kept stays small, characters. */
const maxKnownLength = 256

/** Codings of an Accept-Encoding header that are looked at; a real one has far fewer. */
const maxCodings = 32

const choices = createBoundedMap<ContentEncoding>(maxKnownValues)

/**
 * Chooses the encoding of a body as RFC 9110 §12.5.3 says: the highest quality wins; what is not named counts as `*`, and plain is
 * acceptable without being named. When nothing that is offered is acceptable, plain is sent all the same, which the RFC allows.
 *
 * @param acceptEncoding null when the client says nothing: then nothing but plain is understood for sure
 */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding {
  if (acceptEncoding === null) return 'identity'
  const known = choices.get(acceptEncoding)
  if (known !== undefined) return known
  const chosen = choose(qualities(acceptEncoding))
  if (acceptEncoding.length <= maxKnownLength) choices.set(acceptEncoding, chosen)
  return chosen
}

function choose(qualityOf: ReadonlyMap<string, number>): ContentEncoding {
  const anyOther = qualityOf.get('*')
  let best: ContentEncoding = 'identity'
  let bestQuality = 0
  for (const encoding of offeredEncodings) {
    // Plain that is not named is a last resort: whoever names a coding prefers that one, however little.
    const quality = qualityOf.get(encoding) ?? anyOther ?? 0
    if (quality > bestQuality) [best, bestQuality] = [encoding, quality]
  }
  return best
}

/** Quality of each coding that is named; of one named twice the first counts. */
function qualities(acceptEncoding: string): Map<string, number> {
  const qualityOf = new Map<string, number>()
  for (const part of acceptEncoding.split(',', maxCodings)) {
    const { value, quality } = weightedValue(part)
    // RFC 9110 §8.4.1.3: the old name means the same.
    const coding = value === 'x-gzip' ? 'gzip' : value
    if (!qualityOf.has(coding)) qualityOf.set(coding, quality)
  }
  return qualityOf
}

/** What a public answer depends on beside its address: caches must tell the forms of a body apart. */
export const publicVary = 'Accept, Accept-Encoding'

/** What an answer to an operation depends on beside its address: with a key also the plan, which a cache sees as the key. */
export function varyOf({ needsKey }: Operation): string {
  return needsKey ? `${publicVary}, X-Api-Key` : publicVary
}

export type BodyHeaders = Readonly<Record<string, string>>

/**
 * A body that is sent more than once: every form of it (content type and encoding) is made when it is first asked for, headers included.
 *
 * @param headers what all forms have in common, `vary` too
 */
export function createKeptBody(headers: BodyHeaders, body: Uint8Array<ArrayBuffer>) {
  const answers = new Map<string, Answer>()
  const encodedBodies = new Map<ContentEncoding, Uint8Array<ArrayBuffer>>()
  let unchanged: Answer | null = null
  const isWorthwhile = body.length >= compressedFromBytes

  function encoded(encoding: ContentEncoding): Uint8Array<ArrayBuffer> {
    const known = encodedBodies.get(encoding)
    if (known !== undefined) return known
    const made = compress(body, encoding)
    encodedBodies.set(encoding, made)
    return made
  }

  function make(contentType: string, encoding: ContentEncoding): Answer {
    return {
      status: 200,
      headers: answerHeaders({
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
     * The answer in one form; a body too small to be worth it is never compressed.
     *
     * @param contentType as the header says it
     */
    answer(contentType: string, wanted: ContentEncoding): Answer {
      const encoding = isWorthwhile ? wanted : 'identity'
      const form = `${contentType} ${encoding}`
      const known = answers.get(form)
      if (known !== undefined) return known
      const answer = make(contentType, encoding)
      answers.set(form, answer)
      return answer
    },
    /** The answer to a client that has it already. */
    notModified(): Answer {
      unchanged ??= unchangedAnswer(headers)
      return unchanged
    },
  }
}
export type KeptBody = ReturnType<typeof createKeptBody>

/** A 304 has no body of any type: caches would rename what they keep by it. */
function unchangedAnswer({ 'content-type': _type, ...ofVersion }: BodyHeaders): Answer {
  return { status: 304, headers: answerHeaders(ofVersion), body: null }
}

/** A kept body in the form that a request asks for: nothing but its validators when the client has it already. */
export function present(request: Request, kept: KeptBody, contentType: OfferedType): Answer {
  return presentAs(request, kept, contentTypeHeader(contentType))
}

/** The same for what is not offered under several types. @param contentType as the header says it */
export function presentAs({ headers }: Request, kept: KeptBody, contentType: string): Answer {
  if (isNotModified(headers, kept.headers)) return kept.notModified()
  return kept.answer(contentType, chooseEncoding(headers.get('accept-encoding')))
}
