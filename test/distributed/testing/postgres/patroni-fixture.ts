import { chmod, chown, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { randomSecret } from '@hexawatt/dev/src/embedded/secret-file.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { until } from '@hexawatt/shared/testing/until'
import * as v from 'valibot'
import { parse, stringify } from 'yaml'
import type { DrillProcess } from '../processes.ts'
import type { DrillPlace } from './drill-place.ts'
import { signalPostgres } from './postgres-processes.ts'

/** Times of Patroni, s: a third of its defaults, so that the other node leads some ten seconds after the loss of a machine. */
const patroniTimes = { ttl: 8, loop_wait: 1, retry_timeout: 3 }

/** Longest until a node leads and the other one replicates synchronously, ms. */
const settleTimeoutMs = 60_000

/** A node: Patroni and the Postgres that it runs. */
export type PatroniNode = { name: string; port: number; restPort: number; dataDir: string; patroni: DrillProcess }

/**
 * A cluster of two Postgres under Patroni with etcd, on loopback. A commit waits for both, so a failover loses nothing that was confirmed.
 *
 * @param password of the role `hexawatt`, who the programs are
 */
export async function startPatroniCluster(place: DrillPlace, password: string) {
  const [clientPort = 0, peerPort = 0, ...nodePorts] = await freePorts(6)
  const administratorPassword = randomSecret()
  await startEtcd(place, clientPort, peerPort)
  const start = (node: Omit<PatroniNode, 'patroni'>) =>
    startPatroni(place, node, { clientPort, administratorPassword, password })
  const nodes = await Promise.all(
    ['one', 'two'].map(async (name, index): Promise<PatroniNode> => {
      const [port = 0, restPort = 0] = nodePorts.slice(index * 2)
      const node = { name, port, restPort, dataDir: join(place.processes.folder, name, 'data') }
      return { ...node, patroni: await start(node) }
    }),
  )

  /** Who leads, by a node that answers; null while nobody does. */
  async function leader(): Promise<PatroniNode | null> {
    const name = (await readMembers(nodes)).find(({ role, state }) => role === 'leader' && state === 'running')?.name
    return nodes.find((node) => node.name === name) ?? null
  }
  async function whenSettled(): Promise<void> {
    await until(
      'a leader and a synchronous standby',
      async () => {
        const roles = (await readMembers(nodes)).filter(({ state }) => state === 'running').map(({ role }) => role)
        return roles.includes('leader') && roles.includes('sync_standby')
      },
      settleTimeoutMs,
    )
  }

  return {
    nodes,
    leader,
    /** Resolves when one node leads and the other one replicates synchronously. */
    whenSettled,
    /** An administrator's connection to a node, past everything. The caller ends it. */
    administrator: (node: PatroniNode, database = 'postgres'): Sql =>
      createSql(`postgres://postgres:${administratorPassword}@127.0.0.1:${node.port}/${database}`, 'drill', 2),
    /** Ends the machine of the leader at once: nothing on it says goodbye. Resolves when the other node leads. */
    async killLeader(): Promise<void> {
      const former = await leader()
      if (former === null) throw new Error('nobody leads')
      former.patroni.signal('SIGKILL')
      await former.patroni.exited
      await signalPostgres(former.dataDir, 'SIGKILL')
      await until('another leader', async () => ![null, former].includes(await leader()), settleTimeoutMs)
    },
    /** Starts the machines again that were killed, which follow whoever leads; resolves when the standby is synchronous again. */
    async restoreNodes(): Promise<void> {
      for (const node of nodes) if (node.patroni.hasExited()) node.patroni = await start(node)
      await whenSettled()
    },
    /** A planned switchover to the other node. @throws when Patroni refuses */
    async switchover(): Promise<void> {
      const from = await leader()
      if (from === null) throw new Error('nobody leads')
      const body = JSON.stringify({ leader: from.name })
      const answer = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`)
    },
  }
}
export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>

const deployed = join(import.meta.dir, '../../../../deploy/ha/images/postgres')

/** What is changed of the deployed file. */
const Configuration = v.looseObject({
  bootstrap: v.looseObject({ dcs: v.looseObject({}), post_bootstrap: v.string() }),
  postgresql: v.looseObject({ parameters: v.looseObject({}) }),
})

const Cluster = v.object({ members: v.array(v.object({ name: v.string(), role: v.string(), state: v.string() })) })

async function readMembers(nodes: readonly PatroniNode[]) {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null)
    if (answer?.ok) return v.parse(Cluster, await answer.json()).members
  }
  return []
}

async function startEtcd({ programs, processes }: DrillPlace, clientPort: number, peerPort: number): Promise<void> {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  const settings = {
    name: 'etcd',
    'data-dir': join(processes.folder, 'etcd', 'data'),
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `etcd=${peerUrl}`,
    // What a crash of this machine would lose is of no use to anybody.
    'unsafe-no-fsync': 'true',
  }
  await processes.start({
    ...programs.etcd,
    name: 'etcd',
    args: Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    isReady: async () => (await fetch(`${clientUrl}/health`)).ok,
  })
}

type PatroniStart = { clientPort: number; administratorPassword: string; password: string }

/** Starts Patroni as `deploy/ha` has it, with other addresses and shorter times. */
async function startPatroni(
  { programs, processes, user }: DrillPlace,
  { name, port, restPort, dataDir }: Omit<PatroniNode, 'patroni'>,
  { clientPort, administratorPassword, password }: PatroniStart,
): Promise<DrillProcess> {
  const nodeDir = dirname(dataDir)
  await mkdir(nodeDir, { recursive: true })
  if (user !== undefined) await chown(nodeDir, user.uid, user.gid)
  const [file, script] = [join(nodeDir, 'patroni.yml'), join(nodeDir, 'create-database')]
  const deployedText = await Bun.file(join(deployed, 'patroni.yml')).text()
  const configuration = v.parse(Configuration, parse(deployedText))
  Object.assign(configuration.bootstrap.dcs, patroniTimes)
  configuration.bootstrap.post_bootstrap = script
  // A commit waits for the other node, not for the disk that both share.
  Object.assign(configuration.postgresql.parameters, { fsync: 'off', shared_buffers: '128MB' })
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
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${clientPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
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
