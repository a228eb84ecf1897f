import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '@hexawatt/gateway/src/app.ts'
import { portOf } from '../gateway/testing/raw-http.ts'
import { asOf } from '../gateway/testing/served-system-fixture.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'

let system: System
/** The same gateway with an idle time-out that a test can wait for. */
let impatient: ReturnType<typeof createApp>
beforeAll(async () => {
  system = await startSystem({ asOf })
  const { deps } = await system.startGateway()
  impatient = createApp(deps.http, 1)
  impatient.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
})
afterAll(async () => {
  await impatient.stop(true)
  await system.stop()
})

/** Longest that the server may leave a connection without a whole request open, ms: 10 s, which it looks at every few seconds. */
const patienceMs = 25_000
const tickleEveryMs = 250

type Slow = { whenOpen: Promise<void>; isClosedByServer: Promise<boolean> }

/** A connection that sends the beginning of a request, and then one byte at a time for ever, or nothing. */
function startSlow(port: number, beginning: string, byte: string | null): Slow {
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => {
    if (beginning !== '') socket.write(beginning)
    opened.resolve()
  })
  const tickle = byte === null ? undefined : setInterval(() => socket.write(byte), tickleEveryMs)
  const patience = setTimeout(() => {
    closed.resolve(false)
    socket.destroy()
  }, patienceMs)
  socket.on('data', () => undefined)
  // Writing to a connection that was closed is an error here, which is the end that was waited for.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(tickle)
    clearTimeout(patience)
    closed.resolve(true)
  })
  return { whenOpen: opened.promise, isClosedByServer: closed.promise }
}

const head = 'GET /api/plans HTTP/1.1\r\nhost: x\r\n'
const bodyHead = 'POST /api/plans HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n'

/** Ways of being slow: bytes sent at once, and bytes then sent one by one. */
const ways: [beginning: string, byte: string | null][] = [
  ['', null],
  ['', 'G'],
  ['GET /api/pl', null],
  [head, null],
  [`${head}x-slow: `, 'y'],
  [`${head}x-api-key: hxw_`, 'a'],
]
/** The same after a whole head: the body or the next request is slow. */
const laterWays: [beginning: string, byte: string | null][] = [
  [`${head}\r\n`, null],
  [`${head}\r\n`, 'y'],
  [bodyHead, null],
  [bodyHead, 'y'],
]

test('hundreds of slow connections block no other client, and all are closed', async () => {
  const perWay = 75
  const port = portOf(system.gatewayUrl)
  const slow = ways.flatMap(([beginning, byte]) =>
    Array.from({ length: perWay }, () => startSlow(port, beginning, byte)),
  )
  const later = laterWays.map(([beginning, byte]) => startSlow(impatient.server?.port ?? 0, beginning, byte))
  expect(slow).toHaveLength(450)
  await Promise.all(slow.map(({ whenOpen }) => whenOpen))
  const key = await system.createKey('scale')
  const others = Array.from({ length: 100 }, () =>
    fetch(`${system.gatewayUrl}/v1/tariff/today`, { headers: { 'x-api-key': key } }),
  )
  expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]))
  const ended = await Promise.all([...slow, ...later].map(({ isClosedByServer }) => isClosedByServer))
  expect(ended.filter((isClosed) => !isClosed)).toEqual([])
  expect((await fetch(`${system.gatewayUrl}/api/plans`)).status).toBe(200)
})
