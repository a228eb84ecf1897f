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

/** SQLSTATEs of a server that is starting, stopping, full or failing over: the statement itself is not at fault. */
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

/** SQLSTATE of a protocol violation. PgBouncer uses it for every failure: no server, no room, too long a wait. */
const protocolViolation = '08P01'

/** Serialization failure, which a replica also reports when its replay removes rows that a statement reads; deadlock. */
const conflictStates: ReadonlySet<unknown> = new Set(['40001', '40P01'])

/** A statement that was cancelled, usually by its timeout, and a lock timeout: the server answers, but too slowly. */
const slowStates: ReadonlySet<unknown> = new Set(['57014', '55P03'])

/**
 * Whether a call failed because of the connection, a failover or a conflict with another transaction, and not because of its statement. Such a call may
 * be repeated unchanged, as often as needed.
 */
export function isPostgresOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code } = error
  return connectionCodes.has(code) || outageStates.has(code) || conflictStates.has(code) || isPoolerRefusal(error)
}

/** A server error names the routine that raised it; an error of a pooler does not. */
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
/** Maximum number of attempts: at least five minutes. */
const maxTries = 300

/** Resolves when Postgres takes writes, when the signal aborts, or after {@link maxTries} tries. */
export async function whenPostgresAnswers(sql: Sql, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < maxTries && !signal.aborted; tries++) {
    const failure = await withTimeout(tryTimeoutMs, requireWritable(sql)).then(
      () => null,
      (error: unknown) => error,
    )
    // Any other failure comes from a server that answers.
    if (failure === null || !isPostgresUnavailable(failure)) return
    await Bun.sleep(tryPauseMs)
  }
}

/** Maximum number of outages after which one piece of work is repeated: at least an hour of a server that refuses writes. */
const maxOutages = 12
/** Longest pause before a repetition, ms: the pause differs, so that two conflicting transactions do not conflict again. */
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
 * Runs work that may be repeated. When Postgres fails over or is down, it waits until Postgres accepts writes, and runs the work again.
 *
 * @param work receives whether it was begun before
 * @throws the error of the work when it is not an outage, when the program stops, or at the outage after {@link maxOutages}
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
