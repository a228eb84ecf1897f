import { pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'

/** A value of `Content-Encoding`; `identity` = not compressed. */
export type ContentEncoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** Smaller bodies are not compressed, bytes: the headers already fill most of the packet. */
export const compressedFromBytes = 1024

/**
 * Levels for bodies that are compressed about once per second and encoding. Higher levels take two to ten times the time and save less than a tenth of the
 * size.
 */
const compressionLevels = { zstd: 3, br: 4, gzip: 6 } as const

/** Compresses a whole body; `identity` returns the same bytes. */
export function compress(body: Uint8Array<ArrayBuffer>, encoding: ContentEncoding): Uint8Array<ArrayBuffer> {
  switch (encoding) {
    case 'zstd':
      return new Uint8Array(Bun.zstdCompressSync(body, { level: compressionLevels.zstd }))
    case 'br':
      return new Uint8Array(
        brotliCompressSync(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: compressionLevels.br,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
          },
        }),
      )
    case 'gzip':
      return Bun.gzipSync(body, { level: compressionLevels.gzip })
    case 'identity':
      return body
  }
}

/** log2 of the brotli window, bytes (256 KiB): the default of 4 MiB per client would take too much memory. */
const brotliWindowBits = 18

/** log2 of the zstd window, bytes. */
const zstdWindowLog = 18

export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Compresses a stream. Every chunk is flushed, so that the first byte is not delayed; backpressure reaches the source; a client that disconnects cancels
 * the source; a source that fails ends the body without an end mark, so that it never looks complete. (`CompressionStream` would delay chunks until its
 * buffer is full.)
 */
export function compressStream(source: ByteStream, encoding: ContentEncoding): ByteStream {
  if (encoding === 'identity') return source
  const compressor = createCompressor(encoding)
  // The pipeline itself ends both sides and reports errors to the reader of the body.
  pipeline(toNodeStream(source), compressor, () => undefined)
  return toWebStream(compressor)
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

/** The cast is safe: the stream types of Node and the web describe the same objects. */
function toNodeStream(stream: ByteStream): Readable {
  return Readable.fromWeb(stream as unknown as NodeReadableStream)
}

function toWebStream(stream: Readable): ByteStream {
  return Readable.toWeb(stream) as unknown as ByteStream
}
