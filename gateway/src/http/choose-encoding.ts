import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { weightedValue } from '@hexawatt/shared/http/weighted-value'
import type { ContentEncoding } from './compress.ts'

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
