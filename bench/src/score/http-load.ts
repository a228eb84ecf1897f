import type { Socket } from 'bun'
import { computeMedian, computePercentile } from '../figures/percentile.ts'

export type LoadResult = { requests: number; perSecond: number; p50Ms: number; p99Ms: number }

type Load = {
  port: number
  /** Encoded requests, sent in turn. */
  requests: readonly Uint8Array[]
  durationMs: number
  /** Concurrent connections, each without pauses between requests. */
  connections: number
}

type Connection = { sentAtMs: number; receivedBytes: number; answerBytes: number }

/**
 * Loads a server over raw keep-alive connections. Available load generators (autocannon) need more processor time per request than a
 * bare `Bun.serve`: they would measure themselves.
 *
 * @throws when an answer is not 200
 */
export async function runHttpLoad({ port, requests, durationMs, connections }: Load): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  const startedAtMs = performance.now()
  let asked = 0
  let open = connections

  const sendNext = (socket: Socket<Connection>): void => {
    socket.data.sentAtMs = performance.now()
    socket.data.receivedBytes = 0
    socket.write(requests[asked % requests.length] ?? new Uint8Array())
    asked += 1
  }
  const takeBytes = (socket: Socket<Connection>, bytes: Uint8Array): void => {
    const { data } = socket
    if (data.receivedBytes === 0) data.answerBytes = computeAnswerLength(bytes)
    data.receivedBytes += bytes.byteLength
    if (data.receivedBytes < data.answerBytes) return
    const nowMs = performance.now()
    latenciesMs.push(nowMs - data.sentAtMs)
    if (nowMs - startedAtMs < durationMs) {
      sendNext(socket)
      return
    }
    socket.end()
    open -= 1
    if (open === 0) resolve()
  }
  for (let index = 0; index < connections; index += 1) {
    await Bun.connect<Connection>({
      hostname: '127.0.0.1',
      port,
      data: { sentAtMs: 0, receivedBytes: 0, answerBytes: 0 },
      socket: {
        open: sendNext,
        data(socket, bytes) {
          try {
            takeBytes(socket, bytes)
          } catch (error) {
            reject(error)
          }
        },
        error: (_, error) => reject(error),
      },
    })
  }
  await finished
  return createResult(latenciesMs, performance.now() - startedAtMs)
}

const decoder = new TextDecoder('latin1')

/** Length of an answer from its head, which arrives in one piece. */
function computeAnswerLength(bytes: Uint8Array): number {
  const end = findHeadEnd(bytes)
  const head = decoder.decode(bytes.subarray(0, end))
  const length = head.match(/content-length: (\d+)/i)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`unexpected answer: ${head.slice(0, 200)}`)
  return end + Number(length)
}

function findHeadEnd(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('\r\n\r\n') + 4
}

function createResult(latenciesMs: number[], durationMs: number): LoadResult {
  return {
    requests: latenciesMs.length,
    perSecond: (1_000 * latenciesMs.length) / durationMs,
    p50Ms: computeMedian(latenciesMs),
    p99Ms: computePercentile(latenciesMs, 0.99),
  }
}
