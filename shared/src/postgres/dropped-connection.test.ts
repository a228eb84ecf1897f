import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createSql, type Sql } from './client.ts'

const database = await useTestDatabase()
const { sql: administrator } = database
/** A pool of one connection: what happens to it happens to the next caller. */
let sql: Sql

beforeAll(async () => {
  await administrator`create table notes (text text not null)`
})
beforeEach(async () => {
  await administrator`truncate notes`
  sql = createSql(database.url, 'victim', 1)
})
afterEach(async () => {
  await sql.end({ timeout: 0 })
})

/** AuthenticationOk and ReadyForQuery of the protocol. */
const authenticatedAndReady = Uint8Array.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]])

/** Ends the victim's connection from the server's side, as a restart of the server does. */
async function dropConnection(): Promise<void> {
  const ended = await administrator`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'hexawatt victim' and datname = current_database()`
  expect(ended).toHaveLength(1)
}

/** Waits until the victim waits in a statement. */
async function whenAsleep(): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const asleep = await administrator`
      select from pg_stat_activity
      where application_name = 'hexawatt victim' and datname = current_database() and wait_event = 'PgSleep'`
    if (asleep.length > 0) return
    await Bun.sleep(10)
  }
  throw new Error('the victim never waited')
}

const note = (text: string) => sql`insert into notes (text) values (${text})`
const notes = async () => (await administrator<{ text: string }[]>`select text from notes`).map(({ text }) => text)

describe('a connection that drops', () => {
  test('in a statement of a transaction stores nothing, and the pool continues', async () => {
    const lost = sql.begin(async (tx) => {
      await tx`insert into notes (text) values ('lost')`
      await tx`select pg_sleep(${60})`
    })
    const outcome = lost.then(
      () => 'committed',
      () => 'rejected',
    )
    await whenAsleep()
    await dropConnection()
    expect(await outcome).toBe('rejected')
    await note('after')
    await sql.begin((tx) => tx`insert into notes (text) values ('later')`)
    expect(await notes()).toEqual(['after', 'later'])
  })

  test('between two statements of a transaction lets the second reach no other session or transaction', async () => {
    const goOn = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const late: string[] = []
    const lost = sql.begin(async (tx) => {
      await tx`insert into notes (text) values ('lost')`
      begun.resolve()
      await goOn.promise
      late.push(
        await tx`insert into notes (text) values ('late')`.then(
          () => 'stored',
          () => 'refused',
        ),
      )
      throw new Error('rolls back')
    })
    const outcome = lost.then(
      () => 'committed',
      () => 'rejected',
    )
    await begun.promise
    await dropConnection()
    expect(await outcome).toBe('rejected')
    // The slot serves another transaction when the lost one goes on, and rolls back.
    await sql.begin(async (tx) => {
      await tx`insert into notes (text) values ('another')`
      goOn.resolve()
      await Bun.sleep(20)
      await tx`insert into notes (text) values ('and more')`
    })
    expect(late).toEqual(['refused'])
    expect(await notes()).toEqual(['another', 'and more'])
  })

  test('with queued calls answers or rejects each of them', async () => {
    const calls = [sql`select pg_sleep(${60})`, note('one'), note('two')].map((call) =>
      call.then(
        () => 'answered',
        () => 'rejected',
      ),
    )
    await whenAsleep()
    await dropConnection()
    const outcomes = await Promise.all(calls)
    expect(outcomes[0]).toBe('rejected')
    expect(await notes()).toHaveLength(outcomes.filter((outcome) => outcome === 'answered').length)
    await note('after')
    expect(await notes()).toContain('after')
  })

  test('while the driver reads the server’s types rejects the call and causes no unhandled rejection', async () => {
    const server = createServer((socket) => {
      // Startup message → "authenticated" and "ready"; the next message asks for the types: the connection is reset.
      socket.once('data', () => {
        socket.write(authenticatedAndReady)
        socket.once('data', () => socket.resetAndDestroy())
      })
      socket.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const pool = createSql(`postgres://user:password@127.0.0.1:${port}/database`, 'victim', 1)
    const outcome = await pool`select 1`.then(
      () => 'answered',
      () => 'rejected',
    )
    await Bun.sleep(20)
    process.off('unhandledRejection', note)
    await pool.end({ timeout: 0 })
    server.close()
    expect(outcome).toBe('rejected')
    expect(unhandled).toEqual([])
  })

  test('before the first query, behind a proxy without a server, rejects each call, and reconnects pause', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.on('error', () => undefined)
      socket.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const pool = createSql(`postgres://user:password@127.0.0.1:${port}/database`, 'victim', 1)
    const outcomes = await Promise.allSettled([pool`select 1`, pool`select 2`])
    await pool.end({ timeout: 0 })
    server.close()
    expect(outcomes).toMatchObject(outcomes.map(() => ({ status: 'rejected', reason: { code: 'CONNECTION_CLOSED' } })))
    expect(connections).toBe(2)
  })
})
