import { expect, test } from 'bun:test'
import { isCallable, parseAllowedReceivers } from '@hexawatt/shared/alerts/receiver-address'
import { baseFolder, haFolder, ofKind, readManifests, workloadsOf } from './testing/manifests.ts'
import { canReach, type End } from './testing/reachability.ts'

const manifests = await readManifests()
const policies = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec)
const workloads = workloadsOf(manifests)

const ports = {
  public: 8080,
  internal: 8081,
  operator: 8082,
  postgres: 5432,
  redis: 6379,
  https: 443,
  names: 53,
  traces: 4318,
}

/** Addresses that lead into the cluster, the provider's network or a private one: their own, and IPv6 forms that carry an IPv4 address. */
const insideAddresses = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '168.63.129.16', '169.254.169.254', '172.20.0.1'],
  ...['192.0.0.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:10.0.0.1', '::10.0.0.1', 'fc00::1', 'fd00::1', 'fe80::1', 'fec0::1', 'ff02::1'],
  ...['64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:a00:1::1', '2001:0:a00:1::1'],
]

function pod(name: string): End {
  const workload = workloads.find((candidate) => candidate.name === name)
  if (workload === undefined) throw new Error(`no workload ${name}`)
  return { workload }
}

/** Names of the workloads that may open a connection to a port of an end. */
function callersOf(end: End, port: number): string[] {
  const others = workloads.filter((workload) => !('workload' in end && end.workload === workload))
  return others
    .filter((workload) => canReach(policies, { workload }, end, port))
    .map(({ name }) => name)
    .sort()
}

test('only the gateway reaches the services', () => {
  for (const service of ['svc-carbon', 'svc-score', 'svc-history', 'svc-web']) {
    expect(callersOf(pod(service), ports.internal)).toEqual(['gateway'])
  }
  expect(callersOf(pod('gateway'), ports.public)).toEqual([])
  expect(callersOf(pod('gateway'), ports.internal)).toEqual([])
  expect(callersOf(pod('svc-ingest'), ports.internal)).toEqual([])
})

test('a store is reached only by the programs that need it, on its own port', () => {
  const users = ['gateway', 'svc-carbon', 'svc-history', 'svc-ingest', 'svc-score', 'svc-web']
  expect(callersOf(pod('postgres'), ports.postgres)).toEqual(['gateway', 'migrate', ...users.slice(1)])
  expect(callersOf(pod('redis'), ports.redis)).toEqual(users.filter((name) => name !== 'svc-history'))
  expect(callersOf(pod('postgres'), ports.redis)).toEqual([])
})

test('only the ingestion reaches the internet, and svc-web mail servers there, but no private address', () => {
  for (const address of ['203.0.113.7', '2001:db8::7']) {
    expect(callersOf({ address }, ports.https)).toEqual(['svc-ingest'])
    for (const port of [465, 587]) expect(callersOf({ address }, port)).toEqual(['svc-ingest', 'svc-web'])
    expect(callersOf({ address }, 80)).toEqual([])
  }
  for (const address of insideAddresses) {
    for (const port of [ports.https, 8443, 465, 587]) {
      expect([address, port, callersOf({ address }, port)]).toEqual([address, port, []])
    }
  }
})

test('the addresses closed to ingestion are those that the check of an alert receiver refuses', () => {
  const nothingAllowed = parseAllowedReceivers('')
  for (const address of insideAddresses) {
    expect([address, isCallable(address, 'receiver.example.org', nothingAllowed)]).toEqual([address, false])
  }
  for (const address of ['93.184.216.34', '2a00:1450:4007:80e::200e']) {
    expect(isCallable(address, 'receiver.example.org', nothingAllowed)).toBe(true)
    expect(callersOf({ address }, ports.https)).toEqual(['svc-ingest'])
  }
})

test('from outside of the namespace the ingress reaches the gateway, and the monitoring the metrics', () => {
  const ingress: End = { namespaceLabels: { 'hexawatt/ingress': 'true' } }
  const monitoring: End = { namespaceLabels: { 'hexawatt/monitoring': 'true' } }
  const stranger: End = { namespaceLabels: { 'kubernetes.io/metadata.name': 'default' } }
  const reachedBy = (from: End, port: number) =>
    workloads.filter((workload) => canReach(policies, from, { workload }, port)).map(({ name }) => name)
  expect(reachedBy(ingress, ports.public)).toEqual(['gateway'])
  expect(reachedBy(ingress, ports.internal)).toEqual([])
  expect(reachedBy(monitoring, ports.internal).sort()).toEqual([
    'gateway',
    'svc-carbon',
    'svc-history',
    'svc-ingest',
    'svc-score',
    'svc-web',
  ])
  for (const port of Object.values(ports)) expect(reachedBy(stranger, port)).toEqual([])
  for (const from of [ingress, monitoring]) expect(reachedBy(from, ports.operator)).toEqual([])
})

test('every pod resolves names, and the six programs reach a trace collector', () => {
  const names: End = { namespaceLabels: { 'kubernetes.io/metadata.name': 'kube-system' } }
  expect(callersOf(names, ports.names).length).toBe(workloads.length)
  expect(callersOf({ address: '169.254.20.10' }, ports.names).length).toBe(workloads.length)
  expect(callersOf({ namespaceLabels: { 'hexawatt/monitoring': 'true' } }, ports.traces)).toHaveLength(6)
})

test('without the policies every pod would reach every other, which shows that the check sees them', () => {
  expect(canReach([], pod('svc-ingest'), pod('svc-score'), ports.internal)).toBe(true)
  expect(canReach(policies, pod('svc-ingest'), pod('svc-score'), ports.internal)).toBe(false)
})

test('with operator-run stores the programs reach Sentinels, Redis and pools, the stores reach each other, and no other pod does', async () => {
  const manifests = await readManifests([baseFolder, haFolder])
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec)
  const server = (store: string): End => ({
    workload: { kind: 'Pod', name: store, labels: { 'hexawatt/store': store }, containers: [] },
  })
  const [postgres, redis, sentinel] = ['postgres', 'redis', 'redis-sentinel'].map(server)
  if (postgres === undefined || redis === undefined || sentinel === undefined) throw new Error('no servers')
  const programs = ['gateway', 'svc-carbon', 'svc-history', 'svc-ingest', 'svc-score', 'svc-web']
  const callers = (to: End, port: number) => programs.filter((name) => canReach(policies, pod(name), to, port))
  const withRedis = programs.filter((name) => name !== 'svc-history')
  expect([callers(sentinel, 26_379), callers(redis, 6_379)]).toEqual([withRedis, withRedis])
  expect([callers(postgres, 5_432), callers(postgres, 8_000), callers(redis, 26_379)]).toEqual([programs, [], []])
  const operator = (namespace: string): End => ({ namespaceLabels: { 'kubernetes.io/metadata.name': namespace } })
  expect([
    canReach(policies, postgres, postgres, 5_432),
    canReach(policies, redis, sentinel, 26_379),
    canReach(policies, sentinel, redis, 6_379),
    canReach(policies, operator('cnpg-system'), postgres, 8_000),
    canReach(policies, operator('redis-operator'), redis, 6_379),
    // Its agent asks the cluster.
    canReach(policies, postgres, { address: '10.96.0.1' }, 443),
  ]).toEqual([true, true, true, true, true, true])
  expect([
    canReach(policies, redis, postgres, 5_432),
    canReach(policies, postgres, redis, 6_379),
    canReach(policies, operator('default'), redis, 6_379),
    canReach(policies, operator('redis-operator'), postgres, 5_432),
    canReach(policies, redis, { address: '203.0.113.7' }, 443),
  ]).toEqual([false, false, false, false, false])
})
