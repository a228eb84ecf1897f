import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'

/** Most stored continuations; the oldest is dropped first. */
const maxContinuations = 50

/** Header of a truncated (206) answer, and of the request for its rest. */
export const continuationHeader = 'continuation_token'

/** The parts of a truncated answer that are not served yet. */
type Continuation = { parts: readonly unknown[][]; rootName: string; headers: Record<string, string> }

/** Continuations by token. A token works once: each part carries the next token. */
export function createContinuations() {
  const byToken = createBoundedMap<Continuation>(maxContinuations)
  return {
    /** Stores a continuation and returns its token. */
    keep(continuation: Continuation): string {
      const token = crypto.randomUUID()
      byToken.set(token, continuation)
      return token
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

/** Serves the first part: 206 with a token for the rest, 200 for the last part. */
export function answerPart({ parts, rootName, headers }: Continuation, continuations: Continuations): Response {
  const [first = [], ...rest] = parts
  const text = JSON.stringify({ [rootName]: first })
  if (rest.length === 0) return new Response(text, { headers })
  const token = continuations.keep({ parts: rest, rootName, headers })
  return new Response(text, { status: 206, headers: { ...headers, [continuationHeader]: token } })
}

/** Splits blocks into parts of at most `blocksPerPart`. */
export function partsOf(blocks: readonly unknown[], blocksPerPart: number): unknown[][] {
  const count = Math.max(1, Math.ceil(blocks.length / blocksPerPart))
  return Array.from({ length: count }, (_, index) => blocks.slice(index * blocksPerPart, (index + 1) * blocksPerPart))
}
