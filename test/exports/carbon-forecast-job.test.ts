import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import * as v from 'valibot'
import { root } from '../deploy/testing/deploy-files.ts'
import { kedaFolder, readManifests } from '../deploy/testing/manifests.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import type { System } from '../testing/system-fixture.ts'

const token = 'token-of-the-service-account'
const Patch = v.strictObject({ binaryData: v.strictObject({ data: v.string() }) })
type Received = {
  method: string
  path: string
  contentType: string | null
  authorization: string | null
  body: unknown
}

let system: System
let key: string
let folder: string
let cluster: Bun.Server<undefined>
const received: Received[] = []

beforeAll(async () => {
  system = await startServedSystem()
  key = await system.createKey('decouverte')
  folder = await makeTemporaryFolder()
  // What Kubernetes mounts into a pod: the token, the namespace, and the certificate of the API server.
  await Bun.write(join(folder, 'token'), `${token}\n`)
  await Bun.write(join(folder, 'namespace'), 'batch')
  const [cert, tlsKey] = await makeCertificate(folder, 'ca.crt')
  cluster = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert, key: tlsKey },
    async fetch(request) {
      const { headers, method, url } = request
      const authorization = headers.get('authorization')
      const body: unknown = await request.json()
      received.push({
        method,
        path: new URL(url).pathname,
        contentType: headers.get('content-type'),
        authorization,
        body,
      })
      return authorization === `Bearer ${token}`
        ? Response.json({})
        : Response.json({ reason: 'Unauthorized' }, { status: 401 })
    },
  })
})
afterAll(async () => {
  await Promise.all([cluster.stop(true), system.stop(), rm(folder, { recursive: true })])
})
beforeEach(() => {
  received.length = 0
})

/** A self-signed certificate for the loopback address. */
async function makeCertificate(into: string, name: string): Promise<[cert: string, key: string]> {
  const [certFile, keyFile] = [join(into, name), join(into, `${name}.key`)]
  const subject = ['-subj', '/CN=kubernetes', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    ...subject,
  ]
  const child = Bun.spawn(['openssl', ...made, '-keyout', keyFile, '-out', certFile], { stderr: 'pipe' })
  if ((await child.exited) !== 0) throw new Error(await child.stderr.text())
  return [await Bun.file(certFile).text(), await Bun.file(keyFile).text()]
}

/** Runs the job as the image does: `hexawatt carbon-forecast`. */
async function runJob(env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, 'deploy/image/main.ts', 'carbon-forecast'], {
    cwd: root,
    env: {
      HEXAWATT_URL: system.gatewayUrl,
      HEXAWATT_API_KEY: key,
      CONFIG_MAP: 'carbon-intensity/data',
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: String(cluster.port),
      SERVICE_ACCOUNT_FOLDER: folder,
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { stdout, stderr, exitCode }
}

test('the job writes the forecast of the API into one key of the ConfigMap, in the form that the operator reads', async () => {
  const { exitCode, stdout } = await runJob()
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('into carbon-intensity/data.')])
  expect(received).toMatchObject([
    {
      method: 'PATCH',
      path: '/api/v1/namespaces/batch/configmaps/carbon-intensity',
      contentType: 'application/merge-patch+json',
      authorization: `Bearer ${token}`,
    },
  ])
  const { binaryData } = v.parse(Patch, received[0]?.body)
  const written: unknown = JSON.parse(Buffer.from(binaryData.data, 'base64').toString())
  expect(written).toEqual(await (await system.get('/v1/export/carbon-aware-sdk', { 'x-api-key': key })).json())
  // Members and types of the operator's CarbonForecast; its duration is in minutes.
  const Forecast = v.object({
    location: v.literal('FR'),
    timestamp: v.pipe(v.string(), v.isoTimestamp()),
    duration: v.literal(15),
    value: v.number(),
  })
  expect(v.parse(v.array(Forecast), written).length).toBeGreaterThan(100)
})

describe('the stored forecast stays, and the job fails with the reason', () => {
  test('when the API refuses the key, which is not repeated', async () => {
    const refused = `hxw_${'0'.repeat(32)}`
    const { exitCode, stderr } = await runJob({ HEXAWATT_API_KEY: refused })
    expect([exitCode, received]).toEqual([1, []])
    expect(stderr).toContain('answers 401')
    expect(stderr).not.toContain(refused)
  })

  test('when the API cannot be reached, or a setting is missing', async () => {
    expect(await runJob({ HEXAWATT_URL: 'http://127.0.0.1:9' })).toMatchObject({ exitCode: 1, stdout: '' })
    expect(await runJob({ CONFIG_MAP: 'carbon-intensity' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('name/key'),
    })
    expect(await runJob({ HEXAWATT_API_KEY: '' })).toMatchObject({ exitCode: 1, stderr: 'Set HEXAWATT_API_KEY.\n' })
    expect(received).toEqual([])
  })

  test('when the API redirects: the key is not sent to the target', async () => {
    const seen: (string | null)[] = []
    using elsewhere = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        seen.push(request.headers.get('x-api-key'))
        return Response.json([{ location: 'FR' }])
      },
    })
    using api = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.redirect(`http://127.0.0.1:${elsewhere.port}/`, 307),
    })
    const { exitCode, stderr } = await runJob({ HEXAWATT_URL: `http://127.0.0.1:${api.port}` })
    expect([exitCode, stderr, received, seen]).toEqual([1, expect.stringContaining('answers 307'), [], []])
  })

  test('when there is no forecast now', async () => {
    using api = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json([]) })
    const { exitCode, stderr } = await runJob({ HEXAWATT_URL: `http://127.0.0.1:${api.port}` })
    expect([exitCode, stderr, received]).toEqual([1, expect.stringContaining('has no forecast now'), []])
  })

  test('when another server answers in the place of Kubernetes: the token is not sent to it', async () => {
    const other = await makeTemporaryFolder()
    await Bun.write(join(other, 'token'), token)
    await Bun.write(join(other, 'namespace'), 'batch')
    await makeCertificate(other, 'ca.crt')
    expect((await runJob({ SERVICE_ACCOUNT_FOLDER: other })).exitCode).toBe(1)
    expect(received).toEqual([])
    await rm(other, { recursive: true })
  })

  test('when Kubernetes refuses', async () => {
    await Bun.write(join(folder, 'token'), 'expired')
    const { exitCode, stderr } = await runJob()
    await Bun.write(join(folder, 'token'), token)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Kubernetes answers 401')])
  })
})

test('the job may change one ConfigMap and nothing else, and has no rights on its node', async () => {
  const manifests: Record<string, unknown>[] = JSON.parse(JSON.stringify(await readManifests([kedaFolder])))
  const of = (kind: string) => manifests.find((manifest) => manifest['kind'] === kind)
  const Container = v.object({
    args: v.tuple([v.literal('carbon-forecast')]),
    env: v.array(v.object({ name: v.string(), value: v.optional(v.string()) })),
    securityContext: v.object({
      allowPrivilegeEscalation: v.literal(false),
      readOnlyRootFilesystem: v.literal(true),
      capabilities: v.object({ drop: v.tuple([v.literal('ALL')]) }),
    }),
  })
  const Pod = v.object({
    serviceAccountName: v.string(),
    securityContext: v.object({ runAsNonRoot: v.literal(true), runAsUser: v.literal(1000) }),
    containers: v.tuple([Container]),
  })
  const Job = v.object({
    spec: v.object({ jobTemplate: v.object({ spec: v.object({ template: v.object({ spec: Pod }) }) }) }),
  })
  const pod = v.parse(Job, of('CronJob')).spec.jobTemplate.spec.template.spec
  const [name = ''] = pod.containers[0].env.find((variable) => variable.name === 'CONFIG_MAP')?.value?.split('/') ?? []
  expect(of('Role')).toMatchObject({
    rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: [name], verbs: ['patch'] }],
  })
  expect(of('ConfigMap')).toMatchObject({ metadata: { name } })
  expect(of('RoleBinding')).toMatchObject({
    roleRef: { kind: 'Role', name: 'carbon-forecast' },
    subjects: [{ kind: 'ServiceAccount', name: pod.serviceAccountName }],
  })
  expect(manifests.map((manifest) => manifest['kind']).toSorted()).toEqual([
    'ConfigMap',
    'CronJob',
    'Role',
    'RoleBinding',
    'ServiceAccount',
  ])
})
