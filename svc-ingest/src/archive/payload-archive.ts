import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { ArchiveSettings } from './archive-settings.ts'
import { type Bucket, type BucketDeps, createBucket } from './bucket.ts'
import { recordLooseObject } from './loose-object-store.ts'
import {
  type ArchivedPayload,
  findPayload,
  type PackedPayload,
  type PayloadQuestion,
  type PlacedPayload,
  readArchivedPayloads,
} from './payload-store.ts'

type ArchiveDeps = BucketDeps & {
  sql: Sql
  /** Object storage; null when all payloads stand in Postgres. */
  settings: ArchiveSettings | null
}

/** Body of a payload, or why it proves nothing, to go on from "payload 7". */
export type PayloadBody = { kind: 'read'; body: Uint8Array } | { kind: 'fault'; reason: string }

/** Largest payload, bytes; an altered object could hold any. */
const maxPayloadBytes = 64 * 1024 * 1024

/**
 * The archive of payloads: rows in Postgres, their bodies there or in object storage. A body is written to object storage before the row that refers to
 * it, so that a crash leaves an object without a row and never a row without its body.
 */
export function createPayloadArchive({ sql, settings, ...bucketDeps }: ArchiveDeps) {
  const bucket = settings === null ? null : createBucket(settings, bucketDeps)
  const writtenBucket = settings?.isWritten === true ? bucket : null
  return {
    /** Object storage, where it may be written to; null when new payloads stand in Postgres. */
    writtenBucket,
    /**
     * Brings the body of a payload to where new ones stand. One whose content is archived, and an object that is there, is not written again.
     *
     * @throws UpstreamError `transient` when object storage did not take it: nothing of the payload may be stored then
     */
    async place(question: PayloadQuestion, payload: PackedPayload): Promise<PlacedPayload> {
      // Were the earlier row to go before this payload is stored, its body would go into the new one.
      if (writtenBucket === null || (await findPayload(sql, question, payload.sha256)) !== null) return payload
      const sha256 = payload.sha256.toString('hex')
      await recordLooseObject(sql, sha256)
      try {
        if (!(await writtenBucket.has(sha256))) await writtenBucket.put(sha256, payload.zstd)
      } catch (error) {
        // Whatever the storage says, the publisher's answer was good: the poll is worth another try.
        throw new UpstreamError(
          'transient',
          `not archived: ${error instanceof Error ? error.message : 'unknown failure'}`,
        )
      }
      return { ...payload, zstd: null }
    },
    /**
     * The archived payloads of these ids with their bodies, each checked against its SHA-256; ids that are not in the archive are absent.
     *
     * @throws UpstreamError when object storage does not answer: that says nothing about the payloads
     */
    async read(ids: readonly string[]): Promise<Map<string, { payload: ArchivedPayload; content: PayloadBody }>> {
      const payloads = await readArchivedPayloads(sql, ids)
      const read = payloads.map(async (payload) => {
        return [payload.id, { payload, content: await readBody(bucket, payload) }] as const
      })
      return new Map(await Promise.all(read))
    },
  }
}
export type PayloadArchive = ReturnType<typeof createPayloadArchive>

/** Body of an archived payload. @throws UpstreamError when object storage does not answer */
export async function readBody(bucket: Bucket | null, { sha256, bodyZstd }: StoredBody): Promise<PayloadBody> {
  if (bodyZstd !== null) return unpack(bodyZstd, sha256)
  if (bucket === null) throw new Error('Payloads stand in object storage: set ARCHIVE_URL and its credentials.')
  try {
    const object = await bucket.get(sha256)
    if (object !== null) return await unpack(object, sha256)
    return { kind: 'fault', reason: `is missing in object storage (object ${bucket.keyOf(sha256)})` }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'transient' || error.kind === 'rate_limited') throw error
    return { kind: 'fault', reason: `cannot be read: ${error.message}` }
  }
}

type StoredBody = Pick<ArchivedPayload, 'sha256' | 'bodyZstd'>

const decompress = promisify(zstdDecompress)

async function unpack(zstd: Uint8Array, sha256: string): Promise<PayloadBody> {
  try {
    const body = await decompress(zstd, { maxOutputLength: maxPayloadBytes })
    if (new Bun.CryptoHasher('sha256').update(body).digest('hex') === sha256) return { kind: 'read', body }
    return { kind: 'fault', reason: 'does not have the SHA-256 it was archived with' }
  } catch (error) {
    return { kind: 'fault', reason: `cannot be read: ${error instanceof Error ? error.message : 'unknown failure'}` }
  }
}
