import { connect } from 'node:net'

/** Longest a connection is waited for, ms: a server that neither answers nor closes has failed. */
const silenceMs = 10_000

/** An answer as it came over the connection. */
export type RawAnswer = { status: number; headers: Headers; body: string }

/**
 * Sends bytes over a connection of its own and reads until the server closes it: for what no proper client would send.
 *
 * @returns what was read; empty when the server closed without a word
 * @throws when the server is silent for too long
 */
export function sendRaw(port: number, request: string | Uint8Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const received: Buffer[] = []
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  socket.setTimeout(silenceMs, () => {
    reject(new Error('the server neither answers nor closes'))
    socket.destroy()
  })
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  // A connection that is reset has ended too; what came before counts.
  socket.on('error', () => resolve(Buffer.concat(received).toString('latin1')))
  socket.on('close', () => resolve(Buffer.concat(received).toString('latin1')))
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
