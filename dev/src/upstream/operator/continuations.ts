/** Truncated answers remembered at once; the oldest leaves first. */
const maxContinuations = 50

/** Header that names the rest of a truncated (206) answer, in the answer and in the request for the rest. */
export const continuationHeader = 'continuation_token'

/** What is still to be served of a truncated answer, part by part. */
export type Continuation = { parts: readonly unknown[][]; rootName: string; headers: Record<string, string> }

/** Rests of truncated answers by token. A token works once: each part hands out the next one. */
export function createContinuations() {
  const byToken = new Map<string, Continuation>()
  return {
    /** Remembers a rest and names it. */
    keep(continuation: Continuation): string {
      const token = crypto.randomUUID()
      byToken.set(token, continuation)
      const [oldest] = byToken.keys()
      if (byToken.size > maxContinuations && oldest !== undefined) byToken.delete(oldest)
      return token
    },
    /** The rest behind a token, which is then forgotten; undefined for a token that is not known. */
    take(token: string): Continuation | undefined {
      const continuation = byToken.get(token)
      byToken.delete(token)
      return continuation
    },
  }
}
export type Continuations = ReturnType<typeof createContinuations>

/** Serves the first of the parts: 206 with a token for the rest, 200 when it is the last one. */
export function answerPart({ parts, rootName, headers }: Continuation, continuations: Continuations): Response {
  const [first = [], ...rest] = parts
  const text = JSON.stringify({ [rootName]: first })
  if (rest.length === 0) return new Response(text, { headers })
  const token = continuations.keep({ parts: rest, rootName, headers })
  return new Response(text, { status: 206, headers: { ...headers, [continuationHeader]: token } })
}

/** Cuts blocks into parts of at most `blocksPerPart`. */
export function partsOf(blocks: readonly unknown[], blocksPerPart: number): unknown[][] {
  const count = Math.max(1, Math.ceil(blocks.length / blocksPerPart))
  return Array.from({ length: count }, (_, index) => blocks.slice(index * blocksPerPart, (index + 1) * blocksPerPart))
}
