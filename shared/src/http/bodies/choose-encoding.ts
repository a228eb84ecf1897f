import { createBoundedMap } from '../../bounds/bounded-map.ts'
import type { ContentEncoding } from './compression.ts'
import { parseWeightedValue } from './weighted-value.ts'

/** Offered encodings, ordered by preference at equal quality: best ratio of size to processor time first, identity last. */
const offeredEncodings: readonly ContentEncoding[] = ['zstd', 'br', 'gzip', 'identity']

/** Memoised choices: clients send few different header values. */
const maxCachedChoices = 256

/** Longer values are not memoised, characters. */
const maxCachedValueLength = 256

/** Maximum number of codings read from an Accept-Encoding header; real headers have far fewer. */
const maxCodings = 32

const choices = createBoundedMap<ContentEncoding>(maxCachedChoices)

/**
 * Chooses the encoding of a body by RFC 9110 §12.5.3: the highest quality wins; a coding that is not listed counts as `*`, and identity is acceptable
 * without being listed. When no offered coding is acceptable, identity is sent, which the RFC allows.
 *
 * @param acceptEncoding null = no header: identity
 */
export function chooseEncoding(acceptEncoding: string | null): ContentEncoding {
  if (acceptEncoding === null) return 'identity'
  const known = choices.get(acceptEncoding)
  if (known !== undefined) return known
  const chosen = choose(readQualities(acceptEncoding))
  if (acceptEncoding.length <= maxCachedValueLength) choices.set(acceptEncoding, chosen)
  return chosen
}

function choose(qualityOf: ReadonlyMap<string, number>): ContentEncoding {
  const anyOther = qualityOf.get('*')
  let best: ContentEncoding = 'identity'
  let bestQuality = 0
  for (const encoding of offeredEncodings) {
    // Identity is the start value: without its own quality it loses to every offered coding.
    const quality = qualityOf.get(encoding) ?? anyOther ?? 0
    if (quality > bestQuality) [best, bestQuality] = [encoding, quality]
  }
  return best
}

/** Reads the quality of each listed coding; of a repeated coding the first value counts. */
function readQualities(acceptEncoding: string): Map<string, number> {
  const qualityOf = new Map<string, number>()
  for (const part of acceptEncoding.split(',', maxCodings)) {
    const { value, quality } = parseWeightedValue(part)
    // RFC 9110 §8.4.1.3: an alias.
    const coding = value === 'x-gzip' ? 'gzip' : value
    if (!qualityOf.has(coding)) qualityOf.set(coding, quality)
  }
  return qualityOf
}
