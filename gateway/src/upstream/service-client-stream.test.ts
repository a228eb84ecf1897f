import { describe, expect, test } from 'bun:test'
import { until } from '@hexawatt/shared/testing/until'
import {
  bothClients,
  createCall,
  createTestClient,
  formatOk,
  getStream,
  noEvents,
  recordEvents,
  startServer,
} from './testing/service-client-fixture.ts'

describe.each(bothClients)('the %s client forwards a stream', (_name, createClient) => {
  test('complete and without a length limit, and reports its end once', async () => {
    const { port } = startServer((socket) => socket.write(formatOk('x'.repeat(5_000), 'etag: "1"\r\n')))
    const events = recordEvents()
    const response = await createTestClient(createClient, port).askStream(createCall(), events)
    expect([response.status, response.headers]).toEqual([200, { etag: '"1"' }])
    expect(await new Response(getStream(response)).text()).toBe('x'.repeat(5_000))
    expect(events.seen).toEqual(['end'])
  })

  test('as an error where the service breaks it off', async () => {
    const { port } = startServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
      setTimeout(() => socket.end(), 20)
    })
    const events = recordEvents()
    const stream = getStream(await createTestClient(createClient, port).askStream(createCall(), events))
    await expect(new Response(stream).text()).rejects.toThrow()
    expect(events.seen.toSorted()).toEqual(['broken_off', 'end'])
  })

  test('as an error where the service falls silent', async () => {
    const { port } = startServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'))
    const events = recordEvents()
    const stream = getStream(
      await createTestClient(createClient, port, { timeoutMs: 500 }).askStream(createCall(), events),
    )
    await expect(new Response(stream).text()).rejects.toThrow()
    expect(events.seen.toSorted()).toEqual(['end', 'late'])
  })

  test('until its client disconnects, which closes the connection', async () => {
    const { seen, port } = startServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'))
    const events = recordEvents()
    await getStream(await createTestClient(createClient, port).askStream(createCall(), events)).cancel()
    await until('a closed connection', () => seen.closed === 1)
    expect(events.seen).toEqual(['end'])
  })

  test('only for 200: any other response is read whole', async () => {
    const { port } = startServer((socket) => socket.write('HTTP/1.1 403 x\r\ncontent-length: 2\r\n\r\nno'))
    const response = await createTestClient(createClient, port).askStream(createCall(), noEvents)
    expect([response.status, response.body]).toEqual([403, new TextEncoder().encode('no')])
  })
})
