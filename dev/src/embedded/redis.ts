import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { clearLeftoverServer } from './leftover-server.ts'
import { logTail } from './log-tail.ts'
import { acceptsConnections, freePort } from './loopback-port.ts'
import { pollUntil } from './poll.ts'
import type { EmbeddedServer } from './postgres.ts'
import { type ServerProcess, startServerProcess } from './processes.ts'
import { findRedis, type RedisBinary } from './redis-binary.ts'
import { unpackedRedis, unpackRedis } from './redis-package.ts'
import { readOrCreateSecret } from './secret-file.ts'
import { SetupError } from './setup-error.ts'

/** Longest a start may take, loading its file included, ms. */
const startTimeoutMs = 30_000
/** Longest an orderly stop may take, ms. */
const stopTimeoutMs = 15_000
/** Starts tried when the free port was taken meanwhile. */
const startAttempts = 5

export type EmbeddedRedisOptions = {
  /** Folder that holds Redis's data, its password file and its log. Made when missing. */
  dataDir: string
  /** Folder where programs unpacked from the distribution are kept. */
  cacheDir: string
  /** Loopback port; a free one when absent. */
  port?: number
  /** Told the few things a user should know, one sentence each. */
  say?: (sentence: string) => void
}

/**
 * Starts Redis on the loopback interface with the data of `dataDir`: append-only file, nothing is ever evicted.
 *
 * @throws SetupError with the remedy when this machine has no Redis
 */
export async function startEmbeddedRedis(options: EmbeddedRedisOptions): Promise<EmbeddedServer> {
  const workingDir = join(options.dataDir, 'redis')
  await mkdir(workingDir, { recursive: true, mode: 0o755 })
  const binary = await findRedis({
    onPath: (program) => Bun.which(program),
    unpacked: () => unpackedRedis(options.cacheDir),
    unpack: () => unpackRedis(options.cacheDir),
    say: options.say ?? (() => undefined),
  })
  const password = await readOrCreateSecret(join(options.dataDir, 'redis-password'))
  await clearLeftoverServer({ pidFile: join(workingDir, 'redis.pid'), workingDir, signal: 'SIGTERM' })
  const logFile = join(options.dataDir, 'redis.log')
  return startWithRetries({ binary, password, workingDir, logFile, port: options.port })
}

type StartOptions = {
  binary: RedisBinary
  password: string
  workingDir: string
  logFile: string
  port: number | undefined
}

async function startWithRetries(options: StartOptions): Promise<EmbeddedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort())
    const server = await startServerProcess({
      command: options.binary.command,
      args: ['-'],
      env: { PATH: '/usr/bin:/bin', ...options.binary.env },
      workingDir: options.workingDir,
      logFile: options.logFile,
      // Settings come through standard input: arguments, and so the password, would be public in the process list.
      stdin: { text: configuration(options, port), afterwards: 'end' },
    })
    const url = `redis://:${options.password}@127.0.0.1:${port}`
    if (await becomesReady(server, port, url)) {
      return { url, port, pid: server.pid, exited: server.exited, stop: () => server.stop('SIGTERM', stopTimeoutMs) }
    }
    await server.stop('SIGTERM', stopTimeoutMs)
    const tail = await logTail(options.logFile)
    const passes = tail.includes('Address already in use')
    if (!passes || attempt === startAttempts) throw new SetupError(`Redis did not start:\n${tail}`)
  }
}

function configuration({ password, workingDir }: StartOptions, port: number): string {
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(workingDir)}`,
    `pidfile ${JSON.stringify(join(workingDir, 'redis.pid'))}`,
    'daemonize no',
    'save ""',
    'appendonly yes',
    'appendfsync everysec',
    // A power cut may leave half a command at the end of the file: it is cut off, the start goes on.
    'aof-load-truncated yes',
    'maxmemory-policy noeviction',
    'databases 1024',
  ]
  return `${settings.join('\n')}\n`
}

async function becomesReady(server: ServerProcess, port: number, url: string): Promise<boolean> {
  const accepts = async () => server.hasExited() || (await acceptsConnections(port))
  await pollUntil(accepts, { intervalMs: 5, timeoutMs: startTimeoutMs })
  if (server.hasExited()) return false
  const redis = createRedis(url, createLogger('up', 'silent'))
  await Promise.race([whenRedisReady(redis, startTimeoutMs), server.exited])
  const isReady = redis.status === 'ready'
  redis.disconnect()
  return isReady && !server.hasExited()
}
