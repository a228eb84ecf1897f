import type { ReferenceId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { Partitions } from '../pipeline/partition-store.ts'
import type { PayloadOrigin } from '../upstream/http-client.ts'
import type { RetryDeps } from '../upstream/retry.ts'

export type ReferenceDeps = RetryDeps & { sql: Sql; partitions: Partitions; clock: Clock; logger: Logger }

/** Whether the content changed, and the payloads it came in (they are archived). */
export type ReferenceSync = { changed: boolean; bodies: readonly Uint8Array[]; origin: PayloadOrigin }

/** A slow table that is synchronised whole. A failed synchronisation leaves the former content in force. */
export type ReferenceDefinition = {
  id: ReferenceId
  pollEveryMs: number
  /** Puts the shipped content in place when nothing is stored yet, so that a first start works offline. */
  seed: (deps: ReferenceDeps) => Promise<void>
  /** Fetches, checks and stores. @throws UpstreamError; nothing is stored then */
  synchronise: (deps: ReferenceDeps, signal?: AbortSignal) => Promise<ReferenceSync>
}

/** Seeds ship with the product: they count as known since ever, also in a replay of an earlier year. */
export const alwaysKnown = Temporal.Instant.from('1970-01-01T00:00:00Z')
