import { expect, test } from 'bun:test'
import type { Hexawatt } from '../hexawatt.ts'
import { catchError, createSuccess, startScriptedApi } from '../testing/scripted-api.ts'

async function askedOf(call: (client: Hexawatt) => Promise<unknown>): Promise<string> {
  await using api = startScriptedApi(createSuccess())
  await call(api.client())
  return api.requests[0]?.address ?? ''
}

const weights = { price: 0.1 + 0.2, carbon: 0.7, grid: 0, adequacy: 1e-7 }

test.each<[string, (client: Hexawatt) => Promise<unknown>]>([
  ['/v1/score', (client) => client.score()],
  ['/v1/score?profile=carbon', (client) => client.score({ profile: 'carbon' })],
  [
    '/v1/score?wPrice=0.30000000000000004&wCarbon=0.7&wGrid=0&wAdequacy=0.00000010000000000000',
    (client) => client.score({ weights }),
  ],
  ['/v1/score/forecast?hours=48&profile=grid', (client) => client.scoreForecast({ hours: 48, profile: 'grid' })],
  [
    '/v1/score/history?from=2026-01-01T00%3A00%3A00%2B01%3A00&to=2026-01-02T00%3A00%3A00.999Z&granularity=raw',
    (client) =>
      client.scoreHistory({
        from: '2026-01-01T00:00:00+01:00',
        to: new Date('2026-01-02T00:00:00.999Z'),
        granularity: 'raw',
      }),
  ],
  [
    '/v1/score/analytics?from=2026-01-01T00%3A00%3A00Z&timezone=Europe%2FParis',
    (client) =>
      client.scoreAnalytics({ from: Temporal.Instant.from('2026-01-01T00:00:00Z'), timezone: 'Europe/Paris' }),
  ],
])('the client requests %s', async (address, call) => {
  expect(await askedOf(call)).toBe(address)
})

test('an invalid date rejects before any request', async () => {
  await using api = startScriptedApi(createSuccess())
  expect(await catchError(api.client().scoreHistory({ from: new Date('never') }))).toBeInstanceOf(RangeError)
  expect(api.requests).toEqual([])
})
