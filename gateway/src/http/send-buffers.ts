import { dlopen, FFIType, ptr } from 'bun:ffi'
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { Logger } from '@hexawatt/shared/telemetry/logger'

/**
 * Send buffer of a connection in the kernel, bytes; Linux reserves twice as much. The default is up to 4 MB: clients that request and do not
 * read would fill memory that no program counts, and an unread response would look sent. Enough for 2 MB/s to a client 100 ms away.
 */
export const sendBufferBytes = 128 * 1024

/** Linux constants, on the processors that Bun runs on. */
const socketLevel = 1
const sendBufferOption = 7
/** State of a listening socket in the kernel's tables. */
const listeningState = '0A'

/**
 * Bounds the send buffers of all connections that a port of this process will accept: they inherit them from the listening socket, and Bun
 * has no setting for it. On other systems than Linux, or when it fails, connections keep the system's default.
 */
export async function boundSendBuffers(port: number, logger: Logger): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    const sockets = await listeningSockets(port)
    if (sockets.length === 0) throw new Error('the listening socket was not found')
    setSendBuffers(sockets)
  } catch (error) {
    logger.warn({ err: error, port }, 'send buffers keep the system default: slow clients are detected later')
  }
}

/** File descriptors of this process that listen on a port. */
async function listeningSockets(port: number): Promise<number[]> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readTable(`/proc/self/net/${name}`)))
  const inodes = new Set(tables.flatMap((table) => inodesListening(table, port)))
  const descriptors = await readdir('/proc/self/fd')
  // A descriptor that was closed meanwhile, such as that of the folder itself, has no target.
  const targets = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return descriptors
    .filter((_, index) => inodes.has(targets[index]?.match(/^socket:\[(\d+)\]$/)?.[1] ?? ''))
    .map(Number)
}

/** A system without IPv6 has no tcp6 table. */
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
