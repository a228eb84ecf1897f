import { afterEach } from 'bun:test'
import type { Socket } from 'bun'
import { createFetchClient } from '../client/fetch-client.ts'
import {
  createServiceAddresses,
  type LookUp,
  lookUpAddresses,
  type ServiceClientDeps,
} from '../client/service-addresses.ts'
import type { ServiceCall, ServiceClient, StreamedResponse, WholeResponse } from '../client/service-call.ts'
import { createFastClient } from '../fast/fast-client.ts'

/** Both clients of a service: the fast client must behave like the plain client. */
export const bothClients = [
  ['plain', createFetchClient],
  ['fast', createFastClient],
] as const

/** Everything that the fixtures of the running test opened. */
export const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A server below HTTP: the test decides which bytes it sends. */
export function startServer(receive: (socket: Socket, target: string, requestNumber: number) => void) {
  const seen = { connections: 0, closed: 0, targets: [] as string[], texts: [] as string[] }
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open() {
        seen.connections += 1
      },
      close() {
        seen.closed += 1
      },
      data(socket, bytes) {
        seen.texts.push(bytes.toString())
        for (const [, target = ''] of bytes.toString().matchAll(/^GET (\S+) HTTP/gm)) {
          receive(socket, target, seen.targets.push(target))
        }
      },
    },
  })
  stops.push(() => server.stop(true))
  return { seen, port: server.port }
}

export const formatOk = (body: string, more = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`
export const createCall = (changes: Partial<ServiceCall> = {}): ServiceCall => ({
  target: '/',
  headers: { accept: 'x/y', 'accept-encoding': 'identity' },
  signal: null,
  mayShare: false,
  ...changes,
})
export const decodeBody = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)

type Options = { url?: string; lookUp?: LookUp; timeoutMs?: number; maxBodyBytes?: number }

/** A client of the service on a port of this machine. */
export function createTestClient(
  createClient: (deps: ServiceClientDeps) => ServiceClient,
  port: number,
  options: Options = {},
): ServiceClient {
  const {
    url = `http://127.0.0.1:${port}`,
    lookUp = lookUpAddresses,
    timeoutMs = 2_000,
    maxBodyBytes = 1_000,
  } = options
  const origin = new URL(url)
  const monotonicMs = () => performance.now()
  const addresses = createServiceAddresses({ origin, lookUp, monotonicMs })
  const basePath = origin.pathname.replace(/\/$/, '')
  return createClient({ origin, basePath, addresses, maxBodyBytes, timeoutMs, monotonicMs })
}

export const noEvents = { onBroken: () => undefined, onEnd: () => undefined }

export function recordEvents() {
  const seen: string[] = []
  return { seen, onBroken: (reason: string) => void seen.push(reason), onEnd: () => void seen.push('end') }
}

export function getStream({ body }: StreamedResponse | WholeResponse): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!(body instanceof ReadableStream)) throw new Error('not a stream')
  return body
}
