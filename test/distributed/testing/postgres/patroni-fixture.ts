import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { makeRandomSecret } from '@hexawatt/dev/src/embedded/secret-file.ts'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { until } from '@hexawatt/shared/testing/until'
import * as v from 'valibot'
import type { DrillPlace } from './drill-place.ts'
import {
  killNode,
  type PatroniConfiguration,
  type PatroniNode,
  patroniUser,
  startEtcd,
  startPatroni,
} from './patroni-node.ts'

/** Times of Patroni, s: a third of its defaults, so that the other node leads some ten seconds after the loss of a machine. */
const patroniTimes = { ttl: 8, loop_wait: 1, retry_timeout: 3 }

/** Longest until a node leads and the other one replicates synchronously, ms. */
const settleTimeoutMs = 60_000

/** Shortens the waits of a drill. */
function adapt({ bootstrap, postgresql }: PatroniConfiguration): void {
  Object.assign(bootstrap.dcs, patroniTimes)
  // A commit waits for the other node, not for the disk that both share.
  Object.assign(postgresql.parameters, { fsync: 'off', shared_buffers: '128MB' })
}

/**
 * A cluster of two Postgres under Patroni with etcd, on loopback. A commit waits for both, so a failover loses nothing that was confirmed.
 *
 * @param password of the role `hexawatt`, which the programs use
 */
export async function startPatroniCluster(place: DrillPlace, password: string) {
  const nodePorts = await freePorts(4)
  const administratorPassword = makeRandomSecret()
  const etcdPort = await startEtcd(place)
  const start = (node: Omit<PatroniNode, 'patroni'>) =>
    startPatroni(place, node, { etcdPort, administratorPassword, password, adapt })
  const nodes = await Promise.all(
    ['one', 'two'].map(async (name, index): Promise<PatroniNode> => {
      const [port = 0, restPort = 0] = nodePorts.slice(index * 2)
      const node = { name, port, restPort, dataDir: join(place.processes.folder, name, 'data') }
      return { ...node, patroni: await start(node) }
    }),
  )

  /** The leader, by a node that answers; null without a leader. */
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
      await killNode(former)
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
      const authorization = `Basic ${btoa(`${patroniUser}:${administratorPassword}`)}`
      const request = { method: 'POST', headers: { authorization }, body }
      const answer = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, request)
      if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`)
    },
  }
}

const Cluster = v.object({ members: v.array(v.object({ name: v.string(), role: v.string(), state: v.string() })) })

async function readMembers(nodes: readonly PatroniNode[]) {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null)
    if (answer?.ok) return v.parse(Cluster, await answer.json()).members
  }
  return []
}
