import type { Sql } from '@hexawatt/shared/postgres/client'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { Bucket } from './bucket.ts'
import {
  forgetLooseObjects,
  lockOldLooseObjects,
  readReferredObjects,
  recordLooseObject,
} from './loose-object-store.ts'

/** Removed objects, and objects that object storage refused to remove. */
type SweptObjects = { removed: number; refused: number }

/** Objects of one transaction: a writer of one of them waits for its end. */
const batchSize = 16
/** Most objects that one run looks at; the daily job catches up. */
const maxObjectsPerRun = 20_000

/**
 * Removes the objects that no row has referred to for a day: objects of retired payloads, and objects whose row was never written. The rows went before; a
 * crash leaves the note of an object, and the next sweep removes it. An object that object storage refuses to remove (a lock, a missing right) is tried
 * again a day later.
 *
 * @throws UpstreamError when object storage does not answer; objects removed before stay removed
 */
export async function sweepObjects(sql: Sql, bucket: Bucket, signal?: AbortSignal): Promise<SweptObjects> {
  const swept: SweptObjects = { removed: 0, refused: 0 }
  for (let seen = 0; seen < maxObjectsPerRun && signal?.aborted !== true; seen += batchSize) {
    const batch = await sql.begin(async (tx) => {
      const noted = await lockOldLooseObjects(tx, batchSize)
      const referred = await readReferredObjects(tx, noted)
      const loose = noted.filter((sha256) => !referred.has(sha256))
      const refused: string[] = []
      // One after the other: none still runs when the locks are released, and could hit an object that is written again.
      for (const sha256 of loose) if (!(await isRemoved(bucket, sha256))) refused.push(sha256)
      await forgetLooseObjects(tx, noted)
      for (const sha256 of refused) await recordLooseObject(tx, sha256)
      return { noted: noted.length, removed: loose.length - refused.length, refused: refused.length }
    })
    swept.removed += batch.removed
    swept.refused += batch.refused
    if (batch.noted < batchSize) break
  }
  return swept
}

async function isRemoved(bucket: Bucket, sha256: string): Promise<boolean> {
  try {
    await bucket.remove(sha256)
    return true
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'rejected') return false
    throw error
  }
}
