import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acceptsConnections, freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { RedisClient } from 'bun'
import type { DrillPlace } from './postgres/drill-place.ts'
import { signalPostgres } from './postgres/postgres-processes.ts'
import type { DrillProcess } from './processes.ts'

/** Where the files are that the images of deploy/ha hold. */
const images = join(import.meta.dir, '../../../deploy/ha/images')

/** Passwords as an operator would set them: letters and digits. */
export const passwords = { programs: 'a1'.repeat(16), patroni: 'b2'.repeat(16), redis: 'c3'.repeat(16) }

/** Where the stores of the deployment run, with what runs them. */
export type DeploymentPlace = DrillPlace & { redis: FoundProgram }

/** Runs a start script of an image with the program of Debian on its path. */
function withProgram({ command, env }: FoundProgram): Record<string, string> {
  return { ...env, PATH: `${dirname(command)}:${Bun.env['PATH'] ?? ''}` }
}

/** Servers of Redis, each made by `start redis` or `start sentinel`. */
export async function startRedisServers({ processes, redis }: DeploymentPlace) {
  const [first = 0, ...others] = await freePorts(6)
  const [second = 0, third = 0, ...sentinelPorts] = others

  function start(role: 'redis' | 'sentinel', port: number): Promise<DrillProcess> {
    const name = `${role}-${port}`
    return processes.folderOf(name).then((folder) =>
      processes.start({
        name,
        command: '/bin/sh',
        args: [join(images, 'redis/start'), role],
        env: {
          ...withProgram(redis),
          REDIS_TEMPLATES: join(images, 'redis'),
          REDIS_FOLDER: folder,
          REDIS_NAME: '127.0.0.1',
          REDIS_PORT: String(port),
          REDIS_MAXMEMORY: '64mb',
          REDIS_FIRST: `127.0.0.1 ${first}`,
          REDIS_PASSWORD: passwords.redis,
        },
        isReady: async () => (await ask(port, 'PING')) === 'PONG',
      }),
    )
  }

  const servers = new Map<number, DrillProcess>()
  for (const port of [first, second, third]) servers.set(port, await start('redis', port))
  await Promise.all(sentinelPorts.map((port) => start('sentinel', port)))
  return {
    ports: [first, second, third] as const,
    sentinelPorts,
    async kill(port: number): Promise<void> {
      servers.get(port)?.signal('SIGKILL')
      await servers.get(port)?.exited
    },
    async startAgain(port: number): Promise<void> {
      servers.set(port, await start('redis', port))
    },
  }
}

/** Sends one command to a Redis or a Sentinel on a connection of its own. @throws what it answers or that it does not */
export async function ask(port: number, verb: string, ...words: string[]): Promise<unknown> {
  const client = new RedisClient(`redis://:${passwords.redis}@127.0.0.1:${port}`, {
    autoReconnect: false,
    connectionTimeout: 2_000,
  })
  try {
    await client.connect()
    return await client.send(verb, words)
  } finally {
    client.close()
  }
}

/** A server of Postgres: its port, that of Patroni's address, and its data. */
export type PatroniServer = { port: number; restPort: number; dataDir: string; patroni: DrillProcess }

/** Two servers of Postgres under the Patroni of the deployment, and its etcd. */
export async function startPostgresServers(place: DeploymentPlace): Promise<PatroniServer[]> {
  const { processes, programs, user } = place
  const [clientPort = 0, peerPort = 0, ...ports] = await freePorts(6)
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  await processes.start({
    name: 'etcd',
    command: programs.etcd.command,
    env: {
      ...programs.etcd.env,
      ETCD_NAME: 'etcd',
      ETCD_DATA_DIR: join(processes.folder, 'etcd', 'data'),
      ETCD_LISTEN_CLIENT_URLS: clientUrl,
      ETCD_ADVERTISE_CLIENT_URLS: clientUrl,
      ETCD_LISTEN_PEER_URLS: peerUrl,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peerUrl,
      ETCD_INITIAL_CLUSTER: `etcd=${peerUrl}`,
    },
    isReady: async () => (await fetch(`${clientUrl}/health`)).ok,
  })
  const files = await ownFolder(place, 'patroni-files')
  const script = join(files, 'create-database')
  await writeFile(script, await readFile(join(images, 'postgres/create-database')), { mode: 0o755 })
  const configuration = await readFile(join(images, 'postgres/patroni.yml'), 'utf8')
  const file = join(files, 'patroni.yml')
  await writeFile(file, configuration.replace('/usr/local/bin/create-database', script), { mode: 0o644 })
  const binDir = dirname(programs.postgres.command)

  async function startServer(index: number): Promise<PatroniServer> {
    const [port = 0, restPort = 0] = ports.slice(index * 2)
    const name = `postgres-${index + 1}`
    const folder = await ownFolder(place, name)
    const dataDir = join(folder, 'data')
    const patroni = await processes.start({
      name,
      command: programs.patroni.command,
      args: [file],
      workingDir: folder,
      user,
      env: {
        LC_ALL: 'C.UTF-8',
        ...programs.patroni.env,
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${clientPort}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
        PATRONI_RESTAPI_USERNAME: 'patroni',
        PATRONI_RESTAPI_PASSWORD: passwords.patroni,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: dataDir,
        PATRONI_POSTGRESQL_BIN_DIR: binDir,
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: passwords.patroni,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: passwords.patroni,
        PATRONI_REWIND_USERNAME: 'rewinder',
        PATRONI_REWIND_PASSWORD: passwords.patroni,
        HEXAWATT_PASSWORD: passwords.programs,
      },
      isReady: async () => (await fetch(`http://127.0.0.1:${restPort}/liveness`)).ok,
    })
    return { port, restPort, dataDir, patroni }
  }

  return [await startServer(0), await startServer(1)]
}

/** Ends a server and its Patroni at once: nothing says goodbye. */
export async function killServer({ dataDir, patroni }: PatroniServer): Promise<void> {
  patroni.signal('SIGKILL')
  await patroni.exited
  await signalPostgres(dataDir, 'SIGKILL')
}

type StoresAddresses = { postgres: readonly PatroniServer[]; redisPorts: readonly number[] }

/** HAProxy and PgBouncer before the servers, from the files of the deployment. */
export async function startAccess(place: DeploymentPlace, { postgres, redisPorts }: StoresAddresses) {
  const { processes, programs, user } = place
  const [primary = 0, replica = 0, redis = 0, pool = 0] = await freePorts(4)
  const serverOf = (index: number) => ({
    [`STORES_POSTGRES_${index + 1}`]: `127.0.0.1:${postgres[index]?.port}`,
    [`STORES_PATRONI_${index + 1}_PORT`]: String(postgres[index]?.restPort),
  })
  await processes.start({
    name: 'stores',
    command: programs.haproxy.command,
    args: ['-db', '-f', join(images, 'haproxy/stores.cfg')],
    env: {
      ...programs.haproxy.env,
      REDIS_PASSWORD: passwords.redis,
      STORES_BIND_PRIMARY: `127.0.0.1:${primary}`,
      STORES_BIND_REPLICA: `127.0.0.1:${replica}`,
      STORES_BIND_REDIS: `127.0.0.1:${redis}`,
      ...serverOf(0),
      ...serverOf(1),
      ...Object.fromEntries(redisPorts.map((port, index) => [`STORES_REDIS_${index + 1}`, `127.0.0.1:${port}`])),
    },
    isReady: () => acceptsConnections(primary),
  })
  const folder = await ownFolder(place, 'pgbouncer')
  await processes.start({
    name: 'pgbouncer',
    command: '/bin/sh',
    args: [join(images, 'pgbouncer/start')],
    workingDir: folder,
    user,
    env: {
      ...withProgram(programs.pgbouncer),
      HEXAWATT_PASSWORD: passwords.programs,
      PGBOUNCER_TEMPLATE: join(images, 'pgbouncer/pgbouncer.ini'),
      PGBOUNCER_FOLDER: folder,
      PGBOUNCER_ADDRESS: '127.0.0.1',
      PGBOUNCER_PORT: String(pool),
      PGBOUNCER_CLIENTS: '50',
      PGBOUNCER_POOL: '5',
      STORES_HOST: '127.0.0.1',
      STORES_PRIMARY_PORT: String(primary),
      STORES_REPLICA_PORT: String(replica),
    },
    isReady: () => acceptsConnections(pool),
  })
  const url = (port: number, database: string): string =>
    `postgres://hexawatt:${passwords.programs}@127.0.0.1:${port}/${database}`
  return {
    redisPort: redis,
    directUrl: url(primary, 'hexawatt'),
    poolUrl: `${url(pool, 'hexawatt')}?pooler=pgbouncer`,
    readPoolUrl: `${url(pool, 'hexawatt_read')}?pooler=pgbouncer`,
  }
}

/** Folder of a program that runs as the user of the databases. */
async function ownFolder({ processes, user }: DeploymentPlace, name: string): Promise<string> {
  const folder = await processes.folderOf(name)
  await mkdir(folder, { recursive: true })
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  return folder
}
