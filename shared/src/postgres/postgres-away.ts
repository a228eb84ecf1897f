import { LateError, withinTime } from '../time/within-time.ts'
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

/** Longest one question whether Postgres is back may take, and the pause before the next, ms. */
const pingTimeoutMs = 5_000
const pingPauseMs = 1_000
/** Questions before it is given up: five minutes at least. */
const maxPings = 300

/** Whether a call failed because Postgres could not be reached or went away under it; asking again later may succeed. */
export function isPostgresAway(error: unknown): boolean {
  return error instanceof LateError || (error instanceof Error && 'code' in error && awayCodes.has(error.code))
}

/** Resolves when Postgres answers again, when the signal aborts, or after some minutes: what comes next finds out. */
export async function whenPostgresAnswers(sql: Sql, signal: AbortSignal): Promise<void> {
  for (let pings = 0; pings < maxPings && !signal.aborted; pings++) {
    const answers = await withinTime(pingTimeoutMs, pingPostgres(sql)).then(
      () => true,
      () => false,
    )
    if (answers) return
    await Bun.sleep(pingPauseMs)
  }
}
