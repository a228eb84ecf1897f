/**
 * Set of texts seen lately, in fixed memory: one slot per hash, which a later text with the same slot takes over. Lossy: false positives
 * are acceptable.
 *
 * @param slots a power of two
 * @returns a function that tells whether a text was seen before, and adds it
 */
export function createSeenFilter(slots: number): (text: string) => boolean {
  const hashes = new Uint32Array(slots)
  return function wasSeen(text) {
    const hash = Bun.hash.xxHash32(text)
    const slot = hash & (slots - 1)
    if (hashes[slot] === hash) return true
    hashes[slot] = hash
    return false
  }
}
