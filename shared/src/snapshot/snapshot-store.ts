import * as v from 'valibot'
import { AppError } from '../errors/app-error.ts'
import type { Sql } from '../postgres/client.ts'
import { isPostgresUnavailable } from '../postgres/postgres-unavailable.ts'
import type { RedisConnection } from '../redis/connect.ts'
import { snapshotKey } from '../redis/keys.ts'
import type { Logger } from '../telemetry/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { createChangePublisher } from './data-changes.ts'

/** A kind of snapshot: its name, and the schema shared by its writer and its readers. */
export type SnapshotKind<Body> = { name: string; schemaVersion: number; schema: v.GenericSchema<unknown, Body> }

export type SnapshotStoreDeps = { sql: Sql; redis: RedisConnection; logger: Logger }

/** Longest a request waits for Postgres, ms: less than the gateway waits for a service. */
const rowTimeoutMs = 1_500
/** `Retry-After` while the stores are down, seconds. */
const retryAfterSeconds = 5

/** Reads snapshots: one Redis call; Postgres only when Redis is down or has lost it. */
export function createSnapshotReader({ sql, redis, logger }: SnapshotStoreDeps) {
  return {
    /**
     * The newest snapshot of a kind; null when none was ever written, or only in another schema version.
     *
     * @throws AppError `service_unavailable` when Redis has none and Postgres does not answer
     */
    async read<Body>(kind: SnapshotKind<Body>): Promise<Body | null> {
      const { key } = snapshotKey(kind.name, kind.schemaVersion)
      const text = await redis.get(key).catch((error: Error) => {
        logger.warn({ err: error.message, kind: kind.name }, 'snapshot read from postgres: redis failed')
        return null
      })
      if (text !== null) {
        const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), kind.schema), text)
        if (parsed.success) return parsed.output
        logger.error({ kind: kind.name }, 'snapshot in redis does not match its schema')
      }
      return readRowInTime(sql, kind)
    },
  }
}
export type SnapshotReader = ReturnType<typeof createSnapshotReader>

/**
 * Writes snapshots: the Postgres row first (durable), then Redis, then publishes the change. A Redis failure is logged, not fatal.
 */
export function createSnapshotWriter({ sql, redis, logger }: SnapshotStoreDeps) {
  const publishChange = createChangePublisher({ redis, logger })
  return {
    async write<Body>(kind: SnapshotKind<Body>, body: Body, computedAt: Temporal.Instant): Promise<void> {
      const text = JSON.stringify(body)
      await sql`
        insert into live_snapshots (name, body, computed_at) values (${rowName(kind)}, ${text}::text::json, ${computedAt})
        on conflict (name) do update set body = excluded.body, computed_at = excluded.computed_at`
      const { key, ttlSeconds } = snapshotKey(kind.name, kind.schemaVersion)
      try {
        await redis.set(key, text, 'EX', ttlSeconds)
        await publishChange(kind.name)
      } catch (error) {
        logger.warn({ err: error, kind: kind.name }, 'snapshot is in postgres only: redis failed')
      }
    },
  }
}
export type SnapshotWriter = ReturnType<typeof createSnapshotWriter>

async function readRowInTime<Body>(sql: Sql, kind: SnapshotKind<Body>): Promise<Body | null> {
  try {
    return await withTimeout(rowTimeoutMs, readSnapshotRow(sql, kind))
  } catch (error) {
    if (!isPostgresUnavailable(error)) throw error
    const detail = 'The stores behind this endpoint do not answer at the moment.'
    throw new AppError('service_unavailable', { detail, retryAfterSeconds, cause: error })
  }
}

/** The newest snapshot of a kind as Postgres has it, for programs without Redis; null when there is none. */
export async function readSnapshotRow<Body>(sql: Sql, kind: SnapshotKind<Body>): Promise<Body | null> {
  const [row] = await sql<{ body: string }[]>`
    select body::text as body from live_snapshots where name = ${rowName(kind)}`
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), kind.schema), row?.body)
  return parsed.success ? parsed.output : null
}

/** Name of the row of a kind: each schema version has one of its own. */
export const rowName = (kind: Pick<SnapshotKind<unknown>, 'name' | 'schemaVersion'>): string =>
  `${kind.name}_v${kind.schemaVersion}`
