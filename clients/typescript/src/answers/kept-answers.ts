import type { DataFacts } from './answer.ts'

/** A body as it came, and what its headers said of it. */
export type KeptAnswer = DataFacts & { etag: string; text: string }

/** Room of all kept bodies together, characters. */
const maxKeptCharacters = 8 * 1024 * 1024

/**
 * The last body of each request, the least lately used given up first. Text and not objects: whoever changes what it was given
 * must not change what the next caller gets.
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
      // Put last: the first one is the least lately used.
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
