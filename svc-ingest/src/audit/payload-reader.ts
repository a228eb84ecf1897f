import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { LRUCache } from 'lru-cache'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import type { Normalised } from '../sources/definition/content.ts'
import type { Query } from '../sources/definition/source.ts'
import { getSource } from '../sources/registry.ts'
import type { PayloadArrival } from './audit-versions.ts'

/** Contents of an archived payload, or why it proves nothing. */
export type PayloadReading =
  | { kind: 'read'; normalised: Normalised; firstFetchedAt: Temporal.Instant }
  | { kind: 'fault'; reason: string }

/** Dependencies of an audit. */
export type AuditDeps = { sql: Sql; payloads: PayloadReader }

/** Payload bodies that are in memory at once: the largest has 7 MB. */
const maxBodiesAtOnce = 8

/**
 * Reads archived payloads with the feeds' parsers, after a check of their SHA-256. Readings are cached: neighbouring points rest on
 * the same payloads.
 */
export function createPayloadReader(archive: PayloadArchive) {
  const cache = createReadingCache()

  async function readMissing(feed: FeedId, ids: readonly string[]): Promise<Map<string, PayloadReading>> {
    const readings = new Map<string, PayloadReading>()
    for (let at = 0; at < ids.length; at += maxBodiesAtOnce) {
      const part = ids.slice(at, at + maxBodiesAtOnce)
      const found = await archive.read(part)
      for (const id of part) readings.set(id, readPayload(feed, id, found.get(id)))
    }
    return readings
  }

  return {
    /** Readings of these payloads of a feed, by id. */
    async read(feed: FeedId, ids: readonly string[]): Promise<ReadonlyMap<string, PayloadReading>> {
      const readings = new Map<string, PayloadReading>()
      const missing: string[] = []
      for (const id of new Set(ids)) {
        const cached = cache.get(`${feed} ${id}`)
        if (cached === undefined) missing.push(id)
        else readings.set(id, cached)
      }
      for (const [id, reading] of await readMissing(feed, missing)) {
        readings.set(id, reading)
        cache.set(`${feed} ${id}`, reading)
      }
      return readings
    },
  }
}
type PayloadReader = ReturnType<typeof createPayloadReader>

type FoundPayload = ReturnType<Awaited<ReturnType<PayloadArchive['read']>>['get']>

function readPayload(feed: FeedId, id: string, found: FoundPayload): PayloadReading {
  const fault = (reason: string): PayloadReading => ({ kind: 'fault', reason: `payload ${id} of ${feed} ${reason}` })
  if (found === undefined) return fault('is not in the archive')
  const { payload, content } = found
  if (content.kind === 'fault') return fault(content.reason)
  try {
    const query = Object.fromEntries(new URLSearchParams(payload.asked))
    const normalised = readContent(feed, payload.source, content.body, query)
    return { kind: 'read', normalised, firstFetchedAt: payload.firstFetchedAt }
  } catch (error) {
    return fault(`cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

/** Content of a payload for a feed, read by the source that the payload came from. */
function readContent(feed: FeedId, source: string, body: Uint8Array, query: Query): Normalised {
  const content = getSource(source)
    .read({ body, query })
    .feeds?.find((part) => part.feed === feed)
  return content?.normalised ?? { measurements: [], documents: [], unreadableSlots: 0 }
}

/** Why payloads prove nothing, each once, and which versions are stored as known before their payload was fetched. */
export function listFaults(readings: ReadonlyMap<string, PayloadReading>, events: readonly PayloadArrival[]): string[] {
  return [...new Set(events.flatMap((event) => findFault(readings.get(event.payloadId), event) ?? []))]
}

function findFault(reading: PayloadReading | undefined, { knownFrom, payloadId }: PayloadArrival): string | null {
  if (reading === undefined) return null
  if (reading.kind === 'fault') return reading.reason
  if (Temporal.Instant.compare(knownFrom, reading.firstFetchedAt) >= 0) return null
  const [known, fetched] = [isoSeconds(knownFrom), isoSeconds(reading.firstFetchedAt)]
  return `payload ${payloadId} is stored as known from ${known} and was first fetched at ${fetched}`
}

/** Slots and documents that are cached, of all payloads: about 150 MB. */
const maxCachedItems = 300_000

/** Cache of readings, bounded by their slots and documents: the least recently used reading is evicted; one above the maximum is not cached. */
export function createReadingCache(maxItems = maxCachedItems): LRUCache<string, PayloadReading> {
  return new LRUCache({ maxSize: maxItems, sizeCalculation: measureSize })
}

/** A reading without slots counts as one item. */
function measureSize(reading: PayloadReading): number {
  if (reading.kind === 'fault') return 1
  const { measurements, documents, formerReading = [] } = reading.normalised
  return 1 + measurements.length + documents.length + formerReading.length
}
