import { afterEach, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import type { Socket } from 'bun'
import { createServiceAddresses, lookUpAddresses } from '../client/service-addresses.ts'
import { createHttp1Client } from './http1-client.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type SeenRequest = { target: string; connection: number; turn: number }
/** Answers one request, or does whatever else the test wants of the connection. */
type Answer = (socket: Socket<number>, request: SeenRequest) => void

/** A server below HTTP that tells of each request on which connection, and in which read of it, it came. */
function startServer(answer: Answer, monotonicMs = runningMs) {
  const seen = { connections: 0, requests: [] as SeenRequest[], turns: 0 }
  const server = Bun.listen<number>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        seen.connections += 1
        socket.data = seen.connections
      },
      data(socket, bytes) {
        seen.turns += 1
        for (const [, target = ''] of bytes.toString().matchAll(/^GET (\S+) HTTP/gm)) {
          const request = { target, connection: socket.data, turn: seen.turns }
          seen.requests.push(request)
          answer(socket, request)
        }
      },
    },
  })
  stops.push(() => server.stop(true))
  return { seen, ask: clientOf(server.port, monotonicMs) }
}

let aheadMs = 0
const runningMs = () => performance.now() + aheadMs
/** No call is slow, however long this process waits for its turn. */
const stillMs = () => 0

function clientOf(port: number, monotonicMs: () => number) {
  const origin = new URL(`http://127.0.0.1:${port}`)
  const addresses = createServiceAddresses({ origin, lookUp: lookUpAddresses, monotonicMs })
  const ask = createHttp1Client({ origin, addresses, basePath: '', maxBodyBytes: 1_000, timeoutMs: 2_000, monotonicMs })
  return async (target: string, signal: AbortSignal | null = null) => {
    const { body } = await ask({ target, headers: { accept: 'x/y' }, signal, mayShare: true })
    return new TextDecoder().decode(body)
  }
}

const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const targets = (count: number, prefix = '') => Array.from({ length: count }, (_, index) => `/${prefix}${index}`)
const echo: Answer = (socket, { target }) => socket.write(ok(target))
const reasonOf = (error: unknown): unknown => Object(error).reason

test('calls of one event-loop turn are written together, and each gets its own response', async () => {
  const { seen, ask } = startServer(echo, stillMs)
  for (const round of ['a', 'b']) {
    const asked = targets(10, round)
    expect(await Promise.all(asked.map((target) => ask(target)))).toEqual(asked)
  }
  expect([seen.connections, seen.turns]).toEqual([1, 2])
})

test('at most sixteen calls wait on one connection', async () => {
  const { seen, ask } = startServer(echo, stillMs)
  await ask('/first')
  const asked = targets(40)
  expect(await Promise.all(asked.map((target) => ask(target)))).toEqual(asked)
  const perTurn = Map.groupBy(seen.requests, ({ turn }) => turn)
  expect(Math.max(...[...perTurn.values()].map(({ length }) => length))).toBe(16)
})

test('connections are reused, however many calls a turn has', async () => {
  const { seen, ask } = startServer(echo, stillMs)
  for (let round = 0; round < 20; round += 1) {
    const asked = targets(40, `${round}-`)
    expect(await Promise.all(asked.map((target) => ask(target)))).toEqual(asked)
  }
  expect(seen.connections).toBeLessThan(6)
})

test('a later turn does not wait behind unanswered calls', async () => {
  const late: (() => void)[] = []
  const { ask } = startServer((socket, { target }) => {
    if (target === '/slow') late.push(() => socket.write(ok(target)))
    else socket.write(ok(target))
  })
  const slow = ask('/slow')
  await until('the slow request at the service', () => late.length === 1)
  expect(await ask('/next')).toBe('/next')
  late[0]?.()
  expect(await slow).toBe('/slow')
})

test('calls behind a slow one are repeated elsewhere once after 100 ms, and late responses are dropped', async () => {
  let finish = (): void => undefined
  const { seen, ask } = startServer((socket, { target, connection }) => {
    if (target === '/slow') finish = () => void socket.write(`${ok(target)}${ok('dropped')}${ok('dropped')}`)
    else if (connection > 1) socket.write(ok(target))
  })
  const slow = ask('/slow')
  const held = Promise.all([ask('/1'), ask('/2')])
  expect(await held).toEqual(['/1', '/2'])
  expect(seen.requests.map(({ target }) => target).toSorted()).toEqual(['/1', '/1', '/2', '/2', '/slow'])
  finish()
  expect(await slow).toBe('/slow')
})

test('a connection that ends midway loses the response that had begun, and the calls behind it are repeated', async () => {
  const { seen, ask } = startServer((socket, { target, connection }) => {
    if (connection > 1) socket.write(ok(target))
    else if (target === '/0') socket.write(ok(target))
    else if (target === '/1') socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
  })
  const answers = await Promise.allSettled(targets(4).map((target) => ask(target)))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : reasonOf(answer.reason)))).toEqual([
    '/0',
    'broken_off',
    '/2',
    '/3',
  ])
  const timesAsked = Map.groupBy(seen.requests, ({ target }) => target)
  expect([...timesAsked.values()].map(({ length }) => length)).toEqual([1, 1, 2, 2])
})

test('an unreadable response fails only its own call', async () => {
  const { ask } = startServer((socket, { target, connection }) => {
    socket.write(target === '/1' ? 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n' : ok(`${target} of ${connection}`))
  })
  const answers = await Promise.allSettled(targets(3).map((target) => ask(target)))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : reasonOf(answer.reason)))).toEqual([
    '/0 of 1',
    'malformed',
    '/2 of 2',
  ])
})

test('a service that accepts one request at a time gets single requests for a second, and no call fails', async () => {
  const { seen, ask } = startServer((socket, { target, turn }) => {
    const together = seen.requests.filter((request) => request.turn === turn).length
    // Bun's servers do this when the request before is not answered yet.
    if (together > 1) socket.terminate()
    else setTimeout(() => socket.write(ok(target)), 1)
  })
  expect(await Promise.all(targets(5).map((target) => ask(target)))).toEqual(targets(5))
  const before = seen.turns
  expect(await Promise.all(targets(5).map((target) => ask(target)))).toEqual(targets(5))
  expect(seen.turns - before).toBe(5)
  aheadMs += 1_000
  expect(await Promise.all(targets(5).map((target) => ask(target)))).toEqual(targets(5))
  // The first two of them came together again.
  expect(seen.requests.slice(-10).some(({ turn }, at, all) => all[at + 1]?.turn === turn)).toBe(true)
})

test('a Bun server with an asynchronous handler answers every call', async () => {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => Bun.sleep(2).then(() => new Response(new URL(url).pathname)),
  })
  stops.push(() => void server.stop(true))
  const ask = clientOf(server.port ?? 0, runningMs)
  for (let round = 0; round < 3; round += 1) {
    expect(await Promise.all(targets(12).map((target) => ask(target)))).toEqual(targets(12))
  }
})

test('a client that disconnects does not affect others on its connection', async () => {
  const answers: (() => void)[] = []
  const { seen, ask } = startServer((socket, { target }) => answers.push(() => socket.write(ok(target))))
  const leaving = new AbortController()
  const asked = [ask('/0'), ask('/1', leaving.signal), ask('/2')]
  const settled = Promise.allSettled(asked)
  await until('three requests at the service', () => answers.length === 3)
  leaving.abort()
  for (const answer of answers) answer()
  const [first, left, last] = await settled
  expect([first, last].map((answer) => answer?.status === 'fulfilled' && answer.value)).toEqual(['/0', '/2'])
  expect(left?.status === 'rejected' && reasonOf(left.reason)).toBe('client_gone')
  expect(seen.connections).toBe(1)
})

test('the only call of a new connection is repeated once, and other calls still share connections', async () => {
  const { seen, ask } = startServer((socket, { target, connection }) => {
    if (connection <= 2) socket.terminate()
    else socket.write(ok(target))
  })
  expect(await ask('/').catch(reasonOf)).toBe('closed_unanswered')
  expect(seen.requests).toHaveLength(2)
  await Promise.all(targets(3).map((target) => ask(target)))
  expect(new Set(seen.requests.slice(2).map(({ turn }) => turn)).size).toBe(1)
})

test('a late response fails its own call in time', async () => {
  const { ask } = startServer(() => undefined)
  const answers = Promise.allSettled(targets(3).map((target) => ask(target)))
  aheadMs += 2_000
  for (const answer of await answers) expect(answer.status === 'rejected' && reasonOf(answer.reason)).toBe('late')
})
