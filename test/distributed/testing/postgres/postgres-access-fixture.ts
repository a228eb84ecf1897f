import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canConnect, freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startStoresProxy } from '../stores-proxy.ts'
import type { DrillPlace } from './drill-place.ts'

const deployed = join(import.meta.dir, '../../../../deploy/ha/images')

/** Connections of PgBouncer to the primary, and to the replica. */
export const poolSize = 20

/** Role of the programs. */
const login = 'hexawatt'

type AccessOptions = {
  /** The two servers: their ports, and those of the HTTP addresses that tell their roles. */
  servers: readonly { port: number; restPort: number }[]
  password: string
}

/**
 * What stands between the programs and Postgres, as `deploy/ha` has it: HAProxy with an address that leads to the primary and one that leads to a
 * replica, by the roles that Patroni tells, and PgBouncer in transaction mode before both.
 */
export async function startPostgresAccess(place: DrillPlace, { servers, password }: AccessOptions) {
  const { primaryPort, replicaPort } = await startStoresProxy(
    { processes: place.processes, haproxy: place.programs.haproxy },
    { postgres: servers },
  )
  const poolPort = await freePort()
  await startPgbouncer(place, password, { primaryPort, replicaPort, poolPort })
  const urlOf = (port: number, database: string) => `postgres://${login}:${password}@127.0.0.1:${port}/${database}`
  return {
    /** The database of the programs, and a replica of it, through PgBouncer. */
    url: `${urlOf(poolPort, 'hexawatt')}?pooler=pgbouncer`,
    readUrl: `${urlOf(poolPort, 'hexawatt_read')}?pooler=pgbouncer`,
    /** Any database on the primary past PgBouncer, at HAProxy: for migrations and administrators. */
    directUrl: (database: string) => urlOf(primaryPort, database),
  }
}

type PoolPorts = { primaryPort: number; replicaPort: number; poolPort: number }

async function startPgbouncer(
  { processes, programs, user }: DrillPlace,
  password: string,
  { primaryPort, replicaPort, poolPort }: PoolPorts,
): Promise<void> {
  const folder = await processes.folderOf('pgbouncer')
  const values: Record<string, string | number> = {
    STORES_HOST: '127.0.0.1',
    STORES_PRIMARY_PORT: primaryPort,
    STORES_REPLICA_PORT: replicaPort,
    PGBOUNCER_ADDRESS: '127.0.0.1',
    PGBOUNCER_PORT: poolPort,
    PGBOUNCER_FOLDER: folder,
    PGBOUNCER_CLIENTS: 500,
    PGBOUNCER_POOL: poolSize,
  }
  const template = await Bun.file(join(deployed, 'pgbouncer/pgbouncer.ini')).text()
  const files = {
    'users.txt': `"${login}" "${password}"\n`,
    'pgbouncer.ini': template.replace(/\$\{(\w+)\}/g, (_, name: string) => String(values[name])),
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    if (user !== undefined) await chown(join(folder, name), user.uid, user.gid)
  }
  await processes.start({
    ...programs.pgbouncer,
    name: 'pgbouncer',
    args: [join(folder, 'pgbouncer.ini')],
    // It refuses to run as root, as Postgres does.
    user,
    isReady: () => canConnect(poolPort),
  })
}
