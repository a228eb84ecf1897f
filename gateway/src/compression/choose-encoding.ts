import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { ContentEncoding } from './compress.ts'

/** Encodings that are offered, the preferred one first: at equal quality the smallest body for its time wins, and plain comes last. */
const offeredEncodings: readonly ContentEncoding[] = ['zstd', 'br', 'gzip', 'identity']

/** Header values whose choice is kept: clients send few different ones. */
const maxKnownValues = 256

/** Longer values are read each time, so that what is kept stays small, characters. */
const maxKnownLength = 256

/** Codings of an Accept-Encoding header that are looked at; a real one has far fewer. */
const maxCodings = 32

/** `q=` values of RFC 9110: at most three decimals, at most 1. */
const qualityPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

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
  for (const part of acceptEncoding.toLowerCase().split(',', maxCodings)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    // RFC 9110 §8.4.1.3: the old name means the same.
    const coding = name === 'x-gzip' ? 'gzip' : name
    if (!qualityOf.has(coding)) qualityOf.set(coding, qualityIn(parameters))
  }
  return qualityOf
}

/** Without a quality it is 1; one that cannot be read counts as not acceptable. */
function qualityIn(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return 1
  return qualityPattern.test(weight) ? Number(weight) : 0
}
