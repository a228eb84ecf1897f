import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createResponseReader } from './response-reader.ts'

const answerOf = (body: string, more = '') =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\netag: "1"\r\n${more}\r\n${body}`)

test('a response is the same however its bytes are split, and responses follow each other', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), cuts, (text, lengths) => {
      const reader = createResponseReader(1_000)
      for (let round = 0; round < 2; round++) {
        const bytes = answerOf(text)
        let [from, turn] = [0, 0]
        let read = null
        while (read === null && from < bytes.byteLength) {
          const length = lengths[turn++ % lengths.length] ?? 1
          read = reader.read(bytes.subarray(from, from + length))
          from += length
        }
        expect(from).toBeGreaterThanOrEqual(bytes.byteLength)
        expect(read?.isKeptOpen).toBe(true)
        expect(read?.response).toEqual({ status: 200, headers: { etag: '"1"' }, body: new TextEncoder().encode(text) })
      }
    }),
  )
})

test.each([
  ['head', 20],
  ['body', -2],
])('a %s in two chunks does not change when the memory of the first chunk is reused', (_, at) => {
  const reader = createResponseReader(10)
  const bytes = answerOf('body')
  const first = Buffer.from(bytes.subarray(0, at))
  expect(reader.read(first)).toBeNull()
  first.fill(0)
  const read = reader.read(Buffer.from(bytes.subarray(at)))
  expect(read?.response.headers).toEqual({ etag: '"1"' })
  expect(new TextDecoder().decode(read?.response.body)).toBe('body')
})

test('responses in one chunk are separated', () => {
  const reader = createResponseReader(10)
  const bytes = Buffer.concat([answerOf('body'), answerOf('next'), Buffer.from('H')])
  const first = reader.read(bytes)
  expect(new TextDecoder().decode(first?.response.body)).toBe('body')
  const second = reader.read(bytes, first?.nextAt)
  expect(new TextDecoder().decode(second?.response.body)).toBe('next')
  expect([second?.nextAt, reader.hasBegun()]).toEqual([bytes.byteLength - 1, false])
})

test('a connection that closes after the response carries no other request', () => {
  expect(createResponseReader(10).read(answerOf('body', 'connection: close\r\n'))?.isKeptOpen).toBe(false)
})

test('a body or head above its cap is refused before it is read', () => {
  expect(() => createResponseReader(10).read(answerOf('eleven byte'))).toThrow('too_large')
  const reader = createResponseReader(10)
  const line = Buffer.from(`x: ${'y'.repeat(1_000)}\r\n`)
  reader.read(Buffer.from('HTTP/1.1 200 OK\r\n'))
  expect(() => {
    for (let count = 0; count < 17; count++) reader.read(line)
  }).toThrow('too_large')
})

test('the reader knows whether a response has begun', () => {
  const reader = createResponseReader(10)
  expect(reader.hasBegun()).toBe(false)
  reader.read(Buffer.from('H'))
  expect(reader.hasBegun()).toBe(true)
  reader.read(answerOf('body').subarray(1))
  expect(reader.hasBegun()).toBe(false)
})
