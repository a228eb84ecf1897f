import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { compress } from './compression.ts'

const body = new TextEncoder().encode(JSON.stringify({ hours: Array.from({ length: 48 }, (_, hour) => ({ hour })) }))

test.each([
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s makes the body smaller, and any other decoder reads the same bytes', (encoding, decompress) => {
  const compressed = compress(body, encoding)
  expect(compressed.byteLength).toBeLessThan(body.byteLength / 2)
  expect(new Uint8Array(decompress(compressed))).toEqual(body)
})

test('the identity encoding returns the same body', () => {
  expect(compress(body, 'identity')).toBe(body)
})
