import { afterAll, expect, test } from 'bun:test'
import { chmod, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { type Fixture, startFixture, until } from './testing/servers-fixture.ts'
import { isEverythingRecomputed, letMinimumIntervalPass, storedTables } from './testing/stored-tables.ts'

/** Room for an empty cluster and some write-ahead log, and little more. */
const diskMegabytes = 220
/** What is left when the ballast lies on the disk. */
const freeBytes = 512 * 1024

const folder = await temporaryFolder()
const disk = join(folder, 'disk')
const isMounted = await mountSmallDisk()
let fixture: Fixture | null = null

afterAll(async () => {
  await fixture?.stop()
  if (isMounted) Bun.spawnSync(['umount', '-l', disk])
  await rm(folder, { recursive: true, force: true })
})

/** A file system of its own and of a limited size; false (said loudly) where this user may not make one. */
async function mountSmallDisk(): Promise<boolean> {
  await mkdir(disk)
  const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk], {
    stderr: 'pipe',
  })
  if (mount.success) await chmod(disk, 0o755)
  else
    console.warn(
      `SKIPPED: a full disk under Postgres: no small disk can be mounted (${mount.stderr.toString().trim()})`,
    )
  return mount.success
}

/** Fills the disk but for the last half megabyte. */
async function layBallast(): Promise<string> {
  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(ballast, new Uint8Array(Math.max(0, bavail * bsize - freeBytes)))
  return ballast
}

test.skipIf(!isMounted)(
  'a full disk costs no stored row: with room again the same rows are there as undisturbed',
  async () => {
    fixture = await startFixture(disk)
    const { restartPostgres, createDatabase, startIngest, databaseUrl } = fixture
    const undisturbedSql = await createDatabase('undisturbed')
    const reference = startIngest('undisturbed', 1)
    // Recomputations are done while the sources are stored: their number is the same in two runs only when none is left.
    await until('the undisturbed run', () => isEverythingRecomputed(undisturbedSql))
    await reference.stop()
    const undisturbed = await storedTables(undisturbedSql)
    await undisturbedSql.end({ timeout: 1 })

    const sql = await createDatabase('disk_full')
    const ballast = await layBallast()
    const victim = startIngest('disk_full', 2)
    const log = join(disk, 'postgres.log')
    await until('Postgres without room', async () => (await readFile(log, 'utf8')).includes('No space left on device'))
    await victim.sigkill()
    await sql.end({ timeout: 1 }).catch(() => undefined)
    await rm(ballast)
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
