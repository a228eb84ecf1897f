/**
 * Buckets that clients are counted in. Anonymous clients choose their addresses: without a bound they could fill Redis with counts. Two clients rarely
 * share a bucket, and then share what they may ask for; which two cannot be chosen, since ids are keyed hashes.
 */
export const clientBuckets = 16_384

/** How much more than one address its wider blocks may ask for, narrowest first (/64, /56, /48). */
const blockFactors = [1, 4, 16] as const

/** A bucket that a client is counted in, and the multiple of the limits of one address that it has. */
type ClientBucket = { id: string; factor: number }

/**
 * The buckets of a client: one for its address, and one for each wider block around it.
 *
 * @param blocks keyed hashes of the client's address and of the wider blocks, narrowest first
 */
export function bucketsOf(blocks: readonly string[]): ClientBucket[] {
  return blocks.map((block, width) => ({
    id: `${width}:${Bun.hash.crc32(block) % clientBuckets}`,
    factor: blockFactors[width] ?? 1,
  }))
}
