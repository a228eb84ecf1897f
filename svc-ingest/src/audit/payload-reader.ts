import type { Sql } from '@hexawatt/shared/postgres/client'
import type { FeedDefinition } from '../feeds/feed.ts'
import { type ArchivedPayload, readArchivedPayloads } from './archived-payload-store.ts'
import type { PayloadReading } from './payload-reading.ts'
import { createReadingCache } from './reading-cache.ts'

/** Payloads that are in memory as they came, at once: the largest has 7 MB. */
const maxBodiesAtOnce = 8

/**
 * Reads archived payloads as the pipeline read them when they came, after a check of their SHA-256. What was read is kept while
 * there is room: neighbouring points rest on the same payloads.
 */
export function createPayloadReader(sql: Sql) {
  const cache = createReadingCache()

  async function readMissing(feed: FeedDefinition, ids: readonly string[]): Promise<Map<string, PayloadReading>> {
    const readings = new Map<string, PayloadReading>()
    for (let at = 0; at < ids.length; at += maxBodiesAtOnce) {
      const part = ids.slice(at, at + maxBodiesAtOnce)
      const found = new Map((await readArchivedPayloads(sql, part)).map((payload) => [payload.id, payload]))
      for (const id of part) readings.set(id, await readingOf(feed, id, found.get(id)))
    }
    return readings
  }

  return {
    /** Readings of these payloads of a feed, by id. */
    async read(feed: FeedDefinition, ids: readonly string[]): Promise<ReadonlyMap<string, PayloadReading>> {
      const readings = new Map<string, PayloadReading>()
      const missing: string[] = []
      for (const id of new Set(ids)) {
        const cached = cache.get(`${feed.id} ${id}`)
        if (cached === undefined) missing.push(id)
        else readings.set(id, cached)
      }
      for (const [id, reading] of await readMissing(feed, missing)) {
        readings.set(id, reading)
        cache.set(`${feed.id} ${id}`, reading)
      }
      return readings
    },
  }
}
export type PayloadReader = ReturnType<typeof createPayloadReader>

async function readingOf(
  feed: FeedDefinition,
  id: string,
  payload: ArchivedPayload | undefined,
): Promise<PayloadReading> {
  if (payload === undefined) return { kind: 'fault', reason: `payload ${id} of ${feed.id} is not in the archive` }
  try {
    const body = await Bun.zstdDecompress(payload.bodyZstd)
    if (new Bun.CryptoHasher('sha256').update(body).digest('hex') !== payload.sha256) {
      return { kind: 'fault', reason: `payload ${id} of ${feed.id} does not have the SHA-256 it was archived with` }
    }
    const json: unknown = JSON.parse(new TextDecoder().decode(body))
    const query = Object.fromEntries(new URLSearchParams(payload.asked))
    return { kind: 'read', normalised: feed.normalise(json, query), firstFetchedAt: payload.firstFetchedAt }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown reason'
    return { kind: 'fault', reason: `payload ${id} of ${feed.id} cannot be read: ${message}` }
  }
}
