import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './postgres.ts'
import type { EmbeddedServer } from './processes.ts'
import { startEmbeddedRedis } from './redis.ts'

export type TestServers = {
  databaseUrl: string
  redisUrl: string
  /** Temporary folder of the servers; `stop` deletes it. */
  folder: string
  stop(): Promise<void>
}

/**
 * Starts a Postgres and a Redis in a temporary folder. `stop` removes everything. Absent `isExpendable`: durable as in production.
 *
 * @throws SetupError with the remedy when this machine cannot run one of them
 */
export function startTestServers(
  cacheDir: string,
  { isExpendable = false }: { isExpendable?: boolean } = {},
): Promise<TestServers> {
  return startBelow(async (folder, started) => {
    const dataDir = join(folder, 'data')
    const starts = [
      startEmbeddedPostgres({ dataDir, isExpendable }),
      startEmbeddedRedis({ dataDir, cacheDir }),
    ] as const
    started.push(...starts)
    const [postgres, redis] = await Promise.all(starts)
    return { databaseUrl: postgres.url, redisUrl: redis.url }
  })
}

/** Starts only a Redis, as {@link startTestServers} does. */
export function startTestRedis(cacheDir: string): Promise<Omit<TestServers, 'databaseUrl'>> {
  return startBelow(async (folder, started) => {
    const start = startEmbeddedRedis({ dataDir: join(folder, 'data'), cacheDir })
    started.push(start)
    return { redisUrl: (await start).url }
  })
}

/** Starts servers in a temporary folder; when one of them does not start, the others are stopped. */
async function startBelow<Addresses>(
  start: (folder: string, started: Promise<EmbeddedServer>[]) => Promise<Addresses>,
): Promise<Addresses & Pick<TestServers, 'folder' | 'stop'>> {
  const folder = await makeTemporaryFolder()
  const started: Promise<EmbeddedServer>[] = []
  const stop = async () => {
    const servers = await Promise.allSettled(started)
    await Promise.all(servers.map((server) => (server.status === 'fulfilled' ? server.value.stop() : undefined)))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await start(folder, started)), folder, stop }
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
 *
 * @param holdsPrograms on a disk in any case: engines of containers mount the memory so that no program in it can be started
 */
export async function makeTemporaryFolder({ holdsPrograms = false } = {}): Promise<string> {
  const isInMemory = !holdsPrograms && (await hasMemoryFolder())
  const folder = await mkdtemp(join(isInMemory ? memoryFolder : tmpdir(), 'hexawatt-'))
  await chmod(folder, 0o755)
  return folder
}

async function hasMemoryFolder(): Promise<boolean> {
  const free = await statfs(memoryFolder).catch(() => null)
  return free !== null && free.bavail * free.bsize >= minMemoryBytes
}
