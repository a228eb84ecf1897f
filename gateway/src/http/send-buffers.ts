import { dlopen, FFIType, ptr } from 'bun:ffi'
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Logger } from '@hexawatt/shared/telemetry/logger'

/**
 * What the kernel takes of a response before its client has read it, bytes; Linux reserves twice as much. Left to itself it takes up to
 * 4 MB for each connection, so that whoever asks and does not read fills memory that no program counts, and a response which nobody reads
 * looks sent. Enough for 2 MB/s to a client that is 100 ms away.
 */
export const sendBufferBytes = 128 * 1024

/** Of Linux, on the processors that Bun runs on. */
const socketLevel = 1
const sendBufferOption = 7
/** The state of a socket that listens, in the kernel's tables. */
const listeningState = '0A'

/**
 * Bounds the send buffers of all connections that a port of this process will accept: they inherit it from the listening socket, and Bun
 * has no setting of its own for it. Elsewhere than on Linux, or when it fails, connections keep what the system gives them.
 */
export async function boundSendBuffers(port: number, logger: Logger): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    const sockets = await listeningSockets(port)
    if (sockets.length === 0) throw new Error('the listening socket was not found')
    setSendBuffers(sockets)
  } catch (error) {
    logger.warn({ err: error, port }, 'send buffers are left to the system: slow clients are noticed later')
  }
}

/** File descriptors of this process that listen on a port. */
async function listeningSockets(port: number): Promise<number[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readTable(`/proc/self/net/${name}`)))
  const inodes = new Set(tables.flatMap((table) => inodesListening(table, port)))
  const descriptors = await readdir('/proc/self/fd')
  // What was closed in the meantime, as the folder itself that was read, is nothing.
  const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return descriptors
    .filter((_, index) => inodes.has(targets[index]?.match(/^socket:\[(\d+)\]$/)?.[1] ?? ''))
    .map(Number)
}

/** A system without IPv6 has no table of it. */
function readTable(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

function inodesListening(table: string, port: number): string[] {
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local = '', , state]) => state === listeningState && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
    )
    .map((fields) => fields[9] ?? '')
}

/** @throws when the system refuses */
function setSendBuffers(sockets: readonly number[]): void {
  const { i32, u32 } = FFIType
  const library = dlopen('libc.so.6', { setsockopt: { args: [i32, i32, i32, FFIType.ptr, u32], returns: i32 } })
  const value = new Int32Array([sendBufferBytes])
  try {
    for (const socket of sockets) {
      const result = library.symbols.setsockopt(socket, socketLevel, sendBufferOption, ptr(value), value.byteLength)
      if (result !== 0) throw new Error('setsockopt was refused')
    }
  } finally {
    library.close()
  }
}
