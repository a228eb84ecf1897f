import type { DataFacts } from './answer.ts'

/** A body as received, with the facts of its headers. */
export type KeptAnswer = DataFacts & { etag: string; text: string }

/** Most characters of all kept bodies together. */
const maxKeptCharacters = 8 * 1024 * 1024

/**
 * Cache of the last body of each request; evicts the least recently used. It holds text, not objects: a caller that changes its object must not
 * change the next caller's.
 */
export function createKeptAnswers(maxAnswers: number, maxCharacters = maxKeptCharacters) {
  const kept = new Map<string, KeptAnswer>()
  let characters = 0

  function forget(address: string): void {
    characters -= kept.get(address)?.text.length ?? 0
    kept.delete(address)
  }

  return {
    find(address: string): KeptAnswer | null {
      const answer = kept.get(address)
      if (answer === undefined) return null
      // Reinserted last: the first entry is the least recently used.
      kept.delete(address)
      kept.set(address, answer)
      return answer
    },
    keep(address: string, answer: KeptAnswer): void {
      forget(address)
      if (answer.text.length > maxCharacters) return
      kept.set(address, answer)
      characters += answer.text.length
      for (const oldest of kept.keys()) {
        if (kept.size <= maxAnswers && characters <= maxCharacters) return
        forget(oldest)
      }
    },
  }
}
export type KeptAnswers = ReturnType<typeof createKeptAnswers>
