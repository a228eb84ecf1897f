import { describe, expect, test } from 'bun:test'
import { maxLargePerAddress } from '@hexawatt/gateway/src/http/large-bodies.ts'
import { sendBufferBytes } from '@hexawatt/gateway/src/http/native/send-buffers.ts'
import { heartbeatSeconds } from '@hexawatt/shared/contract/formats/live-events'
import { readText } from './testing/deploy-files.ts'
import { ofKind, readManifests } from './testing/manifests.ts'

const config = await readText('deploy/haproxy/haproxy.cfg')
const directives = config
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))

/** The number at the end of the one directive that begins so. */
function numberOf(beginning: string): number {
  const found = directives.filter((line) => line.startsWith(beginning))
  expect(found).toHaveLength(1)
  // Or what a variable of the environment is without it.
  return Number(found[0]?.match(/(\d+)(?:}")?(?: })?$/)?.[1])
}

/** Connections that one address may have, by the text of the rule. */
const publicBound = numberOf('tcp-request connection reject if !from_private')
const privateBound = numberOf('tcp-request connection reject if from_private')

describe('HAProxy', () => {
  test('HAProxy bounds the connections of a client address, so that other clients always get some', () => {
    const maxConnections = numberOf('maxconn')
    expect(publicBound * 10).toBeLessThan(maxConnections)
    expect(privateBound).toBeLessThan(maxConnections)
    expect(privateBound).toBeGreaterThan(publicBound)
  })

  test('HAProxy counts connections per IPv4 address and per IPv6 /64 before it refuses any', () => {
    const track = directives.indexOf('tcp-request connection track-sc0 src,ipmask(32,64)')
    const refuse = directives.findIndex((line) => line.startsWith('tcp-request connection reject'))
    expect(track).toBeGreaterThan(0)
    expect(refuse).toBeGreaterThan(track)
    expect(directives.filter((line) => /^stick-table type ipv6 .*store conn_cur$/.test(line))).toHaveLength(1)
  })

  test('HAProxy leaves limits on bytes read to the gateway', () => {
    expect(publicBound).toBeGreaterThan(maxLargePerAddress)
  })

  test('HAProxy tolerates three silent heartbeats of an event stream, and passes events on at once', () => {
    for (const side of ['client', 'server']) {
      const [, seconds = ''] = directives.join('\n').match(new RegExp(`^timeout ${side} (\\d+)s$`, 'm')) ?? []
      expect(Number(seconds)).toBeGreaterThan(3 * heartbeatSeconds)
    }
    expect(config).not.toContain('wait-for-body')
  })

  test('HAProxy buffers no more of a response than the gateway does, so that a slow client stays visible to the gateway', () => {
    expect(numberOf('tune.sndbuf.client')).toBe(sendBufferBytes)
    expect(numberOf('tune.rcvbuf.server')).toBe(sendBufferBytes)
  })
})

test('the example ingress bounds the connections of a client address as HAProxy does, and buffers no response', async () => {
  const ingress = (await readManifests()).find(({ kind }) => kind === 'Ingress')
  expect(ingress?.metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/limit-connections': String(publicBound),
    'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
  })
  // nginx waits for 60 s of silence then, and a stream of events is silent for less.
  expect(Object.keys(ingress?.metadata.annotations ?? {}).filter((name) => name.includes('timeout'))).toEqual([])
})

/** Connections to Postgres of a process by its program; of any other program: 5 (docs/operate/postgres.md). */
const poolSizes: Readonly<Record<string, number>> = { 'svc-ingest': 10, 'svc-web': 7 }

test('all pods of the example at their maximum, plus one of each during a release, fit into Postgres’s connection limit', async () => {
  const manifests = await readManifests()
  const most = new Map(
    ofKind(manifests, 'HorizontalPodAutoscaler').map(({ name, spec: { maxReplicas = 0 } }) => [name, maxReplicas]),
  )
  const connections = ofKind(manifests, 'Deployment').map(({ name, spec: { replicas = 1 } }) => {
    return ((most.get(name) ?? replicas) + 1) * (poolSizes[name] ?? 5)
  })
  const [, max] =
    (await readText('deploy/kubernetes/overlays/example/stores.yaml')).match(/max_connections=(\d+)/) ?? []
  expect(connections).toHaveLength(6)
  expect(connections.reduce((sum, each) => sum + each)).toBeLessThan(0.9 * Number(max))
})
