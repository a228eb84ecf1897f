import { expect, test } from 'bun:test'
import { isProblem } from '../errors/hexawatt-errors.ts'
import { catchError, createProblem, type Script, startScriptedApi } from '../testing/scripted-api.ts'
import type { LiveEvent } from './live-events.ts'

const encoder = new TextEncoder()

const eventText = (kind: string, id: string, body: object) =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(body)}\n\n`

/** A stream that sends a text, some bytes at a time, and then ends. */
function stream(text: string, size = 1_000): Script {
  return () => {
    const bytes = encoder.encode(text)
    let at = 0
    return new Response(
      new ReadableStream({
        async pull(body) {
          if (at >= bytes.length) return body.close()
          await Bun.sleep(1)
          body.enqueue(bytes.slice(at, at + size))
          at += size
        },
      }),
      { headers: { 'content-type': 'text/event-stream', 'x-data-mode': 'demo' } },
    )
  }
}

async function take(events: AsyncIterable<LiveEvent>, count: number): Promise<LiveEvent[]> {
  const taken: LiveEvent[] = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

test('events arrive complete however the network splits them; comments, hints and unknown kinds are skipped', async () => {
  const text = `retry: 2500\n\n${eventText('score', 'score=1-a', { globalScore: 71 })}:\n\n${eventText('storm', 'x', {})}${eventText('grid', 'grid=1-b', { source: 'é' })}`
  for (const size of [1, 7, 1_000]) {
    await using api = startScriptedApi(stream(text, size))
    expect(await take(api.client().events({ kinds: ['score', 'grid'] }), 2)).toEqual([
      { kind: 'score', id: 'score=1-a', dataMode: 'demo', data: { globalScore: 71 } },
      { kind: 'grid', id: 'grid=1-b', dataMode: 'demo', data: { source: 'é' } },
    ] as never)
    expect(api.requests[0]?.address).toBe('/v1/events?kinds=score%2Cgrid')
    expect(api.requests[0]?.headers.get('accept')).toBe('text/event-stream')
    expect(api.requests[0]?.headers.get('last-event-id')).toBeNull()
  }
})

test('prices are asked for with their contract and come as a list', async () => {
  const prices = [{ start: '2026-02-03T18:15:00Z', end: '2026-02-03T18:30:00Z', value: 0.1579 }]
  await using api = startScriptedApi(stream(eventText('prices', 'prices=1-a', prices)))
  const query = { kinds: ['prices'], tariff: 'hphc', subscribedKva: 9, offPeak: '22h30-6h30' } as const
  const [event] = await take(api.client().events(query), 1)
  expect(event).toMatchObject({ kind: 'prices', data: prices })
  const asked = new URL(api.requests[0]?.address ?? '', api.url).searchParams
  expect(Object.fromEntries(asked)).toEqual({ ...query, kinds: 'prices', subscribedKva: '9' } as never)
})

test('the intensity of consumption comes as the object of its own operation', async () => {
  const consumption = { slotStart: '2026-02-03T15:00:00Z', gCo2PerKwh: 53.5 }
  await using api = startScriptedApi(stream(eventText('consumption', 'consumption=1-a', consumption)))
  const [event] = await take(api.client().events({ kinds: ['consumption'] }), 1)
  expect(event).toMatchObject({ kind: 'consumption', data: consumption })
})

test('an ended stream is resumed by the last event id after the requested wait', async () => {
  await using api = startScriptedApi(
    stream(`retry: 2500\n\n${eventText('score', 'score=1-a', {})}`),
    stream(`retry: 4000\n\n${eventText('score', 'score=2-b', {})}`),
    stream(eventText('score', 'score=3-c', {})),
  )
  const events = await take(api.client().events({ lastEventId: 'score=0-z' }), 3)
  expect(events.map(({ id }) => id)).toEqual(['score=1-a', 'score=2-b', 'score=3-c'])
  expect(api.requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([
    'score=0-z',
    'score=1-a',
    'score=2-b',
  ])
  expect(api.waitsMs).toEqual([2_500, 4_000])
})

test('a passing failure is retried with growing waits or Retry-After, and a new stream resets the wait', async () => {
  const opened = stream(`retry: 2000\n\n${eventText('score', 'score=1-a', {})}`)
  await using api = startScriptedApi(
    opened,
    createProblem(503, 'service_unavailable'),
    createProblem(503, 'service_unavailable'),
    createProblem(429, 'too_many_streams', { 'retry-after': '30' }),
    opened,
    opened,
  )
  expect(await take(api.client({ maxRetries: 0 }).events(), 3)).toHaveLength(3)
  expect(api.waitsMs).toEqual([2_000, 2_000, 4_000, 30_000, 2_000])
})

test('the limit event is thrown as its problem unless waiting helps', async () => {
  const limit = (code: string, status: number) =>
    stream(`retry: 7000\n\nevent: limit\ndata: ${JSON.stringify({ code, status, title: 'T', detail: 'used up' })}\n\n`)
  await using spent = startScriptedApi(limit('upgrade_required', 429))
  const error = await catchError(spent.client().events().next())
  expect(isProblem(error, 'upgrade_required') && error.retryAfterSeconds).toBe(7)
  await using crowded = startScriptedApi(limit('rate_limited', 429), stream(eventText('grid', 'grid=1-a', {})))
  expect(await take(crowded.client().events(), 1)).toHaveLength(1)
  expect(crowded.waitsMs).toEqual([7_000])
})

test('a permanent refusal is thrown, at the start and later', async () => {
  await using refused = startScriptedApi(createProblem(403, 'plan_capability_required'))
  expect(isProblem(await catchError(refused.client().events().next()), 'plan_capability_required')).toBe(true)
  await using revoked = startScriptedApi(
    stream(eventText('grid', 'grid=1-a', {})),
    createProblem(401, 'revoked_api_key'),
  )
  expect(isProblem(await catchError(take(revoked.client().events(), 2)), 'revoked_api_key')).toBe(true)
})

test('leaving the loop or aborting ends the transfer', async () => {
  const left = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const endless =
    (index: number): Script =>
    () =>
      new Response(
        new ReadableStream({
          async pull(body) {
            await Bun.sleep(1)
            body.enqueue(encoder.encode(eventText('grid', 'grid=1-a', {})))
          },
          cancel: () => left[index]?.resolve(),
        }),
      )
  await using api = startScriptedApi(endless(0), endless(1))
  await take(api.client().events(), 1)
  await left[0]?.promise
  const leaving = new AbortController()
  const error = await catchError(
    (async () => {
      for await (const _ of api.client().events({}, { signal: leaving.signal })) leaving.abort(new Error('enough'))
    })(),
  )
  expect(String(error)).toContain('enough')
  await left[1]?.promise
})
