import { dlopen, ptr } from 'bun:ffi'
import { readdir } from 'node:fs/promises'
import type { Logger } from '@hexawatt/shared/telemetry/logger'

/** Send buffer of a connection in the kernel, bytes; Linux reserves twice as much. Enough for 2 MB/s to a client 100 ms away. */
export const sendBufferBytes = 128 * 1024

/** Linux constants, on the processors that Bun runs on. */
const internetFamilies = [2, 10]
const socketLevel = 1
const sendBufferOption = 7

/**
 * Bounds the send buffers of all connections that a port of this process will accept: they inherit the bound from the listening socket, and Bun has no
 * setting for it (docs/develop/send-buffers.md). On systems other than Linux, or after a failure, connections keep the system's default.
 */
export async function boundSendBuffers(port: number, logger: Logger): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    const descriptors = (await readdir('/proc/self/fd')).map(Number)
    if (boundSockets(descriptors, port) === 0) throw new Error('the listening socket was not found')
  } catch (error) {
    logger.warn({ err: error, port }, 'send buffers keep the system default: slow clients are detected later')
  }
}

/** @returns the number of the port's sockets whose send buffers are now bounded */
function boundSockets(descriptors: readonly number[], port: number): number {
  const libc = dlopen('libc.so.6', {
    getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
    setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
  })
  const size = new Int32Array([sendBufferBytes])
  const socketsOfPort = descriptors.filter((descriptor) => {
    // The address is the family (16 bits), then the port in network order.
    const address = new DataView(new ArrayBuffer(128))
    const length = new Int32Array([address.byteLength])
    const isSocket = libc.symbols.getsockname(descriptor, ptr(address), ptr(length)) === 0
    return isSocket && internetFamilies.includes(address.getUint16(0, true)) && address.getUint16(2) === port
  })
  const bounded = socketsOfPort.filter(
    (socket) => libc.symbols.setsockopt(socket, socketLevel, sendBufferOption, ptr(size), size.byteLength) === 0,
  )
  libc.close()
  return bounded.length
}
