import { connect, type Socket } from 'node:net'

/** A client that reads sent bytes only when the test asks, as a slow line does. */
export type RawClient = {
  /** Resolves when the first bytes have come; then nothing more is read. */
  whenAnswered: Promise<void>
  /** Reads to the end of the connection, and gives all that came. */
  readToEnd(): Promise<string>
  /** Closes the connection without a message. */
  leave(): void
}

/** Sends one GET over a connection of its own and stops reading after the first bytes. */
export function startRawClient(port: number, path: string, headers: Record<string, string>): RawClient {
  const received: Buffer[] = []
  const socket: Socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ ...headers, host: 'localhost', connection: 'close' })
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  const answered = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  socket.on('data', (bytes: Buffer) => {
    received.push(bytes)
    if (received.length === 1) socket.pause()
    answered.resolve()
  })
  socket.on('error', () => ended.resolve())
  socket.on('close', () => ended.resolve())
  return {
    whenAnswered: answered.promise,
    async readToEnd() {
      socket.resume()
      await ended.promise
      return Buffer.concat(received).toString('latin1')
    },
    leave: () => void socket.destroy(),
  }
}
