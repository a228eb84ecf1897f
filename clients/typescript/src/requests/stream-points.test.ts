import { expect, test } from 'bun:test'
import { getEventListeners } from 'node:events'
import { catchError, createProblem, createSuccess, type Script, startScriptedApi } from '../testing/scripted-api.ts'

const encoder = new TextEncoder()
const line = (globalScore: number) => `${JSON.stringify({ globalScore, level: 'Optimal é' })}\n`

/** A body that is sent in the pieces given. */
function inPieces(...pieces: Uint8Array[]): Script {
  return () =>
    new Response(
      new ReadableStream({
        async pull(body) {
          const piece = pieces.shift()
          if (piece === undefined) return body.close()
          await Bun.sleep(1)
          body.enqueue(piece)
        },
      }),
    )
}

async function scoresOf(points: AsyncIterable<{ globalScore: number }>): Promise<number[]> {
  const scores: number[] = []
  for await (const { globalScore } of points) scores.push(globalScore)
  return scores
}

test('points arrive complete however the network splits them, with or without a final line end', async () => {
  const bytes = encoder.encode(line(1) + line(2) + line(3).trimEnd())
  // One byte at a time cuts lines, and letters of two bytes.
  for (const size of [1, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    )
    await using api = startScriptedApi(inPieces(...pieces))
    const points = api.client().streamHistory()
    expect((await points.next()).value?.level).toBe('Optimal é' as never)
    expect(await scoresOf(points)).toEqual([2, 3])
    expect(api.requests[0]?.headers.get('accept')).toBe('application/x-ndjson')
  }
})

test('an empty window has no points', async () => {
  await using api = startScriptedApi(() => new Response(''))
  expect(await scoresOf(api.client().streamHistory())).toEqual([])
})

test('a refusal before the first point is retried like any other', async () => {
  await using api = startScriptedApi(createProblem(503, 'service_unavailable'), () => new Response(line(1)))
  expect(await scoresOf(api.client().streamHistory())).toEqual([1])
  expect(api.waitsMs).toEqual([250])
})

test('leaving the loop ends the transfer', async () => {
  const left = Promise.withResolvers<void>()
  const endless: Script = () =>
    new Response(
      new ReadableStream({
        async pull(body) {
          await Bun.sleep(1)
          body.enqueue(encoder.encode(line(1)))
        },
        cancel: () => left.resolve(),
      }),
    )
  await using api = startScriptedApi(endless)
  for await (const { globalScore } of api.client().streamHistory()) {
    expect(globalScore).toBe(1)
    break
  }
  await left.promise
})

/** Sends a point, and another one and the end when told to. */
function inTwoParts() {
  const told = Promise.withResolvers<void>()
  const script: Script = () =>
    new Response(
      new ReadableStream({
        async start(body) {
          body.enqueue(encoder.encode(line(1)))
          await told.promise
          body.enqueue(encoder.encode(line(2)))
          body.close()
        },
      }),
    )
  return { script, sendRest: told.resolve }
}

test('a silent stream is a timeout', async () => {
  await using api = startScriptedApi(inTwoParts().script)
  const points = api.client().streamHistory({}, { timeoutMs: 500 })
  await points.next()
  expect(await catchError(points.next())).toMatchObject({ name: 'HexawattConnectionError', kind: 'timeout' })
})

test('the reader’s own time does not count', async () => {
  const { script, sendRest } = inTwoParts()
  await using api = startScriptedApi(script)
  const points = api.client().streamHistory({}, { timeoutMs: 500 })
  await points.next()
  await Bun.sleep(700)
  sendRest()
  expect(await scoresOf(points)).toEqual([2])
})

test('a stream releases its signal when it ends, fails or is left', async () => {
  const { signal } = new AbortController()
  const twoPoints = () => new Response(line(1) + line(2))
  await using api = startScriptedApi(twoPoints, () => new Response('<html>'), twoPoints)
  const stream = () => api.client().streamHistory({}, { signal })
  expect(await scoresOf(stream())).toEqual([1, 2])
  await catchError(scoresOf(stream()))
  for await (const _ of stream()) break
  expect([api.requests.length, getEventListeners(signal, 'abort').length]).toEqual([3, 0])
})

test('an abort ends a running stream with its reason', async () => {
  await using api = startScriptedApi(inTwoParts().script)
  const ended = new AbortController()
  const points = api.client().streamHistory({}, { signal: ended.signal })
  await points.next()
  const outcome = catchError(points.next())
  ended.abort(new Error('enough'))
  expect(await outcome).toMatchObject({ message: 'enough' })
})

test('a broken stream is an error, never its end', async () => {
  // Says that more comes than it sends, and closes.
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${line(1)}`)
      },
    },
  })
  try {
    await using api = startScriptedApi(createSuccess())
    const points = api.client({ baseUrl: `http://127.0.0.1:${listener.port}` }).streamHistory()
    expect(await catchError(scoresOf(points))).toMatchObject({ name: 'HexawattConnectionError', kind: 'network' })
  } finally {
    listener.stop(true)
  }
})

test('an invalid or endless line is an unexpected answer', async () => {
  const longLine = () => new Response('x'.repeat(100_000))
  for (const script of [() => new Response('<html>\n'), longLine]) {
    await using api = startScriptedApi(script)
    const error = await catchError(scoresOf(api.client().streamHistory()))
    expect(error).toMatchObject({ kind: 'unexpected_answer', status: 200 })
  }
})
