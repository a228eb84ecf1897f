import { join } from 'node:path'
import { readDocuments, readYaml, root } from './deploy-files.ts'

type Labels = Record<string, string>
export type Selector = {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}

type KeyRef = { name: string; key: string; optional?: boolean }
type EnvVar = { name: string; value?: string; valueFrom?: { secretKeyRef?: KeyRef; configMapKeyRef?: KeyRef } }
type Probe = { httpGet?: { path: string; port: string } }

export type Container = {
  name: string
  image: string
  args?: string[]
  env?: EnvVar[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
}
export type PolicyPeer = {
  podSelector?: Selector
  namespaceSelector?: Selector
  ipBlock?: { cidr: string; except?: string[] }
}
type PolicyPort = { protocol: string; port: string | number }
export type PolicyRule = { from?: PolicyPeer[]; to?: PolicyPeer[]; ports?: PolicyPort[] }

type Spec = {
  replicas?: number
  minReplicas?: number
  maxReplicas?: number
  selector?: Selector & Labels
  template?: {
    metadata: { labels: Labels }
    spec: {
      containers: Container[]
      terminationGracePeriodSeconds?: number
      topologySpreadConstraints?: { topologyKey: string; labelSelector: { matchLabels: Labels } }[]
    }
  }
  ports?: { name: string; port: number; targetPort: string }[]
  scaleTargetRef?: { kind: string; name: string }
  podSelector?: Selector
  policyTypes?: ('Ingress' | 'Egress')[]
  ingress?: PolicyRule[]
  egress?: PolicyRule[]
  rules?: {
    http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] }
  }[]
}

/** Members of an object that the tests use. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Labels; annotations?: Labels }
  spec?: Spec
}

export type Kustomization = {
  resources: string[]
  patches?: unknown[]
  configMapGenerator?: { name: string; literals: string[] }[]
  secretGenerator?: { name: string; envs: string[] }[]
}

/** Folders of the manifests. */
export const baseFolder = 'deploy/kubernetes/base'
export const exampleFolder = 'deploy/kubernetes/overlays/example'
/** Stores that fail over, made by operators. */
export const haFolder = 'deploy/kubernetes/components/ha'
/** The job that writes the forecast for the carbon aware KEDA operator, in the reader's own cluster. */
export const kedaFolder = 'deploy/keda'

/** The list of the files of a folder. */
export function readKustomization(folder: string): Promise<Kustomization> {
  return readYaml(`${folder}/kustomization.yaml`)
}

/** Files of kustomize itself. */
const notObjects: ReadonlySet<string> = new Set(['kustomization.yaml', 'name-references.yaml'])

/** YAML files of a folder, without its list. */
export function manifestFiles(folder: string): string[] {
  const names = [...new Bun.Glob('*.yaml').scanSync({ cwd: join(root, folder) })]
  return names.filter((name) => !notObjects.has(name)).sort()
}

/** Everything that folders put into a cluster, but what their generators make: without folders, those of the example. */
export async function readManifests(folders: readonly string[] = [baseFolder, exampleFolder]): Promise<Manifest[]> {
  const paths = folders.flatMap((folder) => manifestFiles(folder).map((name) => `${folder}/${name}`))
  return (await Promise.all(paths.map((path) => readDocuments<Manifest>(path)))).flat()
}

/** Names and contents of the objects of a kind. */
export function ofKind(manifests: readonly Manifest[], kind: string): { name: string; spec: Spec }[] {
  return manifests
    .filter((manifest) => manifest.kind === kind)
    .map(({ metadata, spec = {} }) => ({ name: metadata.name, spec }))
}

/** Workloads with pods: their labels and containers. */
export function workloadsOf(manifests: readonly Manifest[]) {
  return manifests.flatMap(({ kind, metadata: { name }, spec }) => {
    if (spec?.template === undefined) return []
    return [{ kind, name, labels: spec.template.metadata.labels, containers: spec.template.spec.containers }]
  })
}
export type Workload = ReturnType<typeof workloadsOf>[number]

/** Whether labels match a selector; an empty selector matches all. */
export function isSelected({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => operator === 'In' && values.includes(labels[key] ?? ''))
  )
}
