import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { namesOf, readText } from './testing/deploy-files.ts'
import {
  baseFolder,
  haFolder,
  manifestFiles,
  ofKind,
  readKustomization,
  readManifests,
  workloadsOf,
} from './testing/manifests.ts'
import { programs } from './testing/program-settings.ts'

/** Numbers that the objects hold as text. */
const NumberText = v.pipe(v.string(), v.digits(), v.toNumber())
const ClusterSize = v.object({ postgresql: v.object({ parameters: v.object({ max_connections: NumberText }) }) })
const PoolSize = v.object({
  type: v.picklist(['rw', 'ro']),
  instances: v.number(),
  pgbouncer: v.object({ parameters: v.object({ default_pool_size: NumberText }) }),
})

const component = await readManifests([haFolder])
const base = await readManifests([baseFolder])

test('every file of the component is listed, and every listed file exists', async () => {
  const { resources } = await readKustomization(haFolder)
  expect(resources.toSorted()).toEqual(manifestFiles(haFolder))
})

test('everything runs at least twice, spread over the zones of the cluster and then over its nodes', () => {
  const deployments = base.filter(({ kind }) => kind === 'Deployment')
  expect(deployments.length).toBe(6)
  for (const { metadata, spec } of deployments) {
    const constraints = spec?.template?.spec.topologySpreadConstraints ?? []
    expect([metadata.name, constraints.map(({ topologyKey }) => topologyKey)]).toEqual([
      metadata.name,
      ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
    ])
    for (const { labelSelector } of constraints) {
      expect(labelSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': metadata.name })
    }
  }
  const spread = component.filter(({ kind }) =>
    ['Cluster', 'Pooler', 'RedisReplication', 'RedisSentinel'].includes(kind),
  )
  expect(spread.length).toBe(5)
  for (const { spec } of spread) expect(JSON.stringify(spec)).toContain('topology.kubernetes.io/zone')
})

test('every setting of the stores is one that a program or an operator of the cluster reads', async () => {
  const refs = workloadsOf(base)
    .flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env))
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
  const ofOperators = JSON.stringify(component)
  for (const secret of ['stores', 'migrate']) {
    const settings = namesOf(await readText(`${haFolder}/${secret}.env.example`))
    const read = refs.filter(({ name }) => name === `hexawatt-${secret}`).map(({ key }) => key)
    expect(settings.filter((name) => !read.includes(name) && !ofOperators.includes(name))).toEqual([])
    expect(settings).toContain(secret === 'stores' ? 'REDIS_MODE' : 'DATABASE_URL')
  }
})

test('the connections of both pools to the primary fit into Postgres’s limit, with room for migrations and administrators', () => {
  const [cluster] = ofKind(component, 'Cluster').map(({ spec }) => v.parse(ClusterSize, spec))
  const pools = ofKind(component, 'Pooler').map(({ spec }) => v.parse(PoolSize, spec))
  // Each role has a pool of its own in each instance; only svc-history uses the pool of the replicas, which leads to the primary while there is none.
  const opened = pools.map(({ type, instances, pgbouncer }) => {
    return instances * pgbouncer.parameters.default_pool_size * (type === 'rw' ? programs.length : 1)
  })
  expect(opened).toHaveLength(2)
  expect(opened.reduce((sum, each) => sum + each)).toBeLessThan(
    0.8 * (cluster?.postgresql.parameters.max_connections ?? 0),
  )
})
