import { expect, test } from 'bun:test'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { polledContent } from './testing/ingest-fixture.ts'
import { startSystem } from './testing/system-fixture.ts'

const system = stopAtEnd(
  await startSystem({
    asOf: '2026-02-03T17:41:30Z',
    content: polledContent('2026-02-03T17:35:00Z', sourceIds),
    // Whatever the gateway caches stays fresh.
    gateway: { seams: { cacheTimeMs: () => 0 } },
  }),
)
await system.refreshLive()

async function servedUntil(query: string): Promise<[servedUntil: string, etag: string | null]> {
  const response = await system.get(`/v1/schedule?durationMinutes=15&${query}`)
  expect(response.status).toBe(200)
  return [JSON.parse(await response.text()).servedUntil, response.headers.get('etag')]
}

// The clock moves on in this test: only this test repeats the same query.
test('a time of day becomes an instant before the cache is read, so the same query means the next day later on', async () => {
  const query = 'latest=19:00'
  const answers = []
  for (let asked = 0; asked < 3; asked += 1) answers.push(await servedUntil(query))
  expect(answers.map(([until]) => until)).toEqual(Array(3).fill('2026-02-03T18:00:00Z'))
  system.clock.moveTo('2026-02-03T18:05:00Z')
  const [later, etag] = await servedUntil(query)
  expect(later).toBe('2026-02-04T18:00:00Z')
  expect(answers.map(([, tag]) => tag)).not.toContain(etag)
})

test('an instant and the time of day that means it share one cached response', async () => {
  const [until, etag] = await servedUntil('earliest=22:00&latest=07:00')
  expect(until).toBe('2026-02-04T06:00:00Z')
  expect(await servedUntil('earliest=2026-02-03T21:00:00Z&latest=2026-02-04T06:00:00Z')).toEqual([until, etag])
})

test('a response to a time of day stays fresh only as long as the time of day means the same instant', async () => {
  const maxAgeOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await system.get(path, headers)
    const [, seconds] = /^private, max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '') ?? []
    return [response.status, Number(seconds), response.headers.get('etag')] as const
  }
  system.clock.moveTo('2026-02-03T18:13:30Z')
  const closed = '/v1/score/history?from=2026-02-02T18:14:00Z&to=2026-02-02T19:00:00Z'
  const [, ofInstants] = await maxAgeOf(closed)
  expect(ofInstants).toBeGreaterThan(600)
  for (const query of ['from=2026-02-02&to=19:14', 'from=19:14&to=2026-02-02T19:00Z', 'from=19:14&to=20:00']) {
    const path = `/v1/score/history?${query}`
    const [status, maxAge, etag] = await maxAgeOf(path)
    expect([query, status, maxAge <= 30]).toEqual([query, 200, true])
    const unchanged = await maxAgeOf(path, { 'if-none-match': etag ?? '' })
    expect([query, unchanged[0], unchanged[1] <= 30]).toEqual([query, 304, true])
  }
  const plan = '/v1/schedule?durationMinutes=15&'
  expect((await maxAgeOf(`${plan}latest=19:14`))[0]).toBe(422)
  expect((await maxAgeOf(`${plan}earliest=19:14`))[1]).toBeLessThanOrEqual(30)
  // Cached for a caller that names the instant: its own freshness.
  expect((await maxAgeOf(`${plan}earliest=2026-02-03T18:14:00Z`))[1]).toBeGreaterThan(30)
  expect((await maxAgeOf('/v1/score/history?from=2026-02-01&to=2026-02-02'))[1]).toBe(ofInstants)
})
