import { connect, type Socket } from 'node:net'
import { type RawAnswer, rawRequest, readRaw, readToEnd } from './raw-http.ts'

/** One request of a burst. */
export type BurstRequest = { port: number; path: string; key: string }

/**
 * Opens a connection for every request, and sends them all when all are open: `fetch` would let half of them wait.
 *
 * @returns the answers in the order of the requests
 */
export async function burst(requests: readonly BurstRequest[]): Promise<RawAnswer[]> {
  const sockets = await Promise.all(requests.map(({ port }) => open(port)))
  const answers = sockets.map((socket) => readToEnd(socket))
  for (const [at, { path, key }] of requests.entries()) {
    sockets[at]?.write(rawRequest(`GET ${path} HTTP/1.1`, [`x-api-key: ${key}`]))
  }
  return (await Promise.all(answers)).map(readRaw)
}

function open(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(port, '127.0.0.1', () => resolve(socket))
  socket.once('error', reject)
  return promise
}
