import { pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { type ContentEncoding, compressionLevels } from './compress.ts'

/** log2 of how far back brotli looks, bytes (256 KiB): its usual 4 MiB for each client would not be bounded by much. */
const brotliWindowBits = 18

/** The same for zstd. */
const zstdWindowLog = 18

/** A body of bytes on its way to a client. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Compresses a body on its way. Every chunk is flushed, so the first byte is not held back; nothing is read that the client has not
 * room for, beyond a few chunks; a client that leaves ends the source; a source that breaks off breaks the body off without an end
 * mark, so it never looks whole. (`CompressionStream` holds back what it was given until its own buffer is full.)
 */
export function compressStream(source: ByteStream, encoding: ContentEncoding): ByteStream {
  if (encoding === 'identity') return source
  const compressor = createCompressor(encoding)
  // Whatever ends one side ends the other; whoever reads the body is told, so nothing is left to do here.
  pipeline(asNode(source), compressor, () => undefined)
  return asWeb(compressor)
}

function createCompressor(encoding: Exclude<ContentEncoding, 'identity'>): Transform {
  switch (encoding) {
    case 'zstd':
      return createZstdCompress({
        flush: constants.ZSTD_e_flush,
        params: {
          [constants.ZSTD_c_compressionLevel]: compressionLevels.zstd,
          [constants.ZSTD_c_windowLog]: zstdWindowLog,
        },
      })
    case 'br':
      return createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: {
          [constants.BROTLI_PARAM_QUALITY]: compressionLevels.br,
          [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
        },
      })
    case 'gzip':
      return createGzip({ flush: constants.Z_SYNC_FLUSH, level: compressionLevels.gzip })
  }
}

/** The stream types of the two worlds describe the same objects in other words. */
function asNode(stream: ByteStream): Readable {
  return Readable.fromWeb(stream as unknown as NodeReadableStream)
}

function asWeb(stream: Readable): ByteStream {
  return Readable.toWeb(stream) as unknown as ByteStream
}
