import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'

const loopback = '127.0.0.1'

/** Below the ports of outgoing connections, which could take a port between its choice and its use. */
const firstPort = 20_000
const lastPort = 31_999

/** Ports that one search tries at most. */
const maxTries = 200

/**
 * Reserves distinct free TCP ports of the loopback interface, none of them in `except`. Until this process ends, no other call
 * gets them, in this or another process: a port is often used long after its choice, and again after a pause.
 *
 * @throws when too few ports are free
 */
export async function freePorts(count: number, except: readonly number[] = []): Promise<number[]> {
  const ports = new Set<number>()
  for (let tries = 0; tries < maxTries && ports.size < count; tries += 1) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort + 1))
    if (!except.includes(port) && (await listenProblem(port)) === null && (await reserve(port))) ports.add(port)
  }
  if (ports.size < count) throw new Error(`no ${count} free ports between ${firstPort} and ${lastPort}`)
  return [...ports]
}

/** Reserves one free port: see {@link freePorts}. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/**
 * Reserves a TCP port; false when another process holds it. The reservation is the UDP port of the same number: the system gives it to
 * one socket only, and frees it however the process ends.
 */
function reserve(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const reservation = createSocket('udp4')
  reservation.once('error', () => resolve(false))
  reservation.bind({ port, address: loopback, exclusive: true }, () => resolve(true))
  reservation.unref()
  return promise
}

/** The system's error code when a server cannot listen on this port of `host`, such as EADDRINUSE; null when it can. */
export function listenProblem(port: number, host = loopback): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const server = createServer()
  server.once('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'))
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  return promise
}

/** Whether something accepts connections on this loopback port. */
export function canConnect(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ port, host: loopback })
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
