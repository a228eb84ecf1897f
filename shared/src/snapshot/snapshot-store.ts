import * as v from 'valibot'
import { createStoreUnavailableError } from '../errors/app-error.ts'
import type { Sql } from '../postgres/client.ts'
import { isPostgresUnavailable } from '../postgres/postgres-unavailable.ts'
import type { RedisConnection } from '../redis/connect.ts'
import { buildSnapshotKey } from '../redis/keys.ts'
import { defineScript } from '../redis/script.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Clock } from '../time/clock.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { createChangePublisher } from './data-changes.ts'
import { clockToleranceMs } from './snapshot-age.ts'

/** A kind of snapshot: its name, and the schema shared by its writer and its readers. */
export type SnapshotKind<Body> = { name: string; schemaVersion: number; schema: v.GenericSchema<unknown, Body> }

export type SnapshotStoreDeps = { sql: Sql; redis: RedisConnection; logger: Logger }

/** Maximum wait of a request for Postgres, ms: less than the gateway waits for a service. */
const rowTimeoutMs = 1_500
/** Interval at which the row of a kind is compared with Redis, which may have lost its newest snapshot in a failover, ms. */
const compareEveryMs = 30_000
const compareTimeoutMs = 5_000

/** How long a writer may take from the row to Redis, ms: only then Redis has lost something. */
const writeGraceMs = 1_000

/** A row, and the instant of the older snapshot of Redis that it is served instead of, ms since the epoch. */
type NewerRow = { body: unknown; insteadOfMs: number }

/** Replaced only by tests: the clock of the comparisons, and the wait for a writer. */
export type SnapshotReaderSeams = { monotonicMs: () => number; pause: (ms: number) => Promise<void> }

const realSeams: SnapshotReaderSeams = { monotonicMs: () => performance.now(), pause: Bun.sleep }

/**
 * Reads snapshots: one Redis call, or Postgres when Redis is down or has lost the snapshot. In addition to requests, the Postgres row of a requested
 * kind is compared with Redis in the background: when Redis has an older snapshot, the row is served.
 */
export function createSnapshotReader(
  { sql, redis, logger }: SnapshotStoreDeps,
  { monotonicMs, pause }: SnapshotReaderSeams = realSeams,
) {
  const comparedAtMs = new Map<string, number>()
  /** By the name of their kind. */
  const newerRows = new Map<string, NewerRow>()

  /** Reads the row of a kind when Redis has an older snapshot and the writer had enough time to write it to Redis; null otherwise. */
  async function readNewerRow(kind: SnapshotKind<unknown>, atMs: number): Promise<NewerRow | null> {
    if ((await readRowAfter(sql, kind, atMs)) === null) return null
    await pause(writeGraceMs)
    const held = await redis.get(buildSnapshotKey(kind.name, kind.schemaVersion).instantKey)
    const body = held === null ? null : await readRowAfter(sql, kind, Number(held))
    return body === null ? null : { body, insteadOfMs: Number(held) }
  }

  async function compare(kind: SnapshotKind<unknown>, atMs: number, startedAtMs: number): Promise<void> {
    const newer = await readNewerRow(kind, atMs)
    // A slow store delayed this comparison, and a later one has begun: only the later one may change the served snapshot.
    if (comparedAtMs.get(kind.name) !== startedAtMs) return
    if (newer === null) return void newerRows.delete(kind.name)
    newerRows.set(kind.name, newer)
    logger.warn({ kind: kind.name }, 'postgres snapshot served: the redis snapshot is older')
  }

  function compareSometimes(kind: SnapshotKind<unknown>, atMs: number): void {
    const nowMs = monotonicMs()
    if (nowMs - (comparedAtMs.get(kind.name) ?? Number.NEGATIVE_INFINITY) < compareEveryMs) return
    comparedAtMs.set(kind.name, nowMs)
    const comparing = withTimeout(compareTimeoutMs, compare(kind, atMs, nowMs))
    // While a store is away the other one is all there is; the requests tell of it.
    void comparing.catch((error: unknown) => logger.debug({ err: error, kind: kind.name }, 'snapshot not compared'))
  }

  /** @param atMs when the snapshot in Redis was computed */
  function chooseNewest<Body>(kind: SnapshotKind<Body>, body: Body, atMs: number): Body {
    compareSometimes(kind, atMs)
    const newer = newerRows.get(kind.name)
    // The row was parsed by the schema of its kind.
    return newer?.insteadOfMs === atMs ? (newer.body as Body) : body
  }

  return {
    /**
     * The newest snapshot of a kind; null when none was ever written, or only in another schema version.
     *
     * @throws AppError `service_unavailable` when Redis has none and Postgres does not answer
     */
    async read<Body>(kind: SnapshotKind<Body>): Promise<Body | null> {
      const { key, instantKey } = buildSnapshotKey(kind.name, kind.schemaVersion)
      const [text, at] = await redis.mget(key, instantKey).catch((error: Error) => {
        logger.warn({ err: error.message, kind: kind.name }, 'snapshot read from postgres: redis failed')
        return []
      })
      if (text !== undefined && text !== null) {
        const parsed = parseBody(kind, text)
        // A writer of an earlier version notes no instant: nothing is known to be newer then.
        if (parsed.success) return at == null ? parsed.output : chooseNewest(kind, parsed.output, Number(at))
        logger.error({ kind: kind.name }, 'snapshot in redis does not match its schema')
      }
      return readRowInTime(sql, kind)
    },
  }
}
export type SnapshotReader = ReturnType<typeof createSnapshotReader>

/**
 * Sets a snapshot and its instant, unless a newer snapshot is stored. A stored snapshot from the future of the data's clock comes from a later
 * instant of a replay, and is overwritten. KEYS: snapshot, instant. ARGV: body, instant, latest instant that is not in the future, time to live in
 * seconds.
 */
const setUnlessOlder = `
local stored = tonumber(redis.call('GET', KEYS[2]) or '-1')
if stored > tonumber(ARGV[2]) and stored <= tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[4])
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[4])
return 1`

/**
 * Writes snapshots: first the Postgres row (durable), then Redis; then publishes the change. When several programs write, both stores keep the newest
 * snapshot, whichever program writes last. A Redis failure is logged, not fatal.
 */
export function createSnapshotWriter({ sql, redis, logger, clock }: SnapshotStoreDeps & { clock: Clock }) {
  const publishChange = createChangePublisher({ redis, logger })
  const setNewest = defineScript(redis, 'setUnlessOlder', setUnlessOlder)
  return {
    async write<Body>(kind: SnapshotKind<Body>, body: Body, computedAt: Temporal.Instant): Promise<void> {
      const text = JSON.stringify(body)
      const present = clock.now().add({ milliseconds: clockToleranceMs })
      const written = await sql`
        insert into live_snapshots (name, body, computed_at) values (${buildRowName(kind)}, ${text}::text::json, ${computedAt})
        on conflict (name) do update set body = excluded.body, computed_at = excluded.computed_at
        where live_snapshots.computed_at <= excluded.computed_at or live_snapshots.computed_at > ${present}
        returning name`
      if (written.length === 0) return
      const { key, instantKey, ttlSeconds } = buildSnapshotKey(kind.name, kind.schemaVersion)
      const [atMs, presentMs] = [computedAt.epochMilliseconds, present.epochMilliseconds]
      try {
        const isSet = await setNewest([key, instantKey], [text, atMs, presentMs, ttlSeconds])
        if (isSet === 1) await publishChange(kind.name)
      } catch (error) {
        logger.warn({ err: error, kind: kind.name }, 'snapshot written to postgres only: redis failed')
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
    throw createStoreUnavailableError('The stores', error)
  }
}

/** The newest snapshot of a kind as Postgres has it, for programs without Redis; null when there is none. */
export async function readSnapshotRow<Body>(sql: Sql, kind: SnapshotKind<Body>): Promise<Body | null> {
  const [row] = await sql<{ body: string }[]>`
    select body::text as body from live_snapshots where name = ${buildRowName(kind)}`
  const parsed = parseBody(kind, row?.body)
  return parsed.success ? parsed.output : null
}

/** The row of a kind when it was computed after this instant; null otherwise, and when it does not have the schema. */
async function readRowAfter<Body>(sql: Sql, kind: SnapshotKind<Body>, atMs: number): Promise<Body | null> {
  const [row] = await sql<{ body: string }[]>`
    select body::text as body from live_snapshots
    where name = ${buildRowName(kind)} and computed_at >= ${Temporal.Instant.fromEpochMilliseconds(atMs + 1)}`
  const parsed = parseBody(kind, row?.body)
  return parsed.success ? parsed.output : null
}

const parseBody = <Body>(kind: SnapshotKind<Body>, text: unknown) =>
  v.safeParse(v.pipe(v.string(), v.parseJson(), kind.schema), text)

/** Builds the row name of a kind: each schema version has its own row. */
export const buildRowName = (kind: Pick<SnapshotKind<unknown>, 'name' | 'schemaVersion'>): string =>
  `${kind.name}_v${kind.schemaVersion}`
