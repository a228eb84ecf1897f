import { expect, test } from 'bun:test'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { decodeSample, maxSampleChars, sampleBody } from './sample-payload.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a body within the limit is kept to the byte: JSON with blanks, a byte-order mark, bytes that are not UTF-8', () => {
  for (const body of [bytes('{ "a" : 1.0 }\n'), bytes('\ufeff{}'), new Uint8Array([0xe9, 0, 255])]) {
    const sample = sampleBody(body)
    expect([sample.isCut, sample.isReadable]).toEqual([false, true])
    expect([...decodeSample(sample)]).toEqual([...body])
  }
})

test('long JSON keeps the newest elements of every array: parallel arrays stay parallel, short ones whole', () => {
  const at = Array.from({ length: 60_000 }, (_, index) => index)
  const json = {
    unix_seconds: at,
    production_types: [
      { name: 'nuclear', data: at },
      { name: 'sun', data: at },
    ],
    unit: 'MW',
  }
  const sample = sampleBody(bytes(JSON.stringify(json)))
  expect(sample).toMatchObject({ encoding: 'text', isCut: true, isReadable: true })
  expect(sample.text.length).toBeLessThanOrEqual(maxSampleChars)
  const { unix_seconds: seconds, production_types: types } = JSON.parse(sample.text)
  expect([types[0].data.length, types[1].data.length]).toEqual([seconds.length, seconds.length])
  expect([seconds.at(-1), types[1].name, seconds.length > 1_000]).toEqual([59_999, 'sun', true])
})

test('of long rows the newest ones with values are kept, not the null rows of the rest of the day', () => {
  const row = (at: number, value: number | null) => ({
    at,
    region: 'x'.repeat(60),
    wind: value,
    sun: value,
    hydro: value,
  })
  const rows = [
    ...Array.from({ length: 3_000 }, (_, at) => row(at, 1)),
    ...Array.from({ length: 3_000 }, (_, at) => row(3_000 + at, null)),
  ]
  const kept = JSON.parse(sampleBody(bytes(JSON.stringify(rows))).text)
  expect([kept.at(-1).at, kept.length > 1_000]).toEqual([2_999, true])
})

test('a long table in an archive keeps its header and its last lines', () => {
  const random = crypto.getRandomValues(new Uint8Array(60_000))
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `${index}\t${random.subarray(index * 3, index * 3 + 30).toHex()}`,
  )
  const sample = sampleBody(zipSync({ 'table.xls': strToU8(['h\té', ...lines].join('\n')) }))
  expect([sample.isCut, sample.isReadable, sample.text.length <= maxSampleChars]).toEqual([true, true, true])
  const [table = new Uint8Array()] = Object.values(unzipSync(decodeSample(sample)))
  const kept = new TextDecoder().decode(table).split('\n')
  expect([kept[0], kept.at(-1)]).toEqual(['h\té', lines.at(-1)])
})

test('a sample that could only be cut in the middle says that it cannot be read', () => {
  const text = sampleBody(bytes(`<html>${'x'.repeat(300_000)}</html>`))
  const noise = sampleBody(crypto.getRandomValues(new Uint8Array(60_000)).map((byte) => byte | 0x80))
  const long = sampleBody(
    Buffer.concat(Array.from({ length: 4 }, () => crypto.getRandomValues(new Uint8Array(60_000)))),
  )
  expect([text.isReadable, noise.isReadable, long.isReadable]).toEqual([false, true, false])
  expect([text.text.length, long.text.length <= maxSampleChars]).toEqual([maxSampleChars, true])
})
