import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Bucket } from './bucket.ts'
import { recordLooseObject } from './loose-object-store.ts'
import { readBody } from './payload-archive.ts'
import {
  type BodyPlace,
  bodyPlaces,
  leaveBodyToObject,
  putBodyIntoRow,
  type TabledPayload,
  walkPayloadsIn,
} from './stored-body-store.ts'

type MoveDeps = { sql: Sql; bucket: Bucket }

/** A payload that could not be moved, or proves nothing, and why. */
export type PayloadFault = { id: string; source: string; reason: string }

/** Number of payloads read and of faulty payloads, with the first faults. */
export type WalkProgress = { done: number; faulty: number; firstFaults: PayloadFault[] }

export type WalkOptions = {
  /** Most payloads that are gone through; null = all. */
  limit: number | null
  /** Aborted when the running payloads are to be the last. */
  stopping: AbortSignal
  onProgress?: (progress: WalkProgress) => void
}

/** Payloads that are worked on at once: the largest body has some megabytes. */
const batchSize = 8
const maxKeptFaults = 20

/**
 * Moves the bodies of payloads to another place, oldest first. A body leaves its place when the other one has been read back and has the payload's
 * SHA-256; a payload without a good body stays as it is. A moved payload is no longer found: the same call again continues.
 *
 * @throws UpstreamError when object storage does not answer; moved payloads stay moved
 */
export function movePayloads(deps: MoveDeps, to: BodyPlace, options: WalkOptions): Promise<WalkProgress> {
  const from = to === 's3' ? 'postgres' : 's3'
  const move = to === 's3' ? moveToObject : moveToRow
  return walk(walkPayloadsIn(deps.sql, from, batchSize), (payload) => move(deps, payload), options)
}

/** Reads every payload and checks its SHA-256. `bucket` is null where no object storage is set. @throws UpstreamError as {@link movePayloads} */
export async function checkPayloads(
  { sql, bucket }: { sql: Sql; bucket: Bucket | null },
  options: WalkOptions,
): Promise<WalkProgress> {
  async function* walkPayloads() {
    for (const place of bodyPlaces) yield* walkPayloadsIn(sql, place, batchSize)
  }
  return walk(
    walkPayloads(),
    async (payload) => {
      const content = await readBody(bucket, payload)
      return content.kind === 'fault' ? content.reason : null
    },
    options,
  )
}

/** Goes through payloads in batches; `visit` gives the fault of a payload, or null. */
async function walk(
  batches: AsyncGenerator<TabledPayload[]>,
  visit: (payload: TabledPayload) => Promise<string | null>,
  { limit, stopping, onProgress }: WalkOptions,
): Promise<WalkProgress> {
  const progress: WalkProgress = { done: 0, faulty: 0, firstFaults: [] }
  for await (const batch of batches) {
    const wanted = limit === null ? batch : batch.slice(0, limit - progress.done)
    const reasons = await Promise.all(wanted.map(visit))
    for (const [index, { id, source }] of wanted.entries()) {
      const reason = reasons[index]
      if (typeof reason !== 'string') continue
      progress.faulty++
      if (progress.firstFaults.length < maxKeptFaults) progress.firstFaults.push({ id, source, reason })
    }
    progress.done += wanted.length
    onProgress?.(progress)
    if (stopping.aborted || progress.done === limit) break
  }
  return progress
}

async function moveToObject({ sql, bucket }: MoveDeps, payload: TabledPayload): Promise<string | null> {
  const { sha256, bodyZstd } = payload
  if (bodyZstd === null) return null
  const own = await readBody(bucket, payload)
  if (own.kind === 'fault') return own.reason
  await recordLooseObject(sql, sha256)
  const object = { sha256, bodyZstd: null }
  if ((await readBody(bucket, object)).kind === 'fault') await bucket.put(sha256, bodyZstd)
  const written = await readBody(bucket, object)
  if (written.kind === 'fault') return written.reason
  await leaveBodyToObject(sql, payload)
  return null
}

async function moveToRow({ sql, bucket }: MoveDeps, payload: TabledPayload): Promise<string | null> {
  const content = await readBody(bucket, payload)
  if (content.kind === 'fault') return content.reason
  await putBodyIntoRow(sql, payload, await Bun.zstdCompress(content.body))
  return null
}
