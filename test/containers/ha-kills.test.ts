import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Figure, reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { type Load, startLoad } from '../distributed/testing/load.ts'
import { watchPages } from '../distributed/testing/page-watch.ts'
import { containerTimeoutMs, engine } from './testing/engine.ts'
import { type Cluster, watchCluster } from './testing/ha/cluster.ts'
import { type HighlyAvailable, startHighlyAvailable } from './testing/ha/highly-available.ts'
import { type Kill, killUnderLoad } from './testing/ha/kill-drill.ts'
import { createKeys, findAnsweringPaths, mixRequests } from './testing/ha/request-mix.ts'
import { type StoreWatch, watchStores } from './testing/ha/store-watch.ts'
import { countLost, readStoredPoints, type StoredPoints } from './testing/ha/stored-points.ts'

const project = 'hexawatt-test-ha'
/** Accounts that share the load: fewer requests of each than its minute allows, also while gateways share that without Redis. */
const accountCount = 8
/** Load before the first kill, ms. */
const beforeMs = 5_000
/** How long a replica is away, ms: longer than a gateway knows the addresses of a name. */
const replicaAwayMs = 8_000
/** How long etcd is away, ms: longer than the lock of the primary of Postgres lasts. */
const etcdAwayMs = 25_000

type Drill = {
  killed: string
  /** What is killed: the leader of a store has to be asked for. */
  choose: (cluster: Cluster) => Promise<Kill>
}

const replicaOf =
  (service: string): Drill['choose'] =>
  async () => ({ service, awayMs: replicaAwayMs })

const drills: readonly Drill[] = [
  { killed: 'one of two gateways', choose: replicaOf('gateway') },
  { killed: 'one of two svc-web', choose: replicaOf('svc-web') },
  { killed: 'one of two svc-history', choose: replicaOf('svc-history') },
  {
    killed: 'the master of Redis',
    choose: async (cluster) => ({ service: await cluster.redisMaster(), store: 'redis', awayMs: 0 }),
  },
  {
    killed: 'the primary of Postgres',
    choose: async (cluster) => ({ service: await cluster.postgresPrimary(), store: 'postgres', awayMs: 0 }),
  },
  { killed: 'etcd', choose: async () => ({ service: 'etcd', awayMs: etcdAwayMs }) },
]

describe.skipIf(engine.missing !== null)(
  'deploy/ha, under twenty requests a second over its documented endpoints',
  () => {
    let system: HighlyAvailable
    let cluster: Cluster
    let stores: StoreWatch
    let load: Load
    let pages: ReturnType<typeof watchPages>
    let pointsBefore: StoredPoints
    const figures: Figure[] = []

    beforeAll(async () => {
      if (engine.missing !== null) return
      const startedAtMs = performance.now()
      system = await startHighlyAvailable(project)
      cluster = watchCluster(system.compose)
      await cluster.untilHealthy()
      const healthySeconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0)
      figures.push({ name: 'images, start and full health, s', value: healthySeconds })
      const keys = await createKeys(system, accountCount)
      const paths = await findAnsweringPaths(system, keys)
      figures.push({ name: 'endpoints in the load', value: paths.length })
      stores = await watchStores(await cluster.containerOf('svc-ingest-demo'))
      load = startLoad([system.url], mixRequests(paths, keys))
      pages = watchPages(system.url, ['/plans', '/problems'])
      await Bun.sleep(beforeMs)
      pointsBefore = await readStoredPoints(await cluster.containerOf(await cluster.postgresPrimary()))
    }, containerTimeoutMs)

    afterAll(async () => {
      if (engine.missing !== null) return
      await Promise.all([load?.stop(), pages?.stop(), stores?.stop()])
      await system?.stop()
      await reportFigures('deploy/ha: kills under load', figures)
    }, containerTimeoutMs)

    test.each(drills)(
      'no request and no page fails when $killed is killed',
      async ({ choose }) => {
        const kill = await choose(cluster)
        const seen = await killUnderLoad({ cluster, stores, load, pages }, kill)
        figures.push(...seen.figures)
        expect(seen.failures).toEqual([])
      },
      containerTimeoutMs,
    )

    test('nothing that the ingestion had written and no confirmed write to Postgres is lost after all kills', async () => {
      const pointsNow = await readStoredPoints(await cluster.containerOf(await cluster.postgresPrimary()))
      const { confirmed, lost } = stores.postgresWrites()
      const lostPoints = countLost(pointsBefore, pointsNow)
      figures.push(
        {
          name: 'payloads, their values and points before the first kill; lost',
          value: `${pointsBefore.size}; ${lostPoints}`,
        },
        { name: 'such rows written during the kills', value: pointsNow.size - pointsBefore.size },
        { name: 'confirmed writes to Postgres; lost', value: `${confirmed}; ${lost}`, target: 'lost: 0' },
      )
      expect([lostPoints, lost]).toEqual([0, 0])
      expect(pointsBefore.size).toBeGreaterThan(10)
      expect(confirmed).toBeGreaterThan(100)
    })
  },
)
