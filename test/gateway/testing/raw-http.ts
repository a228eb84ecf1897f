import { connect, type Socket } from 'node:net'

/** Longest a connection is waited for, ms: a server that neither answers nor closes has failed. */
const silenceMs = 10_000

/** An answer as it came over the connection. */
export type RawAnswer = { status: number; headers: Headers; body: string }

/**
 * Sends bytes over a connection of its own and reads until the server closes it: for bytes that no proper client would send.
 *
 * @returns the bytes read; empty when the server closed without an answer
 * @throws when the server is silent for too long
 */
export function sendRaw(port: number, request: string | Uint8Array): Promise<string> {
  const silence = Promise.withResolvers<never>()
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  socket.setTimeout(silenceMs, () => {
    silence.reject(new Error('the server neither answers nor closes'))
    socket.destroy()
  })
  // A connection that is reset has ended too; bytes received before count.
  return Promise.race([silence.promise, readToEnd(socket, { isResetAnEnd: true })])
}

/**
 * Reads until the server closes the connection.
 *
 * @throws when the connection is reset, unless that is an end too
 */
export function readToEnd(socket: Socket, { isResetAnEnd = false } = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const received: Buffer[] = []
  const end = () => resolve(Buffer.concat(received).toString('latin1'))
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.on('error', isResetAnEnd ? end : reject)
  socket.on('close', end)
  return promise
}

/** A request that asks for the connection to be closed after its answer. */
export function rawRequest(line: string, headers: readonly string[] = []): string {
  return [line, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n')
}

/** Takes one answer with a body of known length, or none, apart. */
export function readRaw(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(lines.map((line): [string, string] => cut(line)))
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: text.slice(end + 4) }
}

function cut(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

/** Port of an address. */
export function portOf(url: string): number {
  return Number(new URL(url).port)
}
