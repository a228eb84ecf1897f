/**
 * Remembers which texts were asked for lately, in fixed room and without keeping them: each has one place by its hash, which the next one
 * with the same place takes over. Rarely a text is taken for one that was there: good enough to decide what is worth keeping.
 *
 * @param places a power of two
 * @returns a function that tells whether a text was there before, and remembers it
 */
export function createRepeatMemory(places: number): (text: string) => boolean {
  const hashes = new Uint32Array(places)
  return function wasThere(text) {
    const hash = Bun.hash.xxHash32(text)
    const place = hash & (places - 1)
    if (hashes[place] === hash) return true
    hashes[place] = hash
    return false
  }
}
