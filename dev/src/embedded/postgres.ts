import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answersQuery, ensureDatabase, maintenanceUrl } from './database-store.ts'
import { clearLeftoverServer } from './leftover-server.ts'
import { logTail } from './log-tail.ts'
import { acceptsConnections, freePort } from './loopback-port.ts'
import { pollUntil } from './poll.ts'
import { databaseOwner, ensureCluster, type PostgresCluster } from './postgres-files.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-package.ts'
import { type ServerProcess, type ServiceUser, startServerProcess } from './processes.ts'
import { databaseUser } from './service-user.ts'
import { SetupError } from './setup-error.ts'

/** Longest a start may take, crash recovery included, ms. */
const startTimeoutMs = 60_000
/** Longest an orderly stop may take before the server is killed (it recovers from that), ms. */
const stopTimeoutMs = 30_000
/** Starts tried when a free port was taken meanwhile, or orphans of a killed server have not left yet. */
const startAttempts = 10

/** Name of the database made in the cluster. */
const databaseName = 'hexawatt'

export type EmbeddedServer = {
  url: string
  port: number
  pid: number
  /** Settles when the server has ended, for whatever reason. */
  exited: Promise<unknown>
  /** Stops the server in order. Idempotent. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Folder that holds the cluster, its password file and its log. Made when missing. */
  dataDir: string
  /** Loopback port; a free one when absent. */
  port?: number
  /** Whether the data need not outlive a crash of the machine: nothing then waits for the disk. */
  isExpendable?: boolean
  /** Told the few things a user should know, one sentence each. */
  say?: (sentence: string) => void
}

/** Settings of a server whose data may be lost: those of one test run. */
const expendableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts PostgreSQL from its npm package on the loopback interface, with the data of `dataDir`, durable as in production
 * unless the data are expendable.
 * Everything that a killed predecessor left behind is cleared first.
 *
 * @throws SetupError with the remedy when this machine cannot run it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedServer> {
  const dataDir = options.dataDir
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const user = await databaseUser(options.say ?? (() => undefined))
  const binaries = await findPostgresBinaries(user)
  const cluster = await ensureCluster({ dataDir, binaries, user })
  const pidFile = join(cluster.clusterDir, 'postmaster.pid')
  await clearLeftoverServer({ pidFile, workingDir: cluster.clusterDir, signal: 'SIGINT' })
  const { port, isExpendable = false } = options
  return startWithRetries({ cluster, binaries, user, logFile: join(dataDir, 'postgres.log'), port, isExpendable })
}

type StartOptions = {
  cluster: PostgresCluster
  binaries: PostgresBinaries
  user: ServiceUser | undefined
  logFile: string
  port: number | undefined
  isExpendable: boolean
}

async function startWithRetries(options: StartOptions): Promise<EmbeddedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort())
    const server = await startServerProcess(serverCommand(options, port))
    const url = `postgres://${databaseOwner}:${options.cluster.password}@127.0.0.1:${port}/${databaseName}`
    if (await becomesReady(server, port, url)) {
      await ensureDatabase(url)
      const stop = () => server.stop('SIGINT', stopTimeoutMs)
      return { url, port, pid: server.pid, exited: server.exited, stop }
    }
    await server.stop('SIGQUIT', stopTimeoutMs)
    const tail = await logTail(options.logFile)
    const passes = /Address already in use|shared memory block/.test(tail)
    if (!passes || attempt === startAttempts) throw new SetupError(`PostgreSQL did not start:\n${tail}`)
    await Bun.sleep(300)
  }
}

function serverCommand({ cluster, binaries, user, logFile, isExpendable }: StartOptions, port: number) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A path over 107 bytes would be fatal, and nobody needs the socket.
    unix_socket_directories: '',
    shared_buffers: '128MB',
    max_connections: '100',
    timezone: 'UTC',
    ...(isExpendable ? expendableSettings : {}),
  }
  return {
    command: join(binaries.nativeDir, 'bin/postgres'),
    args: [
      '-D',
      cluster.clusterDir,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC' },
    workingDir: cluster.clusterDir,
    logFile,
    user,
  }
}

/** Whether the server answers a query in time; false as soon as its process has ended. */
async function becomesReady(server: ServerProcess, port: number, url: string): Promise<boolean> {
  const answers = async () =>
    server.hasExited() || ((await acceptsConnections(port)) && (await answersQuery(maintenanceUrl(url))))
  const settled = await pollUntil(answers, { intervalMs: 10, timeoutMs: startTimeoutMs })
  return settled && !server.hasExited()
}
