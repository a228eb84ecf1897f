import { parseAllDocuments } from 'yaml'
import { type Manifest, ofKind, workloadsOf } from '../../deploy/testing/manifests.ts'
import { type End, listConnections } from '../../deploy/testing/reachability.ts'
import type { ClusterObject } from './objects.ts'

/** Ends of connections outside of the namespace. */
const outside = new Map<string, End>([
  ['ingress', { namespaceLabels: { 'hexawatt/ingress': 'true' } }],
  ['monitoring', { namespaceLabels: { 'hexawatt/monitoring': 'true' } }],
  ['name service', { namespaceLabels: { 'kubernetes.io/metadata.name': 'kube-system' } }],
  ['cnpg-system', { namespaceLabels: { 'kubernetes.io/metadata.name': 'cnpg-system' } }],
  ['redis-operator', { namespaceLabels: { 'kubernetes.io/metadata.name': 'redis-operator' } }],
  ...['203.0.113.7', '2001:db8::7', '10.0.0.1', '169.254.169.254', '::ffff:10.0.0.1'].map((address): [string, End] => [
    address,
    { address },
  ]),
])
const ports = [53, 443, 465, 4318, 5432, 6379, 8000, 8080, 8081, 8082, 8443, 26_379]

/** Whether Kubernetes itself makes the pods of an object, and no operator does. */
const isWorkload = ({ kind }: Manifest): boolean => ['Deployment', 'StatefulSet', 'Job'].includes(kind)

/** The connections that the network policies among these objects let pass, between their workloads, the stores of operators, and the outside. */
export function connectionsOf(objects: readonly Manifest[]): string[] {
  const ends = new Map(outside)
  for (const store of ['postgres', 'redis', 'redis-sentinel']) {
    ends.set(store, { workload: { kind: 'Pod', name: store, labels: { 'hexawatt/store': store }, containers: [] } })
  }
  for (const workload of workloadsOf(objects.filter(isWorkload))) ends.set(workload.name, { workload })
  const policies = ofKind(objects, 'NetworkPolicy').map(({ spec }) => spec)
  return listConnections(policies, ends, ports)
}

/** How many pods the controllers make of each workload. */
export function expectedPods(objects: readonly Manifest[]): Record<string, number> {
  const least = new Map(ofKind(objects, 'HorizontalPodAutoscaler').map(({ name, spec }) => [name, spec.minReplicas]))
  const workloads = objects.filter(isWorkload)
  return Object.fromEntries(
    workloads.map(({ metadata: { name }, spec }) => [name, spec?.replicas ?? least.get(name) ?? 1]),
  )
}

/** How many pods there are of each workload. */
export function countPods(pods: readonly ClusterObject[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { metadata } of pods) {
    const name = metadata.labels?.['app.kubernetes.io/name'] ?? ''
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** The objects of a text of kustomize. */
export const readObjects = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS())
