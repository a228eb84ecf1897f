import { describe, expect, test } from 'bun:test'
import { programRoles } from '@hexawatt/shared/postgres/roles/program-roles'
import { namesOf, readText, settingsOf } from './testing/deploy-files.ts'
import {
  baseFolder,
  type Container,
  exampleFolder,
  isSelected,
  manifestFiles,
  ofKind,
  readKustomization,
  readManifests,
  workloadsOf,
} from './testing/manifests.ts'
import { exampleValues, imageSettings, programs, settingProblems } from './testing/program-settings.ts'

const manifests = await readManifests()
const workloads = workloadsOf(manifests)
const own = workloads.filter(({ containers }) => containers[0]?.image === 'hexawatt')
const image = await imageSettings()
const example = await readKustomization(exampleFolder)

/** Keys of a generated object of the example: certain keys, and keys that the operator may add. */
const generated = new Map([
  ...(example.configMapGenerator ?? []).map(({ name, literals }) => {
    const keys = literals.map((literal) => literal.split('=', 1)[0] ?? '')
    return [name, { sure: keys, known: keys }] as const
  }),
  ...(await Promise.all(
    (example.secretGenerator ?? []).map(async ({ name, envs }) => {
      const text = await readText(`${exampleFolder}/${envs[0]}.example`)
      return [name, { sure: [...settingsOf(text).keys()], known: namesOf(text) }] as const
    }),
  )),
])

const refsOf = ({ env = [] }: Container) =>
  env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef ?? [])

/** The environment of a container with all settings, or with only the required settings. */
function environmentOf({ env = [] }: Container, isFull: boolean): Record<string, string> {
  const values: Record<string, string> = {
    PUBLIC_BASE_URL: 'https://api.example.org',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '10.244.0.0/16',
    ...exampleValues,
  }
  const entries = env.flatMap(({ name, value, valueFrom }) => {
    const ref = valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef
    if (ref?.optional === true && !isFull) return []
    return [[name, value ?? values[ref?.key ?? ''] ?? '']]
  })
  return Object.fromEntries(entries)
}

describe('every reference of the manifests exists', () => {
  test('every file of a folder is listed, and every listed file exists', async () => {
    for (const folder of [baseFolder, exampleFolder]) {
      const { resources } = await readKustomization(folder)
      expect(resources.filter((name) => name.endsWith('.yaml')).sort()).toEqual(manifestFiles(folder))
    }
    expect(example.resources).toContain('../../base')
  })

  test('the six programs and the migrations are scripts of the image', () => {
    expect(own.map(({ name }) => name).sort()).toEqual([...programs, 'migrate'].sort())
    for (const { name, containers } of own) expect(containers.map(({ args }) => args)).toEqual([[name]])
  })

  test.each([true, false])('every program starts with its settings (all that may be set: %p)', (isFull) => {
    const problems = own.flatMap(({ name, containers }) =>
      containers.flatMap((container) => settingProblems(name, environmentOf(container, isFull), image)),
    )
    expect(problems).toEqual([])
  })

  test('every referenced key of a secret or configuration is made by the example', () => {
    const refs = workloads.flatMap(({ name, containers }) =>
      containers.flatMap(refsOf).map((ref) => ({ of: name, ...ref })),
    )
    expect(refs.length).toBeGreaterThan(20)
    expect(
      refs.filter(({ name, key, optional }) => optional !== true && !generated.get(name)?.sure.includes(key)),
    ).toEqual([])
    expect(refs.filter(({ name }) => !generated.has(name))).toEqual([])
    const used = new Set(refs.map(({ name, key }) => `${name}/${key}`))
    const unused = [...generated].flatMap(([name, { known }]) => known.map((key) => `${name}/${key}`))
    expect(unused.filter((key) => !used.has(key))).toEqual([])
  })

  test('each program has its Postgres address in its own secret, which no other program reads', () => {
    const addresses = own.flatMap(({ name, containers }) =>
      containers.flatMap(refsOf).flatMap(({ name: secret, key }) => (/^DATABASE_/.test(key) ? [[name, secret]] : [])),
    )
    expect(new Set(addresses.map(([name]) => name))).toEqual(new Set([...programs, 'migrate']))
    expect(addresses.filter(([name, secret]) => secret !== `hexawatt-${name}`)).toEqual([])
    const migrateSecret = workloads.filter(({ containers }) =>
      containers.flatMap(refsOf).some(({ name }) => name === 'hexawatt-migrate'),
    )
    // The single server of the example is made with the owner's password.
    expect(migrateSecret.map(({ name }) => name).sort()).toEqual(['migrate', 'postgres'])
  })

  test('the example logs each program in with its own role, and only the migrations with the owner’s', async () => {
    for (const program of programs) {
      const urls = [...(await readText(`${exampleFolder}/${program}.env.example`)).matchAll(/^#?DATABASE_\w+=(.*)$/gm)]
      expect(urls.map(([, url = '']) => new URL(url).username)).toEqual(urls.map(() => programRoles[program].role))
      expect(urls.length).toBeGreaterThan(0)
    }
    const { username } = new URL(
      settingsOf(await readText(`${exampleFolder}/migrate.env.example`)).get('DATABASE_URL') ?? '',
    )
    expect(username).toBe('hexawatt')
  })

  test('no manifest contains a secret', async () => {
    for (const { envs } of example.secretGenerator ?? []) {
      const settings = settingsOf((await readText(`${exampleFolder}/${envs[0]}.example`)).replaceAll('#', ''))
      const filled = [...settings].filter(([name, value]) => value !== '' && !name.endsWith('_URL'))
      expect(filled).toEqual([])
    }
  })
})

describe('the objects find each other', () => {
  test('every service selects one workload and a port that it has', () => {
    for (const { name: service, spec } of ofKind(manifests, 'Service')) {
      const found = workloads.filter(({ labels }) => isSelected({ matchLabels: spec.selector ?? {} }, labels))
      expect(found.map(({ name }) => name)).toEqual([service])
      const names = found.flatMap(({ containers }) =>
        containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
      )
      for (const { targetPort } of spec.ports ?? []) expect(names).toContain(targetPort)
    }
  })

  test('the ports of the programs are those of the image', () => {
    const ports = own.flatMap(({ containers }) => containers.flatMap(({ ports = [] }) => ports))
    const expected = { internal: Number(image['INTERNAL_PORT']), public: Number(image['PORT']) }
    expect(Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))).toEqual(expected)
  })

  test('the gateway calls services by names and ports that exist', () => {
    const [gateway] = own.find(({ name }) => name === 'gateway')?.containers ?? []
    const urls = (gateway?.env ?? []).flatMap(({ name, value }) => (name.startsWith('SVC_') && value ? [value] : []))
    const served = ofKind(manifests, 'Service').flatMap(({ name, spec: { ports = [] } }) =>
      ports.map(({ port }) => `http://${name}:${port}`),
    )
    expect(urls.length).toBe(4)
    expect(urls.filter((url) => !served.includes(url))).toEqual([])
  })

  test('every long-running program has probes on a port that it has', () => {
    const staying = own.filter(({ kind }) => kind === 'Deployment')
    expect(staying.length).toBe(programs.length)
    for (const { containers } of staying) {
      for (const { startupProbe, readinessProbe, livenessProbe, ports = [] } of containers) {
        expect(startupProbe?.httpGet).toEqual({ path: '/readyz', port: 'internal' })
        // Alive is enough afterwards: a gateway without a store still answers, and would not if it were taken out.
        expect(readinessProbe?.httpGet).toEqual({ path: '/readyz/accepting', port: 'internal' })
        expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'internal' })
        expect(ports.map(({ name }) => name)).toContain('internal')
      }
    }
  })

  test('autoscalers and disruption budgets name workloads, and every program has a budget', () => {
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef?.name)
    expect(scaled).toEqual(['gateway', 'svc-score'])
    const budgeted = ofKind(manifests, 'PodDisruptionBudget').flatMap(({ spec }) =>
      workloads.filter(({ labels }) => isSelected(spec.selector ?? {}, labels)).map(({ name }) => name),
    )
    expect(budgeted).toEqual([...programs])
  })

  test('traffic from outside enters at the gateway', () => {
    const backends = ofKind(manifests, 'Ingress').flatMap(({ spec: { rules = [] } }) =>
      rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)),
    )
    expect(backends).toEqual([{ name: 'gateway', port: { name: 'public' } }])
    const gateway = ofKind(manifests, 'Service').find(({ name }) => name === 'gateway')
    expect(gateway?.spec.ports?.map(({ name }) => name)).toEqual(['public'])
  })
})
