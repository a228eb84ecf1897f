import { TimeoutError, withTimeout } from '../time/with-timeout.ts'
import { pingPostgres, type Sql } from './client.ts'

/** Codes of the driver, of the system and of a server that is starting, stopping or full. */
const awayCodes: ReadonlySet<unknown> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** Time-out of one ping, and the pause before the next, ms. */
const pingTimeoutMs = 5_000
const pingPauseMs = 1_000
/** Most pings: five minutes at least. */
const maxPings = 300

/** Whether a call failed because Postgres was unreachable or the connection dropped: a later retry may succeed. */
export function isPostgresUnavailable(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof Error && 'code' in error && awayCodes.has(error.code))
}

/** Resolves when Postgres answers, when the signal aborts, or after {@link maxPings} pings. */
export async function whenPostgresAnswers(sql: Sql, signal: AbortSignal): Promise<void> {
  for (let pings = 0; pings < maxPings && !signal.aborted; pings++) {
    const answers = await withTimeout(pingTimeoutMs, pingPostgres(sql)).then(
      () => true,
      () => false,
    )
    if (answers) return
    await Bun.sleep(pingPauseMs)
  }
}
