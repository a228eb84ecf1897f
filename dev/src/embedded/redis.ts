import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningProcess } from '@hexawatt/shared/process/start-process'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { ensurePrivateFolder } from './files/private-folder.ts'
import { canConnect } from './loopback-port.ts'
import { findUnpackedProgram, unpackProgram } from './packages/debian-packages.ts'
import { redisServer } from './packages/debian-programs.ts'
import { pollUntil } from './poll.ts'
import { clearLeftoverServer, type EmbeddedServer, startServer } from './processes.ts'
import { findRedis } from './redis-binary.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { rejectOnAbort } from './system/unless-aborted.ts'

/** Longest time of a start, loading the data included, ms. */
const startTimeoutMs = 30_000
/** Longest time of an orderly stop, ms. */
export const redisStopTimeoutMs = 15_000

export type EmbeddedRedisOptions = {
  /** Folder of Redis's data, its password file and its log. Created when missing. */
  dataDir: string
  /** Folder for programs unpacked from the distribution. */
  cacheDir: string
  /** Loopback port; absent: a free one. */
  port?: number
  /** Receives the sentences that a user should read. */
  say?: (sentence: string) => void
  /** Gives the start up, and stops the server. */
  signal?: AbortSignal
}

/**
 * Starts Redis on the loopback interface with the data of `dataDir`: append-only file, no eviction. Files that it cannot read are moved
 * aside: the content of Redis is rebuilt from the database.
 *
 * @throws SetupError with the remedy when this machine has no Redis
 */
export async function startEmbeddedRedis(options: EmbeddedRedisOptions): Promise<EmbeddedServer> {
  const { dataDir, port, signal, say = () => undefined } = options
  const workingDir = join(dataDir, 'redis')
  const pidFile = join(workingDir, 'redis.pid')
  const { binary, password } = await rejectOnAbort(prepareServer(options, workingDir, pidFile), signal)
  return startServer({
    name: 'Redis',
    port,
    command: (port) => ({
      command: [binary.command, '-'],
      env: { PATH: '/usr/bin:/bin', ...binary.env },
      workingDir,
      logFile: join(dataDir, 'redis.log'),
      // Settings through standard input: arguments, and with them the password, would be public in the process list.
      stdin: { text: configuration({ port, password, workingDir, pidFile }), afterwards: 'end' },
    }),
    url: (port) => `redis://:${password}@127.0.0.1:${port}`,
    becomesReady,
    stopSignal: 'SIGTERM',
    abortSignal: 'SIGTERM',
    stopTimeoutMs: redisStopTimeoutMs,
    transientFailure: /Address already in use/,
    mend: (log) => moveDamagedFilesAside(log, workingDir, say),
    remedy: `Its data are in ${workingDir}, its log is ${join(dataDir, 'redis.log')}.`,
    signal,
  })
}

/** Finds the program and clears the remains of a killed predecessor. */
async function prepareServer(options: EmbeddedRedisOptions, workingDir: string, pidFile: string) {
  const { dataDir, cacheDir, say = () => undefined } = options
  await ensurePrivateFolder(workingDir, say)
  const binary = await findRedis({
    onPath: (program) => Bun.which(program),
    unpacked: () => findUnpackedProgram(cacheDir, redisServer),
    unpack: () => unpackProgram(cacheDir, redisServer),
    say,
  })
  const password = await readOrCreateSecret(join(dataDir, 'redis-password'))
  await clearLeftoverServer({ pidFile, workingDir, signal: 'SIGTERM' })
  return { binary, password }
}

/** Log lines of Redis 7 and Valkey when they cannot read their data files. */
const damageSigns =
  /Bad file format|error in RDB|error loading|loading DB|Wrong signature|RDB format version|AOF manifest|append-only dir|AOF file .* length/i

/** Causes other than damage that may appear in the same line. */
const otherCauses = /Permission denied|No space left|Read-only file system|Cannot allocate memory/

/**
 * Moves the data folder aside when the log says that Redis cannot read it. One such folder is kept.
 *
 * @returns whether it was moved
 */
async function moveDamagedFilesAside(
  log: string,
  workingDir: string,
  say: (sentence: string) => void,
): Promise<boolean> {
  if (!damageSigns.test(log) || otherCauses.test(log)) return false
  const aside = `${workingDir}-damaged`
  await rm(aside, { recursive: true, force: true })
  await rename(workingDir, aside)
  await ensurePrivateFolder(workingDir, say)
  say(`Redis could not read its files, so they were moved to ${aside}: their content is rebuilt from the database.`)
  return true
}

type Configuration = { port: number; password: string; workingDir: string; pidFile: string }

function configuration({ port, password, workingDir, pidFile }: Configuration): string {
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(workingDir)}`,
    `pidfile ${JSON.stringify(pidFile)}`,
    'daemonize no',
    'save ""',
    'appendonly yes',
    'appendfsync everysec',
    // A power cut may leave half a command at the end of the file; Redis then cuts it off and starts.
    'aof-load-truncated yes',
    'maxmemory-policy noeviction',
    'databases 1024',
  ]
  return `${settings.join('\n')}\n`
}

async function becomesReady(server: RunningProcess, port: number, url: string): Promise<boolean> {
  const accepts = async () => server.hasExited() || (await canConnect(port))
  await pollUntil(accepts, { intervalMs: 5, timeoutMs: startTimeoutMs })
  if (server.hasExited()) return false
  const redis = createRedis(url, createLogger('up', 'silent'))
  await Promise.race([whenRedisReady(redis, startTimeoutMs), server.exited])
  const isReady = redis.status === 'ready'
  redis.disconnect()
  return isReady && !server.hasExited()
}
