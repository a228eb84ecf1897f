import { expect, test } from 'bun:test'
import { serviceClientNames } from '@hexawatt/gateway/src/upstream/service-client.ts'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { CoverageResponse, ScoreAnalyticsResponse, ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startSystem } from '../testing/system-fixture.ts'
import { addPoints, makeRoomForPoints } from './testing/history-fixture.ts'
import { plainPoints } from './testing/sample-points.ts'

const system = stopAtEnd(await startSystem({ asOf: '2025-01-15T18:20:30Z' }))
await ensureDataMode(system.sql, 'demo')
await makeRoomForPoints(system.sql)
for (const [from, to] of [
  ['2024-06-01T00:00Z', '2024-09-01T00:00Z'],
  ['2024-09-01T00:00Z', '2024-12-01T00:00Z'],
  ['2024-12-01T00:00Z', '2025-01-15T18:20:01Z'],
] as const)
  await addPoints(system.sql, plainPoints(from, to))

const history = '/v1/score/history'
const long = `${history}?from=2024-06-01T00:00Z&to=2025-01-15T18:20Z&granularity=raw`
const pointsOfLong = (Date.parse('2025-01-15T18:20Z') - Date.parse('2024-06-01T00:00Z')) / 600_000

test.each(serviceClientNames)(
  'a history of many megabytes arrives whole, with its kind of data, through the client %s',
  async (client) => {
    const gateway = await system.startGateway({ settings: { SERVICE_CLIENT: client } })
    const response = await fetch(gateway.url + long, { headers: { 'x-api-key': await system.createKey('scale') } })
    expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'demo'])
    const text = await response.text()
    expect(text.length).toBeGreaterThan(4 * 1024 * 1024)
    const { points, sampleCount } = v.parse(ScoreHistoryResponse, JSON.parse(text))
    expect([points.length, sampleCount]).toEqual([pointsOfLong, pointsOfLong])
    await gateway.stop()
  },
)

test('CSV and NDJSON of many megabytes have the same points', async () => {
  const csv = await (await system.get(long, { accept: 'text/csv' })).text()
  expect(csv.split('\r\n')).toHaveLength(pointsOfLong + 2)
  const ndjson = await system.get(long, { accept: 'application/x-ndjson' })
  expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson')
  expect((await ndjson.text()).split('\n')).toHaveLength(pointsOfLong + 1)
})

test('the begin of a truncated CSV passes the gateway in a header that browser scripts may read', async () => {
  const response = await system.get(`${history}?from=2024-05-01T00:00Z&to=2024-06-02T00:00Z`, { accept: 'text/csv' })
  await response.body?.cancel()
  const { headers } = response
  expect([headers.get('x-effective-from'), headers.get('x-truncated')]).toEqual(['2024-06-01T00:00:00Z', 'true'])
  expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('X-Effective-From')
  expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('X-Truncated')
})

test('every plan has its history, the smallest one of seven days without analytics or weights', async () => {
  const key = await system.createKey('decouverte')
  const get = (path: string) => system.get(path, { 'x-api-key': key })
  const { sampleCount, maxHistoryDays } = v.parse(
    ScoreHistoryResponse,
    await (await get(`${history}?from=2025-01-08T00:00Z`)).json(),
  )
  expect([sampleCount, maxHistoryDays]).toEqual([7 * 144 + 18 * 6 + 3, 7])
  for (const [path, code] of [
    [`${history}?from=2025-01-07T00:00Z`, 'history_depth_exceeded'],
    [`${history}?profile=carbon`, 'plan_capability_required'],
    ['/v1/score/analytics', 'plan_capability_required'],
  ] as const) {
    const response = await get(path)
    expect([response.status, v.parse(ProblemDetails, await response.json()).code]).toEqual([403, code])
  }
})

test('analytics through the gateway follow the contract', async () => {
  const body = v.parse(
    ScoreAnalyticsResponse,
    await (await system.get('/v1/score/analytics?timezone=Europe/Paris')).json(),
  )
  expect([body.timeZone, body.sampleCount]).toEqual(['Europe/Paris', 144])
})

test('coverage needs no key', async () => {
  const body = v.parse(CoverageResponse, await (await fetch(`${system.gatewayUrl}/api/coverage`)).json())
  expect([body.seriesStart, body.pointCount]).toEqual(['2024-06-01T00:00:00Z', pointsOfLong + 1])
})

test('an unknown parameter and a query of 10 kB are refused before the service is asked', async () => {
  const typo = await system.get(`${history}?form=2025-01-01T00:00Z`)
  expect([typo.status, v.parse(ProblemDetails, await typo.json()).code]).toEqual([400, 'unknown_parameter'])
  const large = await system.get(`${history}?from=${'2'.repeat(10_240)}`)
  expect([large.status, v.parse(ProblemDetails, await large.json()).code]).toEqual([414, 'uri_too_long'])
})
