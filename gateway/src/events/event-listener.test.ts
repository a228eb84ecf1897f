import { expect, test } from 'bun:test'
import { type EventKind, eventKinds } from '@hexawatt/shared/contract/formats/live-events'
import { createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { formatHttpDate } from '@hexawatt/shared/http/conditional'
import { createEventListener, type EndReason, maxUnreadBytes } from './event-listener.ts'
import { createEventVersion, readEventId, type SeenMarks } from './event-version.ts'

const encoder = new TextEncoder()
const comment = encoder.encode(':\n\n')

/** A listener whose stream is read by the test, or not at all. */
function listen(seen: SeenMarks = {}, kinds: readonly EventKind[] = eventKinds) {
  const ends: EndReason[] = []
  const listener = createEventListener({ kinds: new Set(kinds), seen, onEnd: (reason) => ends.push(reason) })
  return { listener, ends }
}

function version(kind: EventKind, tag: string, modifiedSeconds: number, text = `{"tag":"${tag}"}`) {
  const headers = { etag: `W/"${tag}"`, 'last-modified': formatHttpDate(modifiedSeconds * 1_000) }
  return createEventVersion(kind, createCachedBody(headers, encoder.encode(text)))
}

async function textOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  return new Response(stream).text()
}

test('each event id names the newest version of every kind, and no older version is sent', async () => {
  const { listener } = listen()
  expect(listener.offer(version('score', 'a', 100), 'opening')).toBe(true)
  expect(listener.offer(version('carbon', 'b', 101), 'opening')).toBe(true)
  expect(listener.offer(version('score', 'a', 200), 'change')).toBe(false)
  expect(listener.offer(version('score', 'old', 99), 'change')).toBe(false)
  expect(listener.offer(version('score', 'c', 100), 'change')).toBe(true)
  listener.end('stopping', comment)
  const ids = (await textOf(listener.stream)).match(/^id: .*$/gm)
  expect(ids).toEqual(['id: score=2s-a', 'id: score=2s-a,carbon=2t-b', 'id: score=2s-c,carbon=2t-b'])
  expect(readEventId('score=2s-c,carbon=2t-b')).toEqual({
    score: { tag: 'c', modifiedSeconds: 100 },
    carbon: { tag: 'b', modifiedSeconds: 101 },
  })
})

test('an older version that persists is sent with a heartbeat, because the data may have been set back', () => {
  const { listener } = listen(readEventId('score=zz-future'))
  expect(listener.offer(version('score', 'a', 100), 'opening')).toBe(false)
  expect(listener.offer(version('score', 'a', 100), 'beat')).toBe(true)
  expect(listener.offer(version('score', 'a', 100), 'beat')).toBe(false)
})

test('a stale body is sent once to a new stream without that kind, and has no version', async () => {
  const stale = createEventVersion('carbon', createCachedBody({}, encoder.encode('{"stale":true}')))
  const { listener } = listen()
  expect(listener.offer(stale, 'opening')).toBe(true)
  expect([listener.offer(stale, 'change'), listener.offer(stale, 'beat')]).toEqual([false, false])
  expect(listen(readEventId('carbon=1-a')).listener.offer(stale, 'opening')).toBe(false)
  listener.end('stopping', comment)
  expect(await textOf(listener.stream)).toBe('event: carbon\ndata: {"stale":true}\n\n:\n\n')
})

test('a body with line breaks is one event with several data lines', async () => {
  const { listener } = listen()
  listener.offer(version('grid', 'a', 100, '{\n "a": 1\n}'), 'opening')
  listener.end('stopping', comment)
  expect(await textOf(listener.stream)).toContain('data: {\ndata:  "a": 1\ndata: }\n\n')
})

test('listeners with the same event id share the bytes of an event', () => {
  const shared = version('score', 'a', 100)
  expect(shared.frame('score=2s-a')).toBe(shared.frame('score=2s-a'))
  expect(shared.frame('score=2s-a')).not.toBe(shared.frame('score=2s-a,grid=2s-a'))
})

test('a listener that reads nothing is ended when too many bytes wait, or after two heartbeats', () => {
  const full = listen()
  full.listener.send(new Uint8Array(maxUnreadBytes))
  expect(full.ends).toEqual([])
  full.listener.send(new Uint8Array(1))
  expect(full.ends).toEqual(['slow'])
  const still = listen()
  still.listener.send(new Uint8Array(1))
  still.listener.sendHeartbeat(comment)
  expect(still.ends).toEqual([])
  still.listener.sendHeartbeat(comment)
  expect(still.ends).toEqual(['slow'])
  expect(still.listener.offer(version('score', 'a', 100), 'change')).toBe(false)
})

test('a slow listener that reads stays connected', async () => {
  const { listener, ends } = listen()
  const reader = listener.stream.getReader()
  for (let beat = 0; beat < 5; beat += 1) {
    listener.send(new Uint8Array(1_000))
    listener.sendHeartbeat(comment)
    await reader.read()
    await reader.read()
    await Promise.resolve()
  }
  expect(ends).toEqual([])
})
