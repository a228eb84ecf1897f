import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'

const loopback = '127.0.0.1'

/**
 * Ports are chosen here, below those that systems give to outgoing connections: one of these could take a port between
 * its choice and its use.
 */
const firstPort = 20_000
const lastPort = 31_999

/** Tries before the search for a free port is given up. */
const maxTries = 200

/**
 * Different TCP ports of the loopback interface that are free now, none of them in `except`. As long as this process runs, no
 * other call gets them, here or in another process: a port is often used long after its choice, and again after a pause.
 *
 * @throws when there is hardly a free one
 */
export async function freePorts(count: number, except: readonly number[] = []): Promise<number[]> {
  const ports = new Set<number>()
  for (let tries = 0; tries < maxTries && ports.size < count; tries += 1) {
    const port = firstPort + Math.floor(Math.random() * (lastPort - firstPort + 1))
    if (!except.includes(port) && (await listenProblem(port)) === null && (await claim(port))) ports.add(port)
  }
  if (ports.size < count) throw new Error(`no ${count} free ports between ${firstPort} and ${lastPort}`)
  return [...ports]
}

/** One free port: see {@link freePorts}. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/**
 * Whether this TCP port is now this process's. Its UDP port of the same number, which nothing else uses, is the mark: the system lets
 * one socket have it, and takes it back however the process ends.
 */
function claim(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const mark = createSocket('udp4')
  mark.once('error', () => resolve(false))
  mark.bind({ port, address: loopback, exclusive: true }, () => resolve(true))
  mark.unref()
  return promise
}

/** Why a server could not listen on this port of `host` now (the system's error code, such as EADDRINUSE); null when it could. */
export function listenProblem(port: number, host = loopback): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const server = createServer()
  server.once('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'))
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  return promise
}

/** Whether something accepts connections on this loopback port. */
export function acceptsConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ port, host: loopback })
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
