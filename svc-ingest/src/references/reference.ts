import type { ReferenceId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { fetchUsable, parseJson } from '@hexawatt/shared/upstream/http-client'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { archivePayload, packPayload } from '../archive/payload-store.ts'
import type { Partitions } from '../pipeline/partition-store.ts'
import { recordPollFailure, recordSuccess } from '../pipeline/source-status-store.ts'
import { originOf, type PayloadOrigin } from '../upstream/payload-origin.ts'
import { type RetryDeps, withRetry } from '../upstream/retry.ts'

export type ReferenceDeps = RetryDeps & {
  sql: Sql
  archive: PayloadArchive
  partitions: Partitions
  clock: Clock
  logger: Logger
}

/** Checked content of a reference, and the payloads that it came in. */
export type FetchedReference = {
  bodies: readonly Uint8Array[]
  origin: PayloadOrigin
  /** Elements that were taken, those that could not be read, and why. */
  elements: { taken: number; unreadable: number; reasons: readonly string[] }
  /** Stores the content, where it is new. It is called when the payloads are archived. */
  store: () => Promise<void>
}

/** A slow table that is synchronised as a whole. After a failed synchronisation the former content stays in force. */
export type ReferenceDefinition = {
  id: ReferenceId
  pollEveryMs: number
  /** Stores the shipped content if nothing is stored yet, so that a first start works offline. */
  seed: (deps: ReferenceDeps) => Promise<void>
  /** Fetches and checks. @throws UpstreamError */
  fetch: (deps: ReferenceDeps, signal?: AbortSignal) => Promise<FetchedReference>
}

/** Shipped seeds count as known from the beginning of time, so that a replay of an earlier year has them. */
export const alwaysKnown = Temporal.Instant.from('1970-01-01T00:00:00Z')

/**
 * Synchronises a reference: archives its payloads, then stores its content, and records the outcome.
 *
 * @returns how many elements were taken and how many could not be read
 * @throws UpstreamError after recording the failure
 */
export async function runReference(
  deps: ReferenceDeps,
  reference: ReferenceDefinition,
  signal?: AbortSignal,
): Promise<FetchedReference['elements']> {
  const { sql, clock } = deps
  try {
    const { bodies, origin, elements, store } = await reference.fetch(deps, signal)
    if (elements.unreadable > 0) deps.logger.warn({ source: reference.id, ...elements }, 'values refused')
    await archiveAll(deps, reference.id, bodies)
    await store()
    await recordSuccess(sql, reference.id, {
      at: clock.now(),
      newestSlotEnd: null,
      origin,
      publisher: null,
    })
    return elements
  } catch (error) {
    await recordPollFailure(sql, reference.id, clock.now(), error)
    throw error
  }
}

async function archiveAll(deps: ReferenceDeps, source: ReferenceId, bodies: readonly Uint8Array[]): Promise<void> {
  const fetchedAt = deps.clock.now()
  await deps.partitions.ensure('raw_payloads', [fetchedAt])
  for (const body of bodies) {
    const question = { source, asked: '' }
    const placed = await deps.archive.place(question, await packPayload(body))
    await deps.sql.begin((tx) => archivePayload(tx, question, placed, fetchedAt))
  }
}

const fetchTimeoutMs = 20_000

/** `GET` of a public JSON resource that needs no token, with retries by kind of failure. @throws UpstreamError */
export async function fetchJson(
  deps: RetryDeps,
  url: URL,
  signal?: AbortSignal,
): Promise<{ body: Uint8Array; json: unknown; origin: PayloadOrigin }> {
  const attempt = async () => {
    const answer = await fetchUsable({ url, timeoutMs: fetchTimeoutMs, signal })
    return { body: answer.body, json: parseJson(answer, url), origin: originOf(answer.headers) }
  }
  return withRetry(deps, attempt, signal)
}
