import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSql, type Sql } from '@hexawatt/shared/postgres/client'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { createTestDatabase, type TestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { createPointDays } from '@hexawatt/svc-history/src/days/encoded-days.ts'
import { readDayRevisions } from '@hexawatt/svc-history/src/points/day-revision-store.ts'
import { addPoints, makeRoomForPoints } from './testing/history-fixture.ts'
import { flatPoint } from './testing/sample-series.ts'

/** Two replicas behind one address: the second lacks what the first has replayed already. */
const databases: TestDatabase[] = []
let ahead: Sql
let behind: Sql

const day = '2025-03-28'
const points = Array.from({ length: 144 }, (_, tick) =>
  flatPoint(new Date(Date.parse(`${day}T00:00:00Z`) + tick * 600_000).toISOString(), 500),
)
const [early, late] = [points.slice(0, 60), points.slice(60)]

beforeAll(async () => {
  for (let replica = 0; replica < 2; replica++) databases.push(await createTestDatabase())
  const [first, second] = databases.map(({ url }) => createSql(url, 'history test', 2))
  if (first === undefined || second === undefined) throw new Error('no databases')
  ahead = first
  behind = second
  for (const sql of [ahead, behind]) {
    await makeRoomForPoints(sql)
    await addPoints(sql, early)
  }
  await addPoints(ahead, late)
})
afterAll(async () => {
  await Promise.all([ahead, behind].map((sql) => sql.end({ timeout: 1 })))
  await Promise.all(databases.map((database) => database.drop()))
})

test.each(['raw', 'hourly'] as const)(
  'points (%s) older than the revision of their tag are never served, because the service waits for a replica that lags',
  async (granularity) => {
    const asked = await readDayRevisions(ahead, day, day)
    let pauses = 0
    const days = createPointDays({
      sql: behind,
      metrics: createMetrics('test'),
      pause: async () => {
        pauses++
      },
    })
    await expect(days.load(granularity, asked)).rejects.toThrow('a replica lags')
    expect(pauses).toBe(9)
  },
)

test('points that the replica has caught up with are served whole', async () => {
  const asked = await readDayRevisions(ahead, day, day)
  const days = createPointDays({
    sql: behind,
    metrics: createMetrics('test'),
    pause: () => addPoints(behind, late),
  })
  const [encoded] = await days.load('raw', asked)
  expect(encoded?.count).toBe(points.length)
})
