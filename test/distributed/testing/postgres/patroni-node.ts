import { chmod, chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import * as v from 'valibot'
import { parse, stringify } from 'yaml'
import type { DrillProcess } from '../processes.ts'
import type { DrillPlace } from './drill-place.ts'
import { signalPostgres } from './postgres-processes.ts'

const deployed = join(import.meta.dir, '../../../../deploy/ha/images/postgres')

/** A node: Patroni and the Postgres that it runs. */
export type PatroniNode = { name: string; port: number; restPort: number; dataDir: string; patroni: DrillProcess }

/** Settings of the deployed file that a drill may change. */
const Configuration = v.looseObject({
  bootstrap: v.looseObject({ dcs: v.looseObject({}), post_bootstrap: v.string() }),
  postgresql: v.looseObject({ parameters: v.looseObject({}) }),
})
export type PatroniConfiguration = v.InferOutput<typeof Configuration>

/** Starts the etcd that Patroni's lock is in. @returns its port */
export async function startEtcd({ programs, processes }: DrillPlace): Promise<number> {
  const [clientPort = 0, peerPort = 0] = await freePorts(2)
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  await processes.start({
    name: 'etcd',
    command: programs.etcd.command,
    // Data lost in a crash of this machine are not needed.
    args: ['--unsafe-no-fsync'],
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
  return clientPort
}

/** Who calls what of Patroni changes something. */
export const patroniUser = 'patroni'

export type PatroniStart = {
  etcdPort: number
  /** Of the administrators of Postgres and of Patroni. */
  administratorPassword: string
  /** Of the role `hexawatt`, which the programs use. */
  password: string
  /** Changes the deployed configuration. */
  adapt?: (configuration: PatroniConfiguration) => void
}

/** Starts Patroni as `deploy/ha` has it, with other addresses. */
export async function startPatroni(
  { programs, processes, user }: DrillPlace,
  { name, port, restPort, dataDir }: Omit<PatroniNode, 'patroni'>,
  { etcdPort, administratorPassword, password, adapt = () => undefined }: PatroniStart,
): Promise<DrillProcess> {
  const nodeDir = dirname(dataDir)
  await mkdir(nodeDir, { recursive: true })
  if (user !== undefined) await chown(nodeDir, user.uid, user.gid)
  const [file, script] = [join(nodeDir, 'patroni.yml'), join(nodeDir, 'create-database')]
  const configuration = v.parse(Configuration, parse(await Bun.file(join(deployed, 'patroni.yml')).text()))
  configuration.bootstrap.post_bootstrap = script
  adapt(configuration)
  await writeFile(file, stringify(configuration), { mode: 0o644 })
  await copyFile(join(deployed, 'create-database'), script)
  await chmod(script, 0o755)
  return processes.start({
    name: `patroni-${name}`,
    command: programs.patroni.command,
    args: [file],
    env: {
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      ...programs.patroni.env,
      HEXAWATT_PASSWORD: password,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_USERNAME: patroniUser,
      PATRONI_RESTAPI_PASSWORD: administratorPassword,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: dataDir,
      PATRONI_POSTGRESQL_BIN_DIR: dirname(programs.postgres.command),
      PATRONI_POSTGRESQL_PGPASS: join(nodeDir, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: administratorPassword,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: administratorPassword,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: administratorPassword,
    },
    workingDir: nodeDir,
    user,
  })
}

/** Ends the machine of a node at once: nothing on it says goodbye. */
export async function killNode({ dataDir, patroni }: PatroniNode): Promise<void> {
  patroni.signal('SIGKILL')
  await patroni.exited
  await signalPostgres(dataDir, 'SIGKILL')
}
