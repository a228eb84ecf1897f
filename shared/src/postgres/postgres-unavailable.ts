import postgres from 'postgres'
import { TimeoutError, withTimeout } from '../time/with-timeout.ts'
import type { Sql } from './client.ts'
import { requireWritable } from './data-stamp-store.ts'

/** Codes of the driver and of the system: the server was not reached, or the connection dropped. */
const connectionCodes: ReadonlySet<unknown> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** SQLSTATEs of a server that is starting, stopping, full or failing over: they say nothing about the statement. */
const outageStates: ReadonlySet<unknown> = new Set([
  // Connection exceptions.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // A demoted primary refuses writes. The patched driver drops such a server, and the next call finds the new primary.
  '25006',
  // Too many connections.
  '53300',
  // Shutdown, crash of another session, not yet accepting connections.
  '57P01',
  '57P02',
  '57P03',
])

/** SQLSTATE of a protocol violation, with which PgBouncer reports everything: no server, no room, a wait that was too long. */
const protocolViolation = '08P01'

/** Serialization failure, which a replica also reports where its replay removes rows that a statement reads; deadlock. */
const conflictStates: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** A statement that was cancelled, by its time-out mostly, and a lock that was not had in time: the server is there, but too slow. */
const slowStates: ReadonlySet<unknown> = new Set(['57014', '55P03'])

/**
 * Whether a call failed because of the connection, a failover or a conflict with another transaction, and not because of its statement: what
 * may be repeated as it is, as often as it takes.
 */
export function isPostgresOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code } = error
  return connectionCodes.has(code) || outageStates.has(code) || conflictStates.has(code) || isPoolerRefusal(error)
}

/** A server's own error names the routine that raised it; a pooler's has none. */
function isPoolerRefusal(error: Error): boolean {
  return error instanceof postgres.PostgresError && error.code === protocolViolation && error.routine === undefined
}

/** Whether a statement was given up because it, or a lock that it needs, took too long. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof postgres.PostgresError && slowStates.has(error.code)
}

/** SQLSTATE of a server whose disk has no room: it still reads, and writes again when there is room. */
const diskFullState = '53100'

/** Whether Postgres refused a statement because its disk has no room. */
export function isPostgresDiskFull(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === diskFullState
}

/** Whether a request failed because Postgres did not answer, not in time, or had no room: a later one may succeed. */
export function isPostgresUnavailable(error: unknown): boolean {
  return error instanceof TimeoutError || isPostgresOutage(error) || isTooSlow(error) || isPostgresDiskFull(error)
}

/** Time-out of one try, and the pause before the next, ms. */
const tryTimeoutMs = 5_000
const tryPauseMs = 1_000
/** Most tries: five minutes at least. */
const maxTries = 300

/** Resolves when Postgres takes writes, when the signal aborts, or after {@link maxTries} tries. */
export async function whenPostgresAnswers(sql: Sql, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < maxTries && !signal.aborted; tries++) {
    const failure = await withTimeout(tryTimeoutMs, requireWritable(sql)).then(
      () => null,
      (error: unknown) => error,
    )
    // Any other failure is of a server that answers.
    if (failure === null || !isPostgresUnavailable(failure)) return
    await Bun.sleep(tryPauseMs)
  }
}

/** Most outages that one piece of work is repeated after: an hour at least of a server that never takes writes. */
const maxOutages = 12
/** Longest pause before a repetition, ms: two transactions that were in each other's way do not meet again. */
const maxRepeatPauseMs = 200

export type ThroughOutagesDeps = {
  /** Waits until Postgres takes writes again or the signal aborts, for a limited time. */
  whenPostgresAnswers: (signal: AbortSignal) => Promise<void>
  /** Aborted when the program stops. */
  stopping: AbortSignal
  /** Receives every error of the work. */
  onFailure?: (error: unknown) => void
}

/**
 * Runs work that may be repeated. When Postgres fails over or is away it waits until Postgres takes writes, and runs the work again.
 *
 * @param work receives whether it was begun before
 * @throws what the work throws when that is no outage, when the program stops, or at the outage after {@link maxOutages}
 */
export async function retryThroughOutages<Result>(
  { whenPostgresAnswers, stopping, onFailure }: ThroughOutagesDeps,
  work: (isRepeated: boolean) => Promise<Result>,
): Promise<Result> {
  for (let outages = 0; ; outages++) {
    try {
      return await work(outages > 0)
    } catch (error) {
      onFailure?.(error)
      if (!isPostgresOutage(error) || outages === maxOutages || stopping.aborted) throw error
      await Bun.sleep(Math.random() * maxRepeatPauseMs)
      await whenPostgresAnswers(stopping)
    }
  }
}
