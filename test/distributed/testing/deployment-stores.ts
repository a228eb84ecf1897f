import { chown } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canConnect, freePort, freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import {
  buildRoleDatabaseUrl,
  programRoles,
  type RoleProgram,
  rolePrograms,
} from '@hexawatt/shared/postgres/roles/program-roles'
import { withRedis } from '@hexawatt/shared/testing/redis-fixture'
import type { DrillPlace } from './postgres/drill-place.ts'
import { type PatroniNode, startEtcd, startPatroni } from './postgres/patroni-node.ts'
import type { DrillProcess } from './processes.ts'
import { startStoresProxy } from './stores-proxy.ts'

/** Where the files are that the images of deploy/ha hold. */
const images = join(import.meta.dir, '../../../deploy/ha/images')

/** Passwords as an operator would set them: letters and digits. */
const passwords = { owner: 'a1'.repeat(16), patroni: 'b2'.repeat(16), redis: 'c3'.repeat(16) }
/** Those of the programs' roles, which the migrations set. */
export const databasePasswords = Object.fromEntries(
  rolePrograms.map((program, index) => [program, `d${index}`.repeat(16)]),
)

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

/** Sends one command to a Redis or a Sentinel on a separate connection. @throws the error answer, or that no answer came */
export function ask(port: number, verb: string, ...words: string[]): Promise<unknown> {
  return withRedis(`redis://:${passwords.redis}@127.0.0.1:${port}`, (redis) => redis.call(verb, ...words))
}

/** Two servers of Postgres under the Patroni of the deployment, and its etcd. */
export async function startPostgresServers(place: DeploymentPlace): Promise<PatroniNode[]> {
  const etcdPort = await startEtcd(place)
  const ports = await freePorts(4)
  async function start(index: number): Promise<PatroniNode> {
    const [port = 0, restPort = 0] = ports.slice(index * 2)
    const name = `postgres-${index + 1}`
    const node = { name, port, restPort, dataDir: join(place.processes.folder, name, 'data') }
    const { owner: password, patroni: administratorPassword } = passwords
    return { ...node, patroni: await startPatroni(place, node, { etcdPort, administratorPassword, password }) }
  }
  return [await start(0), await start(1)]
}

type StoresAddresses = { postgres: readonly PatroniNode[]; redisPorts: readonly number[] }

/** HAProxy and PgBouncer before the servers, from the files of the deployment. */
export async function startAccess(place: DeploymentPlace, { postgres, redisPorts }: StoresAddresses) {
  const { processes, programs, user } = place
  const { primaryPort, replicaPort, redisPort } = await startStoresProxy(
    { processes, haproxy: programs.haproxy },
    { postgres, redisPorts, redisPassword: passwords.redis },
  )
  const pool = await freePort()
  const folder = await processes.folderOf('pgbouncer')
  // PgBouncer runs as the user of the databases.
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  await processes.start({
    name: 'pgbouncer',
    command: '/bin/sh',
    args: [join(images, 'pgbouncer/start')],
    workingDir: folder,
    user,
    env: {
      ...withProgram(programs.pgbouncer),
      ...Object.fromEntries(
        rolePrograms.map((program) => [programRoles[program].passwordSetting, databasePasswords[program] ?? '']),
      ),
      PGBOUNCER_TEMPLATE: join(images, 'pgbouncer/pgbouncer.ini'),
      PGBOUNCER_FOLDER: folder,
      PGBOUNCER_ADDRESS: '127.0.0.1',
      PGBOUNCER_PORT: String(pool),
      PGBOUNCER_CLIENTS: '50',
      PGBOUNCER_POOL: '5',
      STORES_HOST: '127.0.0.1',
      STORES_PRIMARY_PORT: String(primaryPort),
      STORES_REPLICA_PORT: String(replicaPort),
    },
    isReady: () => canConnect(pool),
  })
  const directUrl = `postgres://hexawatt:${passwords.owner}@127.0.0.1:${primaryPort}/hexawatt`
  const pooledUrl = (program: RoleProgram, database: string): string =>
    buildRoleDatabaseUrl(
      `postgres://127.0.0.1:${pool}/${database}?pooler=pgbouncer`,
      program,
      databasePasswords[program] ?? '',
    )
  return {
    redisPort,
    /** As the owner, past the pool. */
    directUrl,
    /** As a program, through the pool. */
    poolUrl: (program: RoleProgram) => pooledUrl(program, 'hexawatt'),
    readPoolUrl: pooledUrl('svc-history', 'hexawatt_read'),
  }
}
