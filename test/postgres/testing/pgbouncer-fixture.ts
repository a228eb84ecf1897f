import { chown, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canConnect } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { findDebianProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { pgbouncer } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { startServer } from '@hexawatt/dev/src/embedded/processes.ts'
import { findDatabaseUser } from '@hexawatt/dev/src/embedded/service-user.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { rolePrograms } from '@hexawatt/shared/postgres/roles/program-roles'
import { buildTestRoleUrl } from '@hexawatt/shared/testing/stores-fixture'

const cacheDir = join(import.meta.dir, '../../../.hexawatt/cache')

/** PgBouncer of this machine, or why it has none. */
export const foundPgbouncer = await findDebianProgram(cacheDir, pgbouncer)

type PgbouncerOptions = {
  /** Database that it leads to. */
  databaseUrl: string
  /** Connections to Postgres of each role. */
  poolSize: number
  /** Further settings of `[pgbouncer]`. */
  settings?: Readonly<Record<string, string | number>>
}

/** PgBouncer in transaction mode, as Debian configures it otherwise: it knows no parameter of the product. */
export async function startPgbouncer({ databaseUrl, poolSize, settings = {} }: PgbouncerOptions) {
  if ('missing' in foundPgbouncer) throw new Error(foundPgbouncer.missing)
  const { command, env } = foundPgbouncer
  const user = await findDatabaseUser(() => undefined)
  const folder = await makeTemporaryFolder()
  // It refuses to run as root, as Postgres does.
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const target = new URL(databaseUrl)
  const database = target.pathname.slice(1)
  // The owner and the roles of the programs, with the passwords by which PgBouncer logs in.
  const logins = [databaseUrl, ...rolePrograms.map((program) => buildTestRoleUrl(databaseUrl, program))].map(
    (url) => new URL(url),
  )
  const usersFile = join(folder, 'users.txt')
  await Bun.write(usersFile, logins.map(({ username, password }) => `"${username}" "${password}"\n`).join(''))
  const file = join(folder, 'pgbouncer.ini')
  const server = await startServer({
    name: 'PgBouncer',
    port: undefined,
    command: (port) => {
      const lines = {
        listen_addr: '127.0.0.1',
        listen_port: port,
        unix_socket_dir: '',
        auth_type: 'trust',
        auth_file: usersFile,
        pool_mode: 'transaction',
        default_pool_size: poolSize,
        max_client_conn: 200,
        server_login_retry: 1,
        ...settings,
      }
      const text = [
        '[databases]',
        `${database} = host=${target.hostname} port=${target.port} dbname=${database}`,
        '[pgbouncer]',
        ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      ]
      return {
        command: ['/bin/sh', '-c', 'cat > "$2"; exec "$1" "$2"', 'sh', command, file],
        env: { PATH: '/usr/bin:/bin', ...env },
        workingDir: folder,
        logFile: join(folder, 'pgbouncer.log'),
        user,
        stdin: { text: `${text.join('\n')}\n`, afterwards: 'end' },
      }
    },
    url: (port) => `postgres://${target.username}@127.0.0.1:${port}/${database}?pooler=pgbouncer`,
    becomesReady: (process, port) =>
      pollUntil(async () => process.hasExited() || (await canConnect(port)), {
        intervalMs: 10,
        timeoutMs: 10_000,
      }),
    stopSignal: 'SIGTERM',
    abortSignal: 'SIGTERM',
    stopTimeoutMs: 5_000,
    transientFailure: /Address already in use/,
    remedy: 'Its log says why.',
  })
  return {
    url: server.url,
    async stop(): Promise<void> {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
