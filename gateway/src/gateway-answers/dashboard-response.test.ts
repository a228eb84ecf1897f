import { describe, expect, test } from 'bun:test'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot, dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createSnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createLeapingTime } from '@hexawatt/shared/testing/leaping-time'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { useTestGateway } from '../testing/use-gateway.ts'

const now = Temporal.Instant.from('2026-02-03T18:20:30Z')
const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)

const { gateway } = await useTestGateway({
  clock: { now: () => now },
  cacheTimeMs: createLeapingTime(),
})
const { write } = createSnapshotWriter({
  sql: gateway.sql,
  redis: gateway.redis,
  logger: createLogger('test', 'silent'),
  clock: { now: () => now },
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${gateway.url}${path}`, { headers })

test('/api/dashboard is 503 before anything was computed', async () => {
  const answer = await get('/api/dashboard')
  expect([answer.status, (await problemOf(answer)).code]).toEqual([503, 'service_unavailable'])
})

describe('/api/dashboard with a snapshot', () => {
  test('is served without a key, with its data mode, and 304 to a client that has it', async () => {
    await write(dashboardSnapshot, snapshot, now)
    const answer = await get('/api/dashboard')
    expect([answer.status, answer.headers.get('x-data-mode')]).toEqual([200, 'demo'])
    expect(await answer.json()).toMatchObject({ score: snapshot.score, tariff: snapshot.tariff })
    const again = await get('/api/dashboard', { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('is 503 if the snapshot is from a later instant of a replay', async () => {
    await write(dashboardSnapshot, { ...snapshot, generatedAt: '2026-02-04T18:20:00Z' }, now)
    expect((await get('/api/dashboard')).status).toBe(503)
  })
})
