import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './postgres.ts'
import { startEmbeddedRedis } from './redis.ts'

export type TestServers = {
  databaseUrl: string
  redisUrl: string
  /** Temporary folder of the servers; `stop` deletes it. */
  folder: string
  stop(): Promise<void>
}

/**
 * Starts a Postgres and a Redis in a temporary folder for one test process. `stop` removes everything. Absent `isExpendable`:
 * durable as in production.
 *
 * @throws SetupError with the remedy when this machine cannot run one of them
 */
export async function startTestServers(
  cacheDir: string,
  { isExpendable = false }: { isExpendable?: boolean } = {},
): Promise<TestServers> {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const starts = [startEmbeddedPostgres({ dataDir, isExpendable }), startEmbeddedRedis({ dataDir, cacheDir })] as const
  const stop = async () => {
    const started = await Promise.allSettled(starts)
    await Promise.all(started.map((start) => (start.status === 'fulfilled' ? start.value.stop() : undefined)))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const [postgres, redis] = await Promise.all(starts)
    return { databaseUrl: postgres.url, redisUrl: redis.url, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where Linux keeps files in memory. */
const memoryFolder = '/dev/shm'

/** Free memory there below which the disk is used, bytes. */
const minMemoryBytes = 4 * 2 ** 30

/**
 * A new folder that other users can enter: under root, the database server runs as one of them. In memory where there is room: a file system on
 * a disk spends a third of all the time of tests on the files of databases that are made and dropped.
 */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join((await hasMemoryFolder()) ? memoryFolder : tmpdir(), 'hexawatt-'))
  await chmod(folder, 0o755)
  return folder
}

async function hasMemoryFolder(): Promise<boolean> {
  const free = await statfs(memoryFolder).catch(() => null)
  return free !== null && free.bavail * free.bsize >= minMemoryBytes
}
