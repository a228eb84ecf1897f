import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { namesOf, readText, root } from './testing/deploy-files.ts'
import {
  baseFolder,
  exampleFolder,
  haFolder,
  type Manifest,
  manifestFiles,
  ofKind,
  readKustomization,
  readManifests,
  workloadsOf,
} from './testing/manifests.ts'

const component = await readManifests([haFolder])
const base = await readManifests([baseFolder])

test('every file of the component is listed, and every listed one is there', async () => {
  const { resources } = await readKustomization(haFolder)
  expect(resources.toSorted()).toEqual(manifestFiles(haFolder))
})

test('two of everything at least, spread over the zones of the cluster and then over its nodes', () => {
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

test('every setting of the stores is one that a program or the operators read', async () => {
  const settings = namesOf(await readText(`${haFolder}/stores.env.example`))
  const read = workloadsOf(base)
    .flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env))
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
    .filter(({ name }) => name === 'hexawatt-stores')
    .map(({ key }) => key)
  const { patches = [] } = await readKustomization(haFolder)
  const text = JSON.stringify([component, patches])
  expect(settings.filter((name) => !read.includes(name) && !text.includes(name))).toEqual([])
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL', 'REDIS_MODE']) {
    expect(settings).toContain(name)
  }
})

const kubectl = Bun.which('kubectl')
if (kubectl === null) console.warn('SKIPPED: kubectl is not installed, the overlays are not rendered by kustomize')

describe.skipIf(kubectl === null)('rendered by kustomize, where kubectl is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexawatt-kustomize-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What an overlay puts into the cluster: the example as it is, or with the component in place of its single servers. */
  async function render(name: string, change: (kustomization: string) => string, stores: string): Promise<Manifest[]> {
    cpSync(join(root, 'deploy/kubernetes'), join(folder, name), { recursive: true })
    const overlay = join(folder, name, 'overlays/example')
    const file = Bun.file(join(overlay, 'kustomization.yaml'))
    await Bun.write(file, change(await file.text()))
    for (const secret of ['internal', 'upstream', 'gateway', 'members']) {
      await Bun.write(join(overlay, `${secret}.env`), Bun.file(join(overlay, `${secret}.env.example`)))
    }
    await Bun.write(join(overlay, 'stores.env'), await readText(stores))
    const child = Bun.spawnSync([kubectl ?? '', 'kustomize', overlay])
    expect([child.exitCode, child.stderr.toString()]).toEqual([0, ''])
    return parseAllDocuments(child.stdout.toString()).map((document) => document.toJS())
  }

  test('the example has its single servers, and the sizes of its patches', async () => {
    const objects = await render(
      'example',
      (text) => text.replaceAll('maxReplicas, value: 10', 'maxReplicas, value: 40'),
      `${exampleFolder}/stores.env.example`,
    )
    expect(ofKind(objects, 'StatefulSet').map(({ name }) => name)).toEqual(['postgres', 'redis'])
    const sizes = ofKind(objects, 'HorizontalPodAutoscaler').map(({ name, spec }) => [
      name,
      spec.minReplicas,
      spec.maxReplicas,
    ])
    expect(sizes).toEqual([
      ['gateway', 2, 40],
      ['svc-score', 2, 6],
    ])
  })

  test('with the component the operators make the stores, with the secrets and the images that the overlay gives', async () => {
    const objects = await render(
      'ha',
      (text) =>
        `${text.replace('  - stores.yaml\n', '')}components: [../../components/ha]\n`.replace(
          'images:\n',
          'images:\n  - { name: hexawatt-redis-server, newName: quay.io/opstree/redis, newTag: v7 }\n',
        ),
      `${haFolder}/stores.env.example`,
    )
    expect(ofKind(objects, 'StatefulSet')).toEqual([])
    const secret = objects.find(
      ({ kind, metadata }) => kind === 'Secret' && metadata.name.startsWith('hexawatt-stores-'),
    )
    const name = secret?.metadata.name ?? ''
    expect(ofKind(objects, 'Cluster')[0]?.spec).toMatchObject({ bootstrap: { initdb: { secret: { name } } } })
    expect(ofKind(objects, 'RedisReplication')[0]?.spec).toMatchObject({
      kubernetesConfig: { image: 'quay.io/opstree/redis:v7', redisSecret: { name } },
    })
    expect(ofKind(objects, 'RedisSentinel')[0]?.spec).toMatchObject({
      redisSentinelConfig: { masterGroupName: 'hexawatt', redisReplicationPassword: { secretKeyRef: { name } } },
    })
    const [migrate] = workloadsOf(objects).filter(({ kind }) => kind === 'Job')
    expect(migrate?.containers[0]?.env).toEqual([
      { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name, key: 'DATABASE_DIRECT_URL' } } },
    ])
  })
})
