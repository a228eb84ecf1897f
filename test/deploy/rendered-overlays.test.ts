import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programRoles } from '@hexawatt/shared/postgres/roles/program-roles'
import * as v from 'valibot'
import { parseAllDocuments } from 'yaml'
import { type Manifest, ofKind } from './testing/manifests.ts'
import { programs } from './testing/program-settings.ts'
import { makeOverlay, type OverlayKind } from './testing/rendered-overlay.ts'

const kubectl = Bun.which('kubectl')
if (kubectl === null) console.warn('SKIPPED: kubectl is not installed, the overlays are not rendered by kustomize')

const SecretData = v.object({ data: v.record(v.string(), v.string()) })

/** Name of a generated Secret, by the name that the manifests use, and its content. */
function secretOf(objects: readonly Manifest[], name: string) {
  const secret = objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name.startsWith(`${name}-`))
  const { data } = v.parse(SecretData, secret)
  return { name: secret?.metadata.name ?? '', value: (key: string): string => atob(data[key] ?? '') }
}

/** The address of Postgres that the secret of each program holds, and the passwords that the migrations are given for its role. */
function databaseSecrets(objects: readonly Manifest[]) {
  const migrate = secretOf(objects, 'hexawatt-migrate')
  return programs.map((program) => {
    const url = new URL(secretOf(objects, `hexawatt-${program}`).value('DATABASE_URL'))
    const password = migrate.value(`${program.toUpperCase().replace('-', '_')}_DATABASE_PASSWORD`)
    expect([program, url.username, url.password]).toEqual([program, programRoles[program].role, password])
    expect(password).toMatch(/^[0-9a-f]{64}$/)
    return url
  })
}

describe.skipIf(kubectl === null)('rendered by kustomize, where kubectl is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hexawatt-kustomize-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function run(command: string[], cwd: string): string {
    const child = Bun.spawnSync(command, { cwd })
    expect([command[0], child.exitCode, child.stderr.toString()]).toEqual([command[0], 0, ''])
    return child.stdout.toString()
  }

  /** Objects that an overlay puts into the cluster: the example as it is, or with the component in place of its single servers. */
  async function render(kind: OverlayKind, change?: (text: string) => string): Promise<Manifest[]> {
    const overlay = await makeOverlay(folder, kind, change)
    const text = run([kubectl ?? '', 'kustomize', overlay], overlay)
    return parseAllDocuments(text).map((document) => document.toJS())
  }

  test('the rendered example has single servers, its patched sizes, and the same password for a role on both sides', async () => {
    const objects = await render('example', (text) =>
      text.replaceAll('maxReplicas, value: 10', 'maxReplicas, value: 40'),
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
    expect(new Set(databaseSecrets(objects).map(({ host }) => host))).toEqual(new Set(['postgres:5432']))
    const migrate = secretOf(objects, 'hexawatt-migrate')
    const { username, password, host } = new URL(migrate.value('DATABASE_URL'))
    expect([username, password, host]).toEqual(['hexawatt', migrate.value('POSTGRES_PASSWORD'), 'postgres:5432'])
  })

  test('the rendered component has operator-made stores with the overlay’s secrets and images', async () => {
    const objects = await render('ha')
    expect(ofKind(objects, 'StatefulSet')).toEqual([])
    const [stores, migrate] = ['hexawatt-stores', 'hexawatt-migrate'].map((name) => secretOf(objects, name))
    const name = stores?.name ?? ''
    expect(ofKind(objects, 'Cluster')[0]?.spec).toMatchObject({
      bootstrap: { initdb: { secret: { name: migrate?.name ?? '' } } },
    })
    expect(ofKind(objects, 'RedisReplication')[0]?.spec).toMatchObject({
      kubernetesConfig: {
        image: expect.stringMatching(/^quay\.io\/opstree\/redis-server@sha256:/),
        redisSecret: { name },
      },
    })
    expect(ofKind(objects, 'RedisSentinel')[0]?.spec).toMatchObject({
      redisSentinelConfig: { masterGroupName: 'hexawatt', redisReplicationPassword: { secretKeyRef: { name } } },
    })
    // Programs go through the pool, and the migrations past it.
    const pooled = databaseSecrets(objects).map(({ host, search }) => `${host}${search}`)
    expect(new Set(pooled)).toEqual(new Set(['postgres-pool:5432?pooler=pgbouncer']))
    const owner = new URL(migrate?.value('DATABASE_URL') ?? '')
    expect([owner.username, owner.password, owner.host]).toEqual([
      'hexawatt',
      migrate?.value('password') ?? '',
      'postgres-rw:5432',
    ])
  })
})
