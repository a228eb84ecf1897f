import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp } from '@hexawatt/gateway/src/app.ts'
import { checkEveryMs, maxLargePerAddress } from '@hexawatt/gateway/src/http/large-bodies.ts'
import { boundSendBuffers } from '@hexawatt/gateway/src/http/native/send-buffers.ts'
import { windowMs } from '@hexawatt/gateway/src/http/paced-body.ts'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { until } from '@hexawatt/shared/testing/until'
import { type GatewayProcess, startGatewayProcess } from '../gateway/testing/gateway-process-fixture.ts'
import { portOf } from '../gateway/testing/raw-http.ts'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'

type Socket = Bun.Socket<undefined>

/** Clients are distinguished by the header of a trusted proxy. */
const settings = { TRUSTED_PROXIES: '127.0.0.1' }

let system: System
/** A gateway as it runs in production. */
let gateway: GatewayProcess
/** One whose clients' reading time is in the test's hand. */
let timed: { port: number; metrics: () => Promise<string>; stop: () => Promise<void> }
let aheadMs = 0
/** The largest body that is the same for everybody: 1.5 MB. */
let scriptPath = ''
const sockets = new Set<Socket>()

beforeAll(async () => {
  system = await startSystem({ asOf })
  gateway = await startGatewayProcess({ ...system.gatewaySettings, ...settings })
  timed = await startTimedGateway()
  scriptPath = await largestAsset(gateway.url)
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await timed.stop()
  await gateway.stop()
  await system.stop()
})

async function startTimedGateway(): Promise<typeof timed> {
  const readingTimeMs = () => performance.now() + aheadMs
  const { deps, stop, url } = await system.startGateway({ settings, seams: { readingTimeMs } })
  const app = createApp(deps.http).listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const port = app.server?.port ?? portOf(url)
  await boundSendBuffers(port, createLogger('gateway', 'silent'))
  return { port, metrics: () => deps.metrics.text(), stop: () => app.stop(true).then(stop) }
}

async function largestAsset(url: string): Promise<string> {
  const page = await (await fetch(`${url}/docs`)).text()
  const path = page.match(/src="(docs\/assets\/[^"]+\.js)"/)?.[1]
  if (path === undefined) throw new Error('the reference has no script')
  return `/${path}`
}

type Reader = { socket: Socket; receivedBytes: () => number; status: () => number | null; isClosed: () => boolean }

/** Asks for a path as a client of its own address, reads the beginning of the answer, and nothing more until it is resumed. */
async function startReader(port: number, path: string, address: string): Promise<Reader> {
  let status: number | null = null
  let receivedBytes = 0
  let isClosed = false
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(opened) {
        opened.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`)
      },
      data(reading, bytes) {
        receivedBytes += bytes.length
        if (status !== null) return
        status = Number(bytes.toString('latin1', 0, 20).split(' ')[1])
        reading.pause()
      },
      close(closed) {
        isClosed = true
        sockets.delete(closed)
      },
      // The server may reset a connection that it cuts off.
      error: () => undefined,
    },
  })
  sockets.add(socket)
  return { socket, receivedBytes: () => receivedBytes, status: () => status, isClosed: () => isClosed }
}

const metricIn = (text: string, name: string): number =>
  Number(text.match(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm'))?.[1] ?? 0)
const metricOf = async (name: string): Promise<number> =>
  metricIn(await (await fetch(`${gateway.internalUrl}/metrics`)).text(), name)
const timedMetric = async (name: string): Promise<number> => metricIn(await timed.metrics(), name)

describe('copies of a large page that nobody reads', () => {
  test('60 unread responses of 1.5 MB add less than 20 MB of memory', async () => {
    // The initial cost of the first answers is not measured.
    for (let asked = 0; asked < 60; asked++) await (await fetch(`${gateway.url}${scriptPath}`)).bytes()
    const beforeBytes = await metricOf('process_resident_memory_bytes')
    const readers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => startReader(gateway.port, scriptPath, `198.51.100.${index}`)),
    )
    await until('60 answers', () => readers.every(({ status }) => status() === 200))
    const grownBytes = (await metricOf('process_resident_memory_bytes')) - beforeBytes
    expect(grownBytes).toBeLessThan(20_000_000)
    // The kernel has not taken them either: they are still counted.
    expect(await metricOf('gateway_large_responses')).toBe(60)
    for (const { socket } of readers) socket.terminate()
    await until('the end of all', async () => (await metricOf('gateway_large_responses')) === 0)
  })

  test('unread responses are bounded per address, and other clients are answered meanwhile', async () => {
    const mine = await Promise.all(
      Array.from({ length: 60 }, () => startReader(gateway.port, scriptPath, '203.0.113.7')),
    )
    await until('60 answers', () => mine.every(({ status }) => status() !== null))
    const statuses = mine.map(({ status }) => status())
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxLargePerAddress)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - maxLargePerAddress)
    const mineAgain = await fetch(`${gateway.url}${scriptPath}`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(await mineAgain.json()).toMatchObject({ code: 'too_many_streams', status: 429 })
    expect(mineAgain.headers.get('retry-after')).toBe('1')
    const other = await fetch(`${gateway.url}${scriptPath}`, { headers: { 'x-forwarded-for': '203.0.113.8' } })
    expect([other.status, (await other.bytes()).length > 1_000_000]).toEqual([200, true])
    // Small answers of the same address are no matter of this bound.
    const small = await fetch(`${gateway.url}/problems`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(small.status).toBe(200)
    for (const { socket } of mine) socket.terminate()
    await until('the end of all', async () => (await metricOf('gateway_large_responses')) === 0)
  })
})

describe('a client that does not read', () => {
  test('a client that does not read is disconnected after two windows, and its response is visibly incomplete', async () => {
    const reader = await startReader(timed.port, scriptPath, '198.51.100.1')
    await until('its place', async () => (await timedMetric('gateway_large_responses')) === 1)
    // What the buffers between the two take at once counts for the first window.
    aheadMs += windowMs
    await Bun.sleep(2 * checkEveryMs)
    expect(await timedMetric('gateway_responses_cut_total')).toBe(0)
    aheadMs += windowMs
    await until('the cut', async () => (await timedMetric('gateway_responses_cut_total')) === 1)
    reader.socket.resume()
    await until('the end of the connection', reader.isClosed)
    expect(reader.receivedBytes()).toBeLessThan(1_000_000)
    expect(await timedMetric('gateway_large_responses')).toBe(0)
  })

  test('a client that does not read slows down no client that does', async () => {
    const idle = await startReader(timed.port, scriptPath, '198.51.100.2')
    const answer = await fetch(`http://127.0.0.1:${timed.port}${scriptPath}`)
    expect((await answer.bytes()).length).toBeGreaterThan(1_000_000)
    idle.socket.terminate()
  })
})
