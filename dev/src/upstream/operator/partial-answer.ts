import { type Continuation, type Continuations, continuationHeader } from './continuations.ts'

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
