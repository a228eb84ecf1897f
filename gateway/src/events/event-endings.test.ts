import { expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { boundSendBuffers } from '../http/native/send-buffers.ts'
import { createGatewayPrograms, createProgramSettings } from '../testing/gateway-programs.ts'
import { useTestGateway } from '../testing/use-gateway.ts'
import { countEndedStreams, createTestChangePublisher, openEvents, serveVersions } from './testing/events-fixture.ts'

const { gateway, startAnother, service, stores } = await useTestGateway()
const versions = serveVersions(service)
const { key } = await storeTestKey(gateway)
const port = Number(new URL(gateway.url).port)
await boundSendBuffers(port, createLogger('test', 'silent'))
const publishChange = createTestChangePublisher(gateway)
const { startProgram, killPrograms } = createGatewayPrograms()
closeAtEnd(killPrograms)

/** What makes a body larger than a real one. */
const filler = 'x'.repeat(60_000)

/** A client that opens a stream and reads nothing. */
async function openUnread(query: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(`GET ${getEvents.path}${query} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`)
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.pause()
  return socket
}

test('a listener that does not read is ended; a listener that reads gets every event', async () => {
  const reader = await openEvents(gateway.url, key, { query: '?kinds=outlook' })
  await reader.take(1)
  const unread = await openUnread('?kinds=outlook')
  for (let version = 2; (await countEndedStreams(gateway, 'slow')) === 0; version += 1) {
    versions.set('outlook', { version: `${version}`, modifiedMs: Date.now() + version * 1_000, filler })
    await publishChange('forecast')
    expect((await reader.next())?.data).toContain(`"version":"${version}"`)
  }
  unread.destroy()
  reader.leave()
}, 30_000)

test('the idle time-out of a connection does not end an event stream', async () => {
  // Bun looks for idle connections every 4 s and rounds the time-out to these rounds: with less than 5 s, the round could close a connection at its opening.
  const impatient = await startAnother({
    idleTimeoutSeconds: 5,
    redisUrl: await createTestRedisUrl(),
  })
  const stream = await openEvents(impatient.url, (await storeTestKey(impatient)).key, { query: '?kinds=score' })
  await stream.take(1)
  // Another connection that is silent from now on.
  const idle = connect({ port: Number(new URL(impatient.url).port), host: '127.0.0.1' })
  idle.resume().write('GET /llms.txt HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await new Promise<void>((resolve) => idle.once('close', () => resolve()))
  versions.advance('score', '80')
  await createTestChangePublisher(impatient)('score')
  expect((await stream.next())?.data).toContain('"version":"80"')
  stream.leave()
})

test('a gateway has a bounded number of streams, refuses more with 503, and reuses the place of an ended stream', async () => {
  const small = await startAnother({ maxEventStreams: 2, redisUrl: await createTestRedisUrl() })
  const keys = await Promise.all([1, 2, 3].map(async () => (await storeTestKey(small)).key))
  const [first, second, third = ''] = keys
  const streams = await Promise.all([first, second].map((one = '') => openEvents(small.url, one)))
  const refused = await fetch(`${small.url}${getEvents.path}`, { headers: { 'x-api-key': third } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect((await problemOf(refused)).code).toBe('service_unavailable')
  // Nothing was charged.
  expect(refused.headers.get('x-ratelimit-remaining-month')).toBe(refused.headers.get('x-ratelimit-limit-month'))
  streams[0]?.leave()
  await until('a place is free', async () => {
    const stream = await openEvents(small.url, third)
    stream.leave()
    return stream.response.status === 200
  })
  streams[1]?.leave()
})

test('every gateway process sends changes; SIGTERM ends all streams with random retry pauses, and the gateway exits', async () => {
  const settings = await createProgramSettings(stores)
  const { child, url, internalUrl } = await startProgram({ ...settings, LOG_LEVEL: 'info', GATEWAY_PROCESSES: '2' })
  const redis = createRedis(settings['REDIS_URL'] ?? '', createLogger('test', 'silent'))
  await whenRedisReady(redis)
  const streams = await Promise.all(Array.from({ length: 16 }, () => openEvents(url, key, { query: '?kinds=grid' })))
  for (const stream of streams) await stream.take(1)
  const open = (await (await fetch(`${internalUrl}/metrics`)).text()).matchAll(/^gateway_event_listeners\S* (\d+)$/gm)
  const ofProcesses = [...open].map(([, count]) => Number(count))
  expect([ofProcesses.length, ofProcesses.reduce((sum, count) => sum + count)]).toEqual([2, streams.length])
  versions.advance('grid', '70')
  await createTestChangePublisher({ redis })('grid_status')
  for (const stream of streams) expect((await stream.next())?.data).toContain('"version":"70"')
  child.kill('SIGTERM')
  const hints = await Promise.all(
    streams.map(async (stream) => {
      const hint = await stream.nextBlock()
      expect(await stream.nextBlock()).toBeNull()
      return hint?.retryMs ?? 0
    }),
  )
  expect(Math.min(...hints)).toBeGreaterThanOrEqual(2_000)
  expect(new Set(hints).size).toBeGreaterThan(1)
  expect(await child.exited).toBe(0)
  redis.disconnect()
})

test('a stopping gateway ends its streams, closes their connections and opens no new stream', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`GET ${getEvents.path}?kinds=grid HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`)
  await until('the first event', () => received.includes('event: grid'))
  gateway.drain.begin()
  await closed
  // The mark of the end: a client does not take the stream for one that broke off.
  expect(received).toEndWith('\r\n0\r\n\r\n')
  const refused = await fetch(`${gateway.url}${getEvents.path}`, { headers: { 'x-api-key': key } })
  expect([refused.status, (await problemOf(refused)).code]).toEqual([503, 'service_unavailable'])
})
