import { BlockList, isIPv6 } from 'node:net'
import { isSelected, type PolicyPeer, type PolicyRule, type Selector, type Workload } from './manifests.ts'

/** One end of a connection: a pod of the product, a pod of another namespace, or an address outside of the cluster. */
export type End = { workload: Workload } | { namespaceLabels: Record<string, string> } | { address: string }

export type Policy = {
  podSelector?: Selector
  policyTypes?: ('Ingress' | 'Egress')[]
  ingress?: PolicyRule[]
  egress?: PolicyRule[]
}

/** Whether the network policies let one end open a connection to a port of the other, as the documentation of Kubernetes defines it. */
export function canReach(policies: readonly Policy[], from: End, to: End, port: number): boolean {
  return lets(policies, 'Egress', from, to, { end: to, port }) && lets(policies, 'Ingress', to, from, { end: to, port })
}

type Target = { end: End; port: number }

/** Whether the policies of one end let the connection with its peer pass; an end outside of the namespace has none here. */
function lets(
  policies: readonly Policy[],
  direction: 'Ingress' | 'Egress',
  end: End,
  peer: End,
  target: Target,
): boolean {
  if (!('workload' in end)) return true
  const own = policies.filter(
    ({ podSelector = {}, policyTypes = [] }) =>
      policyTypes.includes(direction) && isSelected(podSelector, end.workload.labels),
  )
  const rules = own.flatMap(({ ingress = [], egress = [] }) => (direction === 'Ingress' ? ingress : egress))
  return own.length === 0 || rules.some((rule) => isPeer(rule, peer) && isPort(rule, target))
}

function isPeer({ from, to }: PolicyRule, peer: End): boolean {
  const peers = from ?? to
  return peers === undefined || peers.some((rule) => matches(rule, peer))
}

function matches({ podSelector, namespaceSelector, ipBlock }: PolicyPeer, peer: End): boolean {
  if ('address' in peer) return ipBlock !== undefined && isInBlock(ipBlock, peer.address)
  if ('workload' in peer) {
    return podSelector !== undefined && namespaceSelector === undefined && isSelected(podSelector, peer.workload.labels)
  }
  return (
    namespaceSelector !== undefined && podSelector === undefined && isSelected(namespaceSelector, peer.namespaceLabels)
  )
}

function isInBlock({ cidr, except = [] }: NonNullable<PolicyPeer['ipBlock']>, address: string): boolean {
  return isInRange(cidr, address) && !except.some((range) => isInRange(range, address))
}

function isInRange(range: string, address: string): boolean {
  const [network = '', bits] = range.split('/')
  const familyOf = (text: string) => (isIPv6(text) ? 'ipv6' : 'ipv4')
  if (familyOf(network) !== familyOf(address)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits), familyOf(network))
  return list.check(address, familyOf(address))
}

/** A port of a policy is a number, or the name of a port of the pod that is called. */
function isPort({ ports }: PolicyRule, { end, port }: Target): boolean {
  if (ports === undefined) return true
  const named = 'workload' in end ? end.workload.containers.flatMap(({ ports: own = [] }) => own) : []
  const nameOfPort = named.find(({ containerPort }) => containerPort === port)?.name
  return ports.some(({ port: allowed }) => allowed === port || allowed === nameOfPort)
}

/** Every connection from or to a pod that the policies let pass between two of the named ends, as `from → to:port`, in order. */
export function listConnections(
  policies: readonly Policy[],
  ends: ReadonlyMap<string, End>,
  ports: readonly number[],
): string[] {
  const pairs = [...ends]
    .flatMap((from) => [...ends].map((to) => [from, to] as const))
    .filter(([[, from], [, to]]) => 'workload' in from || 'workload' in to)
  return pairs
    .flatMap(([[from, fromEnd], [to, toEnd]]) =>
      ports.filter((port) => canReach(policies, fromEnd, toEnd, port)).map((port) => `${from} → ${to}:${port}`),
    )
    .sort()
}
