import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findDebianProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { haproxy } from '@hexawatt/dev/src/embedded/packages/debian-programs.ts'
import { root } from './testing/deploy-files.ts'
import { startLoadBalancer } from './testing/load-balancer.ts'

const found = await findDebianProgram(join(root, '.hexawatt/cache'), haproxy)
if ('missing' in found) console.warn(`SKIPPED: what HAProxy tells gateways, and how it uses them: ${found.missing}`)

/** Loopback counts as private, like a proxy on the same host. Without loopback in the list the caller counts as an outside client. */
const asOutsideClient = (config: string) => config.replace(' 127.0.0.0/8 ', ' ')

describe.skipIf('missing' in found)('the protocol that HAProxy tells a gateway', () => {
  const gateway = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) => Response.json([...headers].filter(([name]) => name === 'x-forwarded-proto')),
  })
  const balancers: Awaited<ReturnType<typeof startLoadBalancer>>[] = []
  let fromPrivate = ''
  let fromOutside = ''

  beforeAll(async () => {
    if ('missing' in found) return
    const options = { haproxy: found, gatewayPorts: [Number(gateway.port)] }
    balancers.push(await startLoadBalancer(options), await startLoadBalancer({ ...options, change: asOutsideClient }))
    ;[fromPrivate = '', fromOutside = ''] = balancers.map(({ url }) => url)
  })
  afterAll(async () => {
    await Promise.all(balancers.map((balancer) => balancer.stop()))
    await gateway.stop(true)
  })

  const readForwarded = async (url: string, sent: [string, string][] = []) =>
    (await fetch(url, { headers: new Headers(sent) })).json()

  test('HAProxy forwards the protocol of the connection if no trusted proxy has set another', async () => {
    expect(await readForwarded(fromPrivate)).toEqual([['x-forwarded-proto', 'http']])
    expect(await readForwarded(fromOutside)).toEqual([['x-forwarded-proto', 'http']])
  })

  test('an outside client cannot set the forwarded protocol', async () => {
    expect(await readForwarded(fromOutside, [['X-Forwarded-Proto', 'https']])).toEqual([['x-forwarded-proto', 'http']])
  })

  test('HAProxy forwards the protocol that a TLS proxy on this host or network reports', async () => {
    expect(await readForwarded(fromPrivate, [['X-Forwarded-Proto', 'https']])).toEqual([['x-forwarded-proto', 'https']])
  })

  test('HAProxy ignores a list or an unknown word as protocol', async () => {
    for (const said of ['https, http', 'http,https', 'ws', '']) {
      expect(await readForwarded(fromPrivate, [['X-Forwarded-Proto', said]])).toEqual([['x-forwarded-proto', 'http']])
    }
  })
})

describe.skipIf('missing' in found)('a request whose gateway ends before it answers', () => {
  /** Requests that arrived at each of two gateways, of which the first ends every connection instead of answering. */
  const arrived = { ending: 0, other: 0 }
  const ending = Bun.listen({
    port: 0,
    hostname: '127.0.0.1',
    socket: {
      data(socket) {
        arrived.ending += 1
        socket.terminate()
      },
    },
  })
  const other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      arrived.other += 1
      return new Response('answered')
    },
  })
  let balancer: Awaited<ReturnType<typeof startLoadBalancer>> | null = null

  beforeAll(async () => {
    if ('missing' in found) return
    balancer = await startLoadBalancer({ haproxy: found, gatewayPorts: [ending.port, Number(other.port)] })
  })
  afterAll(async () => {
    await balancer?.stop()
    ending.stop(true)
    await other.stop(true)
  })

  test('goes to another gateway when it only reads', async () => {
    arrived.ending = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(balancer?.url ?? '')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(arrived.ending).toBeGreaterThan(0)
  })

  test('is never sent twice when it may change something', async () => {
    const sent = 20
    Object.assign(arrived, { ending: 0, other: 0 })
    const form = { method: 'POST', body: 'a=b' }
    const isAnswered = async (): Promise<boolean> =>
      (await fetch(balancer?.url ?? '', form).catch(() => null))?.ok === true
    const answered = await Promise.all(Array.from({ length: sent }, isAnswered))
    expect(arrived.ending).toBeGreaterThan(0)
    expect(arrived.ending + arrived.other).toBe(sent)
    expect(answered.filter(Boolean)).toHaveLength(arrived.other)
  })
})
