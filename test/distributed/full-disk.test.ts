import { afterAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { type Fixture, startFixture, until } from '../disasters/testing/servers-fixture.ts'
import { mountSmallDisk } from '../disasters/testing/small-disk.ts'
import { isEverythingRecomputed, letMinimumIntervalPass, storedTables } from '../disasters/testing/stored-tables.ts'

/** Room for an empty cluster and some write-ahead log, and little more. */
const diskMegabytes = 220
/** Longest until every source was asked again: a retry of the queue, or the next planned poll, ms. */
const patienceMs = 120_000
/** Space left when the ballast is on the disk. */
const freeBytes = 512 * 1024

const disk = await mountSmallDisk(diskMegabytes, 'a full disk under Postgres')
let fixture: Fixture | null = null

afterAll(async () => {
  await fixture?.stop()
  await disk?.remove()
})

/** Stored rows of an undisturbed run. */
let undisturbed: Record<string, string> = {}

test.skipIf(disk === null)(
  'a full disk costs no stored row: with room again the rows equal those of an undisturbed run',
  async () => {
    if (disk === null) return
    fixture = await startFixture(disk.folder)
    const { restartPostgres, createDatabase, startIngest, databaseUrl } = fixture
    const undisturbedSql = await createDatabase('undisturbed')
    const reference = startIngest('undisturbed', 1)
    // Recomputations are done while the sources are stored: their number is the same in two runs only when none is left.
    await until('the undisturbed run', () => isEverythingRecomputed(undisturbedSql))
    await reference.stop()
    undisturbed = await storedTables(undisturbedSql)
    await undisturbedSql.end({ timeout: 1 })

    const sql = await createDatabase('disk_full')
    const makeRoom = await disk.fill(freeBytes)
    const victim = startIngest('disk_full', 2)
    const log = join(disk.folder, 'postgres.log')
    await until('Postgres without room', async () => (await readFile(log, 'utf8')).includes('No space left on device'))
    await victim.sigkill()
    await sql.end({ timeout: 1 }).catch(() => undefined)
    await makeRoom()
    await restartPostgres()

    const again = createSql(databaseUrl('disk_full'), 'test', 2)
    await letMinimumIntervalPass(again)
    const ingest = startIngest('disk_full', 2)
    await until('everything stored', () => isEverythingRecomputed(again))
    await ingest.stop()
    expect(await storedTables(again)).toEqual(undisturbed)
    const kept = createSql(databaseUrl('undisturbed'), 'test', 1)
    expect(await storedTables(kept)).toEqual(undisturbed)
    await Promise.all([again.end({ timeout: 1 }), kept.end({ timeout: 1 })])
  },
)

test.skipIf(disk === null)(
  'while the disk is full ingestion reports the reason; with room it resumes by itself and ends with the rows of an undisturbed run',
  async () => {
    if (disk === null) return
    if (fixture === null)
      throw new Error('the servers and the undisturbed rows of the test before this one are missing')
    const { createDatabase, startIngest } = fixture
    const sql = await createDatabase('goes_on')
    const makeRoom = await disk.fill(freeBytes)
    const port = await freePort()
    const ingest = startIngest('goes_on', 3, { INTERNAL_PORT: String(port) })
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    await until('it says why', async () =>
      (await read('/readyz')).includes('nothing new is stored until there is room'),
    )
    expect(await read('/metrics')).toMatch(/^ingest_store_full\{store="(postgres|redis)",program="svc-ingest"\} 1$/m)
    expect(ingest.exitCode()).toBeNull()
    await makeRoom()
    await letMinimumIntervalPass(sql)
    await until('everything stored', () => isEverythingRecomputed(sql), patienceMs)
    await until('it is ready', async () => JSON.parse(await read('/readyz')).ready === true)
    const metrics = await read('/metrics')
    for (const store of ['postgres', 'redis'])
      expect(metrics).toContain(`ingest_store_full{store="${store}",program="svc-ingest"} 0`)
    expect(ingest.exitCode()).toBeNull()
    await ingest.stop()
    expect(await storedTables(sql)).toEqual(undisturbed)
    await sql.end({ timeout: 1 })
  },
)
