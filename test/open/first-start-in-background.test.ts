import { afterAll, beforeAll, expect, test } from 'bun:test'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { until } from '@hexawatt/shared/testing/until'
import { startIngest } from '@hexawatt/svc-ingest/src/app.ts'
import { listPastContents } from '@hexawatt/svc-ingest/src/past/past-contents.ts'
import * as v from 'valibot'
import { type System, startSystem } from '../testing/system-fixture.ts'

/** Between two planned polls of every open publisher. */
const asOf = '2026-02-20T12:07:00Z'

let system: System
beforeAll(async () => {
  system = await startSystem({ asOf, mode: 'open' })
}, 60_000)
afterAll(() => system.stop())

const readStatus = async (): Promise<StatusResponse> =>
  v.parse(StatusResponse, await (await fetch(`${system.gatewayUrl}/api/status`)).json())
const countAsked = async () =>
  (await system.sql<{ rows: number }[]>`select count(*)::int as rows from past_days where asked_sources > 0`)[0]
    ?.rows ?? 0
const count = async (table: 'score_points' | 'past_days') =>
  (await system.sql<{ rows: number }[]>`select count(*)::int as rows from ${system.sql(table)}`)[0]?.rows ?? 0

test('the first start on an empty database polls, then loads 28 days in the background, says how far it is, and goes on after a restart', async () => {
  const past = listPastContents('open', () => false)
  const start = (name: string) =>
    startIngest({ ...system.ingest, past, metrics: createMetrics(name) }, { pastEveryMs: 50 })
  const first = await start('first')
  await until('a piece of the past', async () => (await countAsked()) > 0, 90_000)
  await first.stop()
  expect(await count('score_points')).toBeLessThanOrEqual(1)
  const second = await start('second')
  await until('28 days', async () => (await readStatus()).history?.forecastReady === true, 200_000)
  await second.stop()
  const { history } = await readStatus()
  expect(history).toMatchObject({ wantedDays: 365, state: 'loading', forecastReady: true })
  expect(history?.knownDays).toBeGreaterThanOrEqual(27)
  const [twice] = await system.sql<
    { rows: number }[]
  >`select count(*)::int as rows from past_days where asked_sources > 2`
  expect(twice?.rows).toBe(0)
  // Points are of ticks only: the past has none.
  expect(await count('score_points')).toBeLessThanOrEqual(1)
}, 300_000)
