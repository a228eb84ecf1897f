import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import type { Manifest } from '../deploy/testing/manifests.ts'
import { makeOverlay, type OverlayKind } from '../deploy/testing/rendered-overlay.ts'
import { cloudNativePg, type Operator, redisOperator } from './pinned-versions.ts'
import { type Cluster, describeCluster } from './testing/describe-cluster.ts'
import { connectionsOf, countPods, expectedPods, readObjects } from './testing/expected-state.ts'
import type { Shell } from './testing/kubectl.ts'
import { appliedParts, listEverything, listObjects } from './testing/objects.ts'
import { commandsWith, readme } from './testing/readme-commands.ts'

const [apply = '', waitForMigrations = ''] = commandsWith('job/migrate')

/** Longest wait for what the controllers do, ms. */
const controllersTimeoutMs = 60_000

/** What a team may still take of a cluster: every pod must say what it needs. */
const quota = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'team', namespace: 'hexawatt' },
  spec: { hard: { pods: '40', 'requests.cpu': '20', 'requests.memory': '20Gi', 'limits.memory': '40Gi' } },
}

/** What the pods of the namespace request, as the README says it. */
async function sizeInWords({ get }: Shell): Promise<string> {
  const { status } = await get<{ status: { used: Record<string, string> } }>('--namespace=hexawatt resourcequota/team')
  const { pods, 'requests.cpu': cpu = '', 'requests.memory': memory = '' } = status.used
  const cpus = Number(cpu.replace('m', '')) / 1000
  return `${pods} pods of the example request ${cpus} CPUs and ${memory.replace('Mi', ' MiB')} of memory`
}

type Variant = { kind: OverlayKind; operators: { operator: Operator; version: string }[] }
const variants: Variant[] = [
  { kind: 'example', operators: [] },
  ...cloudNativePg.versions.map((version, index): Variant => {
    const redis = redisOperator.versions[index] ?? redisOperator.versions[0]
    return {
      kind: 'ha',
      operators: [
        { operator: cloudNativePg, version },
        { operator: redisOperator, version: redis },
      ],
    }
  }),
]

for (const { kind, operators } of variants) {
  const withOperators = operators.map(({ operator, version }) => `${operator.name} ${version}`).join(' and ')
  const title = kind === 'example' ? 'the example on a cluster' : `components/ha on a cluster with ${withOperators}`
  await describeCluster(title, operators, (cluster) => describeOverlay(kind, cluster))
}

function describeOverlay(kind: OverlayKind, cluster: () => Cluster): void {
  let overlay: string
  let administrator: Shell
  let deployer: Shell
  let objects: Manifest[]
  let before: string[]

  beforeAll(async () => {
    overlay = await makeOverlay(cluster().folder, kind)
    administrator = cluster().shell('administrator', overlay)
    deployer = cluster().shell('deployer', overlay)
    const { stdout, stderr } = await deployer.runToEnd('kubectl kustomize .')
    expect(stderr).toBe('')
    objects = readObjects(stdout)
    await administrator.run('kubectl create namespace ingress-nginx; kubectl create namespace monitoring')
    before = await listEverything(administrator)
    for (const command of commandsWith('deployer.yaml')) await administrator.run(command)
    await Bun.write(join(overlay, 'quota.json'), JSON.stringify(quota))
    await administrator.run('kubectl create --filename quota.json')
  })

  test('the deployer of the README applies every object, and nothing is refused or warned of', async () => {
    const printed = await deployer.run(`${apply} --validate=strict --warnings-as-errors`)
    expect(objects.length).toBeGreaterThan(35)
    expect(printed.trim().split('\n')).toHaveLength(objects.length)
  })

  test('the controllers make every pod: PodSecurity restricted and a quota admit them', async () => {
    const expected = expectedPods(objects)
    const list = () => listObjects(administrator, '--namespace=hexawatt pods')
    await pollUntil(async () => Bun.deepEquals(countPods(await list()), expected), {
      intervalMs: 500,
      timeoutMs: controllersTimeoutMs,
    })
    const failures = await administrator.run('kubectl -n hexawatt get events --field-selector=reason=FailedCreate')
    expect([countPods(await list()), failures]).toEqual([expected, ''])
    if (kind === 'example') expect(readme).toContain(await sizeInWords(administrator))
  })

  test('a pod that could become root is refused, which shows that admission is on', async () => {
    const { stderr } = await administrator.runToEnd('kubectl -n hexawatt run shell --image=busybox')
    expect(stderr).toContain('violates PodSecurity "restricted')
  })

  test('a misspelt field of any kind of object is refused, which shows that validation is strict', async () => {
    const kinds = objects.filter((object, at) => objects.findIndex(({ kind }) => kind === object.kind) === at)
    for (const { spec, ...object } of kinds.filter(({ spec }) => spec !== undefined)) {
      await Bun.write(join(overlay, 'misspelt.json'), JSON.stringify({ ...object, spec: { ...spec, misspelt: 1 } }))
      const { stderr } = await administrator.runToEnd('kubectl apply --server-side --dry-run=server -f misspelt.json')
      expect([object.kind, stderr]).toEqual([object.kind, expect.stringContaining('field not declared in schema')])
    }
  })

  test('applying it again changes nothing', async () => {
    const read = () => listObjects(administrator, '--show-managed-fields --kustomize=.')
    const first = appliedParts(await read())
    await deployer.run(`${apply} --validate=strict --warnings-as-errors`)
    expect(first.length).toBe(objects.length)
    expect(appliedParts(await read())).toEqual(first)
  })

  test('the network policies of the cluster let pass exactly the connections that the files say', async () => {
    const kinds = 'deployments,statefulsets,jobs,networkpolicies'
    const inCluster = await listObjects<Manifest>(administrator, `--namespace=hexawatt ${kinds}`)
    const connections = connectionsOf(inCluster)
    expect(connections).toContain('ingress → gateway:8080')
    expect(connections).toContain('gateway → svc-score:8081')
    expect(connections).toEqual(connectionsOf(objects))
  })

  test('no pod holds a token of the cluster, and the account that they run under has no right in it', async () => {
    const pods = await listObjects(administrator, '--namespace=hexawatt pods')
    const tokens = pods.flatMap(({ spec }) =>
      (spec?.volumes ?? []).flatMap(({ projected }) =>
        (projected?.sources ?? []).filter(({ serviceAccountToken }) => serviceAccountToken !== undefined),
      ),
    )
    expect(tokens).toEqual([])
    const accounts = await listObjects(administrator, '--namespace=hexawatt serviceaccounts')
    expect(accounts.map(({ metadata }) => metadata.name)).toEqual(['default'])
    const as = '--as=system:serviceaccount:hexawatt:default'
    for (const verb of ['get', 'list', 'create', 'patch', 'delete']) {
      for (const resource of [
        'secrets',
        'configmaps',
        'pods',
        'pods --subresource=exec',
        'deployments.apps',
        'namespaces',
      ]) {
        const { stdout } = await administrator.runToEnd(`kubectl auth can-i -n hexawatt ${as} ${verb} ${resource}`)
        expect([verb, resource, stdout]).toEqual([verb, resource, 'no\n'])
      }
    }
  })

  test('the deployer has no right outside of the namespace, and cannot extend its own', async () => {
    const refused = [
      'get secrets --namespace=kube-system',
      'create deployments.apps --namespace=default',
      'patch namespaces/kube-system',
      'delete namespaces/default',
      'create namespaces',
      'create clusterrolebindings.rbac.authorization.k8s.io',
      'create rolebindings.rbac.authorization.k8s.io --namespace=hexawatt',
      'delete resourcequotas --namespace=hexawatt',
      'create serviceaccounts --subresource=token --namespace=hexawatt',
    ]
    for (const right of refused) {
      const { stdout } = await deployer.runToEnd(`kubectl auth can-i ${right}`)
      expect([right, stdout]).toEqual([right, 'no\n'])
    }
    const { stdout } = await deployer.runToEnd('kubectl auth can-i create pods --subresource=exec --namespace=hexawatt')
    expect(stdout).toBe('yes\n')
  })

  test('the next release is another tag: it waits for the end of the migrations before, or for their removal', async () => {
    await deployer.run(`sed -i -E 's/newTag: .*/newTag: 9.9.9/' kustomization.yaml`)
    const early = await deployer.runToEnd(apply)
    expect([early.exitCode, early.stderr]).toEqual([
      1,
      expect.stringMatching(/Job "migrate" is invalid.*field is immutable/s),
    ])
    await deployer.run(commandsWith('delete job migrate')[0] ?? '')
    await deployer.run(apply)
    const [pod] = await listMigrations()
    // There is no node that runs it: its status is set by hand.
    const patch = JSON.stringify({ status: { phase: 'Succeeded' } })
    await administrator.run(`kubectl -n hexawatt patch pod ${pod} --subresource=status --type=merge -p '${patch}'`)
    await deployer.run(`${waitForMigrations} --timeout=60s`)
  })

  /** Names of the pods of the migrations, once the controllers have made one. */
  async function listMigrations(): Promise<string[]> {
    const query = '--namespace=hexawatt pods --selector=app.kubernetes.io/name=migrate'
    const list = async () => (await listObjects(administrator, query)).map(({ metadata }) => metadata.name)
    const polling = { intervalMs: 500, timeoutMs: controllersTimeoutMs }
    expect(await pollUntil(async () => (await list()).length > 0, polling)).toBe(true)
    return list()
  }

  test('the commands of the README that remove it leave nothing in the cluster', async () => {
    const [removal = '', ...administrators] = commandsWith('kubectl delete -k .')
    await deployer.run(removal)
    for (const command of administrators) await administrator.run(command)
    expect(await listEverything(administrator)).toEqual(before)
  })
}
