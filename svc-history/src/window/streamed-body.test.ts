import { expect, test } from 'bun:test'
import { createBodyStream } from './streamed-body.ts'

test('a client that disconnects while a chunk is made ends the stream and is not counted as a failure', async () => {
  const begun = Promise.withResolvers<void>()
  const made = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const failures: unknown[] = []
  async function* chunks() {
    try {
      begun.resolve()
      await made.promise
      yield new Uint8Array(1)
    } finally {
      ended.resolve()
    }
  }
  const reader = createBodyStream(chunks(), (error) => failures.push(error)).getReader()
  const read = reader.read()
  await begun.promise
  const left = reader.cancel()
  made.resolve()
  await Promise.all([read, left, ended.promise])
  expect(failures).toEqual([])
})

test('a failing store breaks the stream off and is reported', async () => {
  const failures: unknown[] = []
  const failure = new Error('the store')
  async function* chunks() {
    yield new Uint8Array(1)
    throw failure
  }
  const reader = createBodyStream(chunks(), (error) => failures.push(error)).getReader()
  expect((await reader.read()).done).toBe(false)
  const isBrokenOff = await reader.read().then(
    () => false,
    () => true,
  )
  expect(isBrokenOff).toBe(true)
  expect(failures).toEqual([failure])
})
