import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findDatabaseUser } from '@hexawatt/dev/src/embedded/service-user.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createTestDatabase, type TestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { createRoomProbe } from '@hexawatt/svc-ingest/src/maintenance/room-probe-store.ts'
import { createStoreRoom } from '@hexawatt/svc-ingest/src/maintenance/store-room.ts'
import { mountSmallDisk, type SmallDisk } from './testing/small-disk.ts'

const disk = await mountSmallDisk(4, 'a Postgres of which only the disk is full')
const tablespace = `room_${crypto.randomUUID().replaceAll('-', '')}`

let database: TestDatabase
let administrator: Sql
let sql: Sql

/** Puts the probe's table on the small disk: the server's own disk is shared with every other test. */
async function useSmallDisk({ folder }: SmallDisk): Promise<void> {
  const location = join(folder, 'space')
  await mkdir(location)
  const user = await findDatabaseUser(() => undefined)
  if (user !== undefined) await chown(location, user.uid, user.gid)
  await administrator.unsafe(`create tablespace ${tablespace} location '${location}'`)
  const { pathname } = new URL(database.url)
  await administrator.unsafe(`alter database ${pathname.slice(1)} set temp_tablespaces = '${tablespace}'`)
}

beforeAll(async () => {
  if (disk === null) return
  database = await createTestDatabase()
  administrator = createSql(database.url, 'test', 1)
  await useSmallDisk(disk)
  sql = createSql(database.url, 'test', 1)
})
afterAll(async () => {
  if (disk === null) return
  await sql?.end({ timeout: 1 })
  await administrator?.unsafe(`drop tablespace if exists ${tablespace}`)
  await administrator?.end({ timeout: 1 })
  await database?.drop()
  await disk.remove()
})

describe.skipIf(disk === null)('the check for a full disk of a store', () => {
  test('Postgres counts as full from the first refused write until a write succeeds, and the trial write leaves no row', async () => {
    if (disk === null) return
    const probe = createRoomProbe(sql)
    const room = createStoreRoom({ probePostgres: probe, pingRedis: async () => 'PONG' })
    const makeRoom = await disk.fill(0)
    // No write has failed yet.
    expect(await room.condition()).toBeNull()
    const refusal = await probe().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: '53100' })
    room.noticeFailure(new Error('something else'))
    expect(await room.hasPostgresRoom()).toBe(true)
    room.noticeFailure(refusal)
    expect(await room.hasPostgresRoom()).toBe(false)
    expect(await room.condition()).toContain('PostgreSQL has no room on its disk')
    await makeRoom()
    expect(await room.condition()).toBeNull()
    expect(await room.readFull()).toEqual({ postgres: false, redis: false })
    expect(await sql`select relname from pg_class where relname = 'room_probe'`).toHaveLength(0)
  })

  test('a Redis that could not write its file counts as full, an unreachable one does not', async () => {
    const answers = ['MISCONF Errors writing to the AOF file: No space left on device', 'Connection is closed.']
    const said = answers.map(async (answer) => {
      const pingRedis = () => Promise.reject(new Error(answer))
      return createStoreRoom({ probePostgres: async () => undefined, pingRedis }).condition()
    })
    expect(await Promise.all(said)).toEqual([expect.stringContaining('Redis cannot write its file'), null])
  })
})
