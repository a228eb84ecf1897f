import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import type { Body, Origin } from './send.ts'

/** Most stored continuations; the oldest is dropped first. */
const maxContinuations = 50

/** Header of a truncated (206) answer, and of the request for its rest. */
export const continuationHeader = 'continuation_token'

/** The parts of a truncated answer that are not served yet. */
type Continuation = { parts: readonly unknown[][]; rootName: string; origin: Origin }

/** Continuations by token. A token works once: each part carries the next token. */
export function createContinuations() {
  const byToken = createBoundedMap<Continuation>(maxContinuations)
  return {
    /** Writes the first part: 206 with a token for the rest, 200 for the last part. */
    write({ parts, rootName, origin }: Continuation): Body {
      const [first = [], ...rest] = parts
      const content = { [rootName]: first }
      if (rest.length === 0) return { content }
      const token = crypto.randomUUID()
      byToken.set(token, { parts: rest, rootName, origin })
      return { content, status: 206, headers: { [continuationHeader]: token } }
    },
    /** Returns and deletes the continuation of a token; undefined for an unknown token. */
    take(token: string): Continuation | undefined {
      const continuation = byToken.get(token)
      byToken.delete(token)
      return continuation
    },
  }
}
export type Continuations = ReturnType<typeof createContinuations>

/** Splits blocks into parts of at most `blocksPerPart`. */
export function splitIntoParts(blocks: readonly unknown[], blocksPerPart: number): unknown[][] {
  const count = Math.max(1, Math.ceil(blocks.length / blocksPerPart))
  return Array.from({ length: count }, (_, index) => blocks.slice(index * blocksPerPart, (index + 1) * blocksPerPart))
}
