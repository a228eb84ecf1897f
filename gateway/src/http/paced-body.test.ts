import { expect, test } from 'bun:test'
import { chunkBytes, createPacedBody, maxDurationMs, minWindowBytes, windowMs } from './paced-body.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A body under a clock of its own, and what became of it. */
function pace(body: Bytes | ReadableStream<Bytes>) {
  const seen = { ends: 0, cuts: [] as [reason: string, sentBytes: number][], nowMs: 0 }
  const { stream, check } = createPacedBody(body, {
    monotonicMs: () => seen.nowMs,
    onEnd: () => {
      seen.ends += 1
    },
    onCut: (reason, sentBytes) => seen.cuts.push([reason, sentBytes]),
  })
  const reader = stream.getReader()
  return {
    seen,
    reader,
    /** Lets time go by, looking every second as the gateway does. */
    wait(ms: number): void {
      for (let passed = 0; passed < ms; passed += 1_000) {
        seen.nowMs += Math.min(1_000, ms - passed)
        check()
      }
    },
  }
}

const bytes = (length: number): Bytes => new Uint8Array(length).fill(7)

async function* chunksOf(reader: ReturnType<typeof pace>['reader']) {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

test('bytes are sent in chunks of the original buffer, without copies', async () => {
  const body = bytes(150_000)
  const { reader, seen } = pace(body)
  const chunks = await Array.fromAsync(chunksOf(reader))
  for (const { buffer } of chunks) expect(buffer).toBe(body.buffer)
  expect(chunks.map(({ length }) => length)).toEqual([chunkBytes, chunkBytes, 150_000 - 2 * chunkBytes])
  expect([seen.ends, seen.cuts]).toEqual([1, []])
})

test('large stream chunks are sent as small ones', async () => {
  const source = new ReadableStream<Bytes>({
    start(to) {
      to.enqueue(bytes(100_000))
      to.enqueue(bytes(10))
      to.close()
    },
  })
  const { reader } = pace(source)
  const lengths = await Array.fromAsync(chunksOf(reader), ({ length }) => length)
  expect(lengths).toEqual([chunkBytes, 100_000 - chunkBytes, 10])
})

test('a client that reads at the minimum rate is never cut off early', async () => {
  const { reader, seen, wait } = pace(bytes(40 * chunkBytes))
  const perChunkMs = (windowMs * chunkBytes) / minWindowBytes / 2
  for (let taken = 0; taken < 30; taken++) {
    await reader.read()
    wait(perChunkMs)
  }
  expect(seen.cuts).toEqual([])
})

test('a client that reads one chunk and stops is cut off at the end of the window', async () => {
  const { reader, seen, wait } = pace(bytes(1_000_000))
  await reader.read()
  wait(windowMs - 1_000)
  expect(seen.cuts).toEqual([])
  wait(2_000)
  expect([seen.cuts, seen.ends]).toEqual([[['too_slow', 0]], 1])
  await expect(reader.read()).rejects.toThrow('too_slow')
})

test('a client that reads 1 kB/s is cut off although it never stops', async () => {
  const { reader, seen, wait } = pace(bytes(1_000_000))
  for (let chunk = 0; chunk < 4 && seen.cuts.length === 0; chunk++) {
    await reader.read().catch(() => undefined)
    wait(chunkBytes)
  }
  expect(seen.cuts).toHaveLength(1)
})

test('a body that no client has begun to read is cut off', () => {
  const { seen, wait } = pace(bytes(1_000_000))
  wait(windowMs)
  expect([seen.cuts, seen.ends]).toEqual([[['too_slow', 0]], 1])
})

test('time spent waiting for the source does not count against the client', async () => {
  const source = Promise.withResolvers<void>()
  const stream = new ReadableStream<Bytes>(
    {
      async pull(to) {
        await source.promise
        to.enqueue(bytes(1_000))
      },
    },
    { highWaterMark: 0 },
  )
  const { reader, seen, wait } = pace(stream)
  const first = reader.read()
  // The stream asks its source a turn later.
  await Bun.sleep(0)
  wait(10 * windowMs)
  source.resolve()
  expect((await first).value?.length).toBe(1_000)
  expect(seen.cuts).toEqual([])
})

test('no body lasts longer than the maximum, and its source is cancelled', async () => {
  const cancelled = Promise.withResolvers<void>()
  const stream = new ReadableStream<Bytes>({
    pull: (to) => to.enqueue(bytes(chunkBytes)),
    cancel: () => cancelled.resolve(),
  })
  const { reader, seen, wait } = pace(stream)
  for (let waitedMs = 0; waitedMs < maxDurationMs; waitedMs += 1_000) {
    await reader.read()
    wait(1_000)
  }
  expect(seen.cuts.map(([reason]) => reason)).toEqual(['too_long'])
  await cancelled.promise
})

test('a leaving client cancels the source; a failing source breaks the body off', async () => {
  const cancelled = Promise.withResolvers<void>()
  const left = pace(new ReadableStream<Bytes>({ cancel: () => cancelled.resolve() }))
  await left.reader.cancel()
  await cancelled.promise
  expect([left.seen.ends, left.seen.cuts]).toEqual([1, []])
  const broken = pace(new ReadableStream<Bytes>({ pull: (to) => to.error(new Error('broken off')) }))
  await expect(broken.reader.read()).rejects.toThrow('broken off')
  expect([broken.seen.ends, broken.seen.cuts]).toEqual([1, []])
})
