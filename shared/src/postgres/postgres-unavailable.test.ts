import { describe, expect, test } from 'bun:test'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createSql, type Sql } from './client.ts'
import {
  isPostgresDiskFull,
  isPostgresOutage,
  isPostgresUnavailable,
  retryThroughOutages,
  whenPostgresAnswers,
} from './postgres-unavailable.ts'

const database = await useTestDatabase()
const { sql } = database

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

/** What a real server's refusal with this SQLSTATE is taken for. */
async function takenFor(sqlState: string): Promise<string> {
  const error = await failureOf(
    sql.unsafe(`do $$ begin raise exception 'told to' using errcode = '${sqlState}'; end $$`),
  )
  if (isPostgresOutage(error)) return 'outage'
  return isPostgresUnavailable(error) ? 'to be tried later' : 'a fault of the statement'
}

function unreachableSql(): Sql {
  const nowhere = new URL(database.url)
  nowhere.port = '1'
  return createSql(nowhere.href, 'test', 1)
}

describe('a Postgres error', () => {
  test('of an unreachable or ending server is an outage', async () => {
    const unreachable = unreachableSql()
    expect(isPostgresOutage(await failureOf(unreachable`select 1`))).toBe(true)
    await unreachable.end({ timeout: 0 })
    const victim = createSql(database.url, 'ended', 1)
    expect(isPostgresOutage(await failureOf(victim`select pg_terminate_backend(pg_backend_pid())`))).toBe(true)
    await victim.end({ timeout: 0 })
  })

  test.each([
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '25006',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '40001',
    '40P01',
  ])('with code %s, of a failover or a conflict, is an outage', async (sqlState) => {
    expect(await takenFor(sqlState)).toBe('outage')
  })

  test('of a slow statement makes a request try later, but is not an outage', async () => {
    expect(await takenFor('55P03')).toBe('to be tried later')
    const late = sql.begin(async (tx) => {
      await tx`set local statement_timeout = 10`
      await tx`select pg_sleep(10)`
    })
    const error = await failureOf(late)
    expect([isPostgresOutage(error), isPostgresUnavailable(error)]).toEqual([false, true])
  })

  test('of a full disk counts as unavailable but not as an outage, because repeated work would fail again', async () => {
    expect(await takenFor('53100')).toBe('to be tried later')
    const error = await failureOf(sql.unsafe(`do $$ begin raise disk_full; end $$`))
    expect([isPostgresDiskFull(error), isPostgresDiskFull(new Error('53100'))]).toEqual([true, false])
  })

  test('of a refused statement or a broken protocol is not unavailability', async () => {
    expect(isPostgresUnavailable(await failureOf(sql`select 1 / 0`))).toBe(false)
    expect(isPostgresUnavailable(await failureOf(sql`select from no_such_table`))).toBe(false)
    expect(isPostgresUnavailable(new TypeError('a mistake of ours'))).toBe(false)
    expect(await takenFor('08P01')).toBe('a fault of the statement')
    expect(await takenFor('23505')).toBe('a fault of the statement')
  })
})

describe('a demoted server', () => {
  /** The sessions of a pool of three, which sleep together so that none of them serves twice. */
  async function sessionsOf(pool: Sql): Promise<Set<number>> {
    const session = () => pool<[{ pid: number }]>`select pg_backend_pid() as pid, pg_sleep(0.1)`
    return new Set((await Promise.all([session(), session(), session()])).map(([{ pid }]) => pid))
  }

  test('is left after its first refused write: the call and every idle connection reconnect', async () => {
    const pool = createSql(database.unboundUrl, 'test', 3)
    const before = await sessionsOf(pool)
    const refused = pool.begin('read only', (tx) => tx`insert into data_stamp (mode) values ('demo')`)
    expect(await failureOf(refused)).toMatchObject({ code: '25006' })
    const after = await sessionsOf(pool)
    expect([before.size, after.size, before.union(after).size]).toEqual([3, 3, 6])
    await pool.end({ timeout: 1 })
  })

  test('is waited for until it accepts writes again', async () => {
    const pool = createSql(database.url, 'test', 1)
    const name = new URL(database.url).pathname.slice(1)
    await sql`alter database ${sql(name)} set default_transaction_read_only = on`
    const waiting = whenPostgresAnswers(pool, new AbortController().signal).then(() => 'over')
    expect(await Promise.race([waiting, Bun.sleep(200)])).toBeUndefined()
    await sql.begin('read write', (tx) => tx`alter database ${tx(name)} reset default_transaction_read_only`)
    expect(await waiting).toBe('over')
    await pool.end({ timeout: 1 })
  })
})

describe('waiting for Postgres', () => {
  test('ends when Postgres answers or the program stops', async () => {
    await whenPostgresAnswers(sql, new AbortController().signal)
    const unreachable = unreachableSql()
    await whenPostgresAnswers(unreachable, AbortSignal.timeout(50))
    await unreachable.end({ timeout: 0 })
  })

  test('repeats work after outages only, at most twelve times, and not when the program stops', async () => {
    const whenBack = async () => undefined
    const outage = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
    const running = { whenPostgresAnswers: whenBack, stopping: new AbortController().signal }
    let runs = 0
    const failing = (times: number, error: Error) => async () => {
      runs++
      if (runs <= times) throw error
      return runs
    }
    expect(await retryThroughOutages(running, failing(2, outage))).toBe(3)
    runs = 0
    expect(await failureOf(retryThroughOutages(running, failing(1, new Error('a mistake'))))).toMatchObject({
      message: 'a mistake',
    })
    runs = 0
    expect(
      await failureOf(retryThroughOutages({ ...running, stopping: AbortSignal.abort() }, failing(9, outage))),
    ).toBe(outage)
    expect(runs).toBe(1)
    runs = 0
    expect(await failureOf(retryThroughOutages(running, failing(99, outage)))).toBe(outage)
    expect(runs).toBe(13)
  })
})
