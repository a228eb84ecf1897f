import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Bucket } from './bucket.ts'
import { forgetLooseObjects, lockOldLooseObjects, readReferredObjects } from './loose-object-store.ts'

/** Objects of one transaction: whoever writes one of them waits for its end. */
const batchSize = 16
/** Most objects that one run looks at; the daily job catches up. */
const maxObjectsPerRun = 20_000

/**
 * Removes the objects that no row has referred to for a day: those of retired payloads, and those whose row was never written. The rows went before; a
 * crash leaves the note of an object, and the next sweep removes it.
 *
 * @returns how many objects were removed
 * @throws UpstreamError when object storage refuses or does not answer; what was removed before stays removed
 */
export async function sweepObjects(sql: Sql, bucket: Bucket, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (let seen = 0; seen < maxObjectsPerRun && signal?.aborted !== true; seen += batchSize) {
    const batch = await sql.begin(async (tx) => {
      const noted = await lockOldLooseObjects(tx, batchSize)
      const referred = await readReferredObjects(tx, noted)
      const loose = noted.filter((sha256) => !referred.has(sha256))
      // One after the other: none still runs when the locks are released, and could hit an object that is written again.
      for (const sha256 of loose) await bucket.remove(sha256)
      await forgetLooseObjects(tx, noted)
      return { noted: noted.length, removed: loose.length }
    })
    removed += batch.removed
    if (batch.noted < batchSize) break
  }
  return removed
}
