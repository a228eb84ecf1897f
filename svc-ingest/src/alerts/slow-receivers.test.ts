import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { createReceiverLoad } from './receiver-load.ts'
import { sendWebhook } from './send-webhook.ts'

describe('a receiver cannot block the workers', () => {
  const post = (port: number, seams = {}) =>
    sendWebhook({ url: new URL(`http://127.0.0.1:${port}/`), address: '127.0.0.1', headers: {}, body: '{}' }, seams)

  async function withRawServer(answer: string | null, work: (port: number) => Promise<void>): Promise<void> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        if (answer !== null) socket.write(answer)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    try {
      await work(typeof address === 'object' && address !== null ? address.port : 0)
    } finally {
      server.close()
    }
  }

  test('by never answering: the attempt ends at the time limit', async () => {
    await withRawServer(null, async (port) => {
      expect(await post(port, { totalTimeoutMs: 50 })).toEqual({ error: 'timed out' })
    })
  })

  test('by a head that never ends: at most 16 KiB are read', async () => {
    await withRawServer('HTTP/1.1 200 OK\r\nx: ', async (port) => {
      expect(await post(port, { totalTimeoutMs: 50 })).toEqual({ error: 'timed out' })
    })
    await withRawServer(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`, async (port) => {
      expect(await post(port)).toEqual({ error: 'no HTTP answer' })
    })
  })

  test('by an endless body: the status is used and the body is not read', async () => {
    await withRawServer(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_000)}`, async (port) => {
      expect(await post(port)).toEqual({ status: 200 })
    })
    await withRawServer('HTTP/1.1 202 Accepted\r\n\r\nmore to come', async (port) => {
      expect(await post(port)).toEqual({ status: 202 })
    })
  })

  test('by an answer that is not HTTP, or by an informational answer, which does not count as an answer', async () => {
    await withRawServer('SSH-2.0-OpenSSH\r\n\r\n', async (port) => {
      expect(await post(port, { totalTimeoutMs: 50 })).toMatchObject({ error: 'timed out' })
    })
    await withRawServer('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 201 Created\r\n\r\n', async (port) => {
      expect(await post(port)).toEqual({ status: 201 })
    })
  })

  test('by slow or failing attempts: further ones are postponed without being counted', async () => {
    let nowMs = 0
    const load = createReceiverLoad(() => nowMs)
    const held = Promise.withResolvers<boolean>()
    const running = [1, 2].map(() => load.run('a', () => held.promise, Boolean))
    expect(await load.run('a', async () => true, Boolean)).toBeNull()
    expect(await load.run('b', async () => true, Boolean)).toBe(true)
    held.resolve(false)
    await Promise.all(running)
    for (let failure = 0; failure < 3; failure += 1) await load.run('a', async () => false, Boolean)
    expect(await load.run('a', async () => true, Boolean)).toBeNull()
    nowMs += 60_000
    expect(await load.run('a', async () => true, Boolean)).toBe(true)
  })
})
