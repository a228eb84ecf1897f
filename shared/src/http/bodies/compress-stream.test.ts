import { describe, expect, test } from 'bun:test'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { until } from '@hexawatt/shared/testing/until'
import { type ByteStream, compressStream } from './compression.ts'

const decoders = { zstd: createZstdDecompress, br: createBrotliDecompress, gzip: createGunzip } as const
const encodings = ['zstd', 'br', 'gzip'] as const

/** A source that is asked chunk by chunk: how often, and whether it was told to stop. */
function startSource(chunkAt: (index: number) => Uint8Array<ArrayBuffer> | null | Promise<never>) {
  const seen = { asked: 0, isCancelled: false }
  const stream: ByteStream = new ReadableStream(
    {
      async pull(controller) {
        const chunk = await chunkAt(seen.asked++)
        if (chunk === null) controller.close()
        else controller.enqueue(chunk)
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { seen, stream }
}

const day = (index: number) => new TextEncoder().encode(`{"day":${index},${'"score":50,'.repeat(2_000)}"end":0}\n`)
const endless = () => new Promise<never>(() => undefined)

describe.each(encodings)('a stream in %s', (encoding) => {
  async function decoded(stream: ByteStream): Promise<Uint8Array> {
    const decoder = decoders[encoding]()
    for await (const chunk of stream) decoder.write(chunk)
    decoder.end()
    return new Uint8Array(Buffer.concat(await Array.fromAsync(decoder)))
  }

  test('decodes to the same bytes in any decoder, and is smaller', async () => {
    const { stream } = startSource((index) => (index === 40 ? null : day(index)))
    const compressed = new Uint8Array(await new Response(compressStream(stream, encoding)).arrayBuffer())
    const plain = Buffer.concat(Array.from({ length: 40 }, (_, index) => day(index)))
    expect(compressed.byteLength).toBeLessThan(plain.byteLength / 10)
    const again = new Response(compressed).body
    expect(again && Buffer.compare(await decoded(again), plain)).toBe(0)
  })

  test('releases the first chunk while the source still makes the second', async () => {
    const { stream } = startSource((index) => (index === 0 ? day(0) : endless()))
    const reader = compressStream(stream, encoding).getReader()
    const decoder = decoders[encoding]()
    const { promise, resolve } = Promise.withResolvers<void>()
    let readBytes = 0
    decoder.on('data', (chunk: Buffer) => {
      readBytes += chunk.byteLength
      if (readBytes === day(0).byteLength) resolve()
    })
    while (readBytes === 0) {
      const { value } = await reader.read()
      // Until the decoder has taken it: no time, since a machine that is busy may need any.
      await new Promise<unknown>((taken) => decoder.write(value, taken))
      await new Promise<unknown>((turn) => setImmediate(turn))
    }
    await promise
    await reader.cancel()
  })

  test('reads only a few chunks ahead of its reader', async () => {
    const { seen, stream } = startSource(() => crypto.getRandomValues(new Uint8Array(64 * 1024)))
    const reader = compressStream(stream, encoding).getReader()
    await reader.read()
    // What stays the same for ten looks is held up.
    for (let [asked, looks] = [-1, 0]; looks < 10; looks++) {
      if (seen.asked !== asked) looks = 0
      asked = seen.asked
      await Bun.sleep(10)
    }
    expect(seen.asked).toBeLessThan(20)
    await reader.cancel()
  })

  test('stops its source when its reader cancels', async () => {
    const { seen, stream } = startSource((index) => (index < 3 ? day(index) : endless()))
    const reader = compressStream(stream, encoding).getReader()
    await reader.read()
    await reader.cancel()
    await until('the stopped source', () => seen.isCancelled)
  })

  test('fails when its source fails, and never looks complete', async () => {
    const { stream } = startSource((index) => (index < 3 ? day(index) : Promise.reject(new Error('broken off'))))
    const reading = async () => {
      for await (const _ of compressStream(stream, encoding)) {
        // Only its end is of interest.
      }
    }
    await expect(reading()).rejects.toThrow()
  })
})

test('the identity encoding returns the same stream', () => {
  const { stream } = startSource(() => null)
  expect(compressStream(stream, 'identity')).toBe(stream)
})
