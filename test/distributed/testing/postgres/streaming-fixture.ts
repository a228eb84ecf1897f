import { chown, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { makeRandomSecret } from '@hexawatt/dev/src/embedded/secret-file.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import type { DrillProcess } from '../processes.ts'
import type { DrillPlace } from './drill-place.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/** Owner of everything, and who replicates. */
const owner = 'hexawatt'

/** Expendable, as all data of a drill. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  fsync: 'off',
  timezone: 'UTC',
  hot_standby: 'on',
  // Copies are made side by side, and each needs what was written since it began.
  wal_keep_size: '512MB',
}

/** Postgres with replicas that stream from it, without anybody who fails over, and one address for reads that leads to the replicas in turn. */
export async function startStreamingPostgres(place: DrillPlace, replicaCount: number) {
  const password = makeRandomSecret()
  const urlOf = (port: number, database: string) => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`
  const [primaryPort = 0, readPort = 0, ...replicaPorts] = await freePorts(2 + replicaCount)
  const primaryDir = await ownedFolder(place, 'primary')
  const passwordFile = join(dirname(primaryDir), 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (place.user !== undefined) await chown(passwordFile, place.user.uid, place.user.gid)
  const login = [`--username=${owner}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  await run(place, 'initdb', [`--pgdata=${primaryDir}`, ...login, '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync'])
  await startServer(place, 'primary', primaryDir, primaryPort, urlOf(primaryPort, 'postgres'))
  const replicas = await Promise.all(
    replicaPorts.map(async (port, index) => {
      const name = `replica-${index + 1}`
      const dataDir = await ownedFolder(place, name)
      const source = `host=127.0.0.1 port=${primaryPort} user=${owner} password=${password} application_name=${name}`
      await run(place, 'pg_basebackup', [`--pgdata=${dataDir}`, '-R', '--checkpoint=fast', '--no-sync', '-d', source])
      await startServer(place, name, dataDir, port, urlOf(port, 'postgres'))
      return { name, port }
    }),
  )
  await startTcpProxy({ ...place, haproxy: place.programs.haproxy }, 'haproxy', [
    { name: 'replicas', port: readPort, checkedPath: null, servers: replicas },
  ])
  const administrator = (port: number): Sql => createSql(urlOf(port, 'postgres'), 'drill', 1)
  return {
    url: (database: string) => urlOf(primaryPort, database),
    /** Through HAProxy: each connection leads to the next replica. */
    readUrl: (database: string) => urlOf(readPort, database),
    async createDatabase(name: string): Promise<void> {
      const sql = administrator(primaryPort)
      await sql.unsafe(`create database ${name}`).finally(() => sql.end({ timeout: 1 }))
    },
    /** Holds a replica back: it goes on receiving, and shows nothing of it until `resume`. */
    async pauseReplay(index: number): Promise<{ resume: () => Promise<void> }> {
      const sql = administrator(replicaPorts[index] ?? 0)
      await sql`select pg_wal_replay_pause()`
      return {
        async resume() {
          await sql`select pg_wal_replay_resume()`.finally(() => sql.end({ timeout: 1 }))
        },
      }
    },
  }
}
export type StreamingPostgres = Awaited<ReturnType<typeof startStreamingPostgres>>

/** Folder of a server's data, which its user owns. */
async function ownedFolder({ processes, user }: DrillPlace, name: string): Promise<string> {
  const dataDir = join(await processes.folderOf(name), 'data')
  await mkdir(dataDir, { mode: 0o700 })
  if (user !== undefined) await chown(dataDir, user.uid, user.gid)
  return dataDir
}

/** Runs one of the programs beside `postgres` to its end. @throws with what it wrote */
async function run({ processes, programs, user }: DrillPlace, program: string, args: readonly string[]): Promise<void> {
  const command = join(dirname(programs.postgres.command), program)
  const { env } = programs.postgres
  const running = await processes.start({ name: `${program}-${crypto.randomUUID()}`, command, args, env, user })
  const exitCode = await running.exited
  if (exitCode !== 0) throw new Error(`${program} failed: ${await running.log()}`)
}

function startServer(
  { processes, programs, user }: DrillPlace,
  name: string,
  dataDir: string,
  port: number,
  url: string,
): Promise<DrillProcess> {
  const args = Object.entries({ ...settings, port }).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
  return processes.start({
    ...programs.postgres,
    name: `postgres-${name}`,
    args: ['-D', dataDir, ...args],
    user,
    // It accepts connections before it answers.
    async isReady() {
      const sql = createSql(url, 'drill', 1)
      return (await sql`select 1`.finally(() => sql.end({ timeout: 1 }))).length === 1
    },
  })
}
