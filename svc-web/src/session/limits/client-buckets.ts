/**
 * Buckets for counting clients. Anonymous clients choose their addresses: without a bound they could fill Redis with counts. Two clients rarely share a
 * bucket, and then share its limit; clients cannot choose with whom, because ids are keyed hashes.
 */
export const clientBuckets = 16_384

/** Limit multiples of the wider blocks of an address, narrowest first (/64, /56, /48). */
const blockFactors = [1, 4, 16] as const

/** A bucket of a client, and its limit as a multiple of one address's limit. */
type ClientBucket = { id: string; factor: number }

/**
 * The buckets of a client: one for its address, and one for each wider block around it.
 *
 * @param blocks keyed hashes of the client's address and of the wider blocks, narrowest first
 */
export function listBuckets(blocks: readonly string[]): ClientBucket[] {
  return blocks.map((block, width) => ({
    id: `${width}:${Bun.hash.crc32(block) % clientBuckets}`,
    factor: blockFactors[width] ?? 1,
  }))
}
