import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Longest that connecting (with TLS) may take, and a whole attempt, ms. */
const connectTimeoutMs = 5_000
const totalTimeoutMs = 15_000
/** Most bytes of an answer that are read. */
const maxResponseBytes = 16 * 1_024
/** How long the rest of an answer is read after its head, ms: a receiver should not see its connection break while it writes. */
const drainMs = 500

export type WebhookRequest = {
  url: URL
  /** The checked address: the connection goes to it and to no other, whatever the name resolves to by now. */
  address: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Outcome of an attempt: the status of the answer, or the reason why no answer came. */
export type WebhookAnswer = { status: number } | { error: 'connection failed' | 'timed out' | 'no HTTP answer' }

/** Time limits, ms; tests have shorter ones. `ca` is a further certificate authority. */
export type WebhookSeams = { connectTimeoutMs?: number; totalTimeoutMs?: number; ca?: string }

/**
 * Posts a message over a connection of its own: no pool that could lead to another address, no redirect, no cookie, no compression. Of the answer only
 * the status counts.
 */
export function sendWebhook(request: WebhookRequest, seams: WebhookSeams = {}): Promise<WebhookAnswer> {
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>()
  const isTls = request.url.protocol === 'https:'
  const socket = open(request, isTls, seams.ca)
  let received = Buffer.alloc(0)
  let status: number | null = null
  let draining: ReturnType<typeof setTimeout> | undefined

  function end(answer: WebhookAnswer): void {
    clearTimeout(connecting)
    clearTimeout(whole)
    clearTimeout(draining)
    socket.destroy()
    resolve(status === null ? answer : { status })
  }
  const connecting = setTimeout(() => end({ error: 'timed out' }), seams.connectTimeoutMs ?? connectTimeoutMs)
  const whole = setTimeout(() => end({ error: 'timed out' }), seams.totalTimeoutMs ?? totalTimeoutMs)

  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    clearTimeout(connecting)
    socket.write(requestText(request))
  })
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk.subarray(0, maxResponseBytes - received.length)])
    if (status === null) {
      status = readStatus(received)
      if (status !== null) draining = setTimeout(end, drainMs, { status })
    }
    if (received.length >= maxResponseBytes) end({ error: 'no HTTP answer' })
  })
  socket.once('error', () => end({ error: 'connection failed' }))
  socket.once('close', () => end({ error: received.length === 0 ? 'connection failed' : 'no HTTP answer' }))
  return promise
}

function open({ url, address }: WebhookRequest, isTls: boolean, ca: string | undefined): Socket {
  const port = Number(url.port) || (isTls ? 443 : 80)
  if (!isTls) return connectTcp({ host: address, port })
  return connectTls({
    host: address,
    port,
    // The certificate must name the receiver, not the address.
    servername: url.hostname,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  })
}

function requestText({ url, headers, body }: WebhookRequest): string {
  const all = {
    host: url.host,
    'user-agent': 'Hexawatt-Alerts/1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    accept: '*/*',
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  // A parsed URL holds no control characters and no spaces: nothing of it can begin another line.
  return `POST ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Status of the first final answer; null while its head is not complete. */
function readStatus(received: Buffer): number | null {
  let rest = received.toString('latin1')
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return null
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |\r)/.exec(rest)?.[1] ?? Number.NaN)
    // Informational answers precede the final one.
    if (!(status >= 100 && status < 200)) return Number.isNaN(status) ? null : status
    rest = rest.slice(end + 4)
  }
}
