import { expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { contentOf, startHistoryFixture } from './testing/history-fixture.ts'
import { countBytes, startHistoryProgram } from './testing/history-program.ts'
import { startRawClient } from './testing/raw-client.ts'
import { plainPoints } from './testing/sample-points.ts'

const now = '2025-01-01T00:05:00Z'
const year = '/v1/score/history?from=2024-01-01T00:00Z&to=2025-01-01T00:00Z&granularity=raw'
const pointsOfYear = 366 * 144
/** Queries of a whole year that nothing is kept of: the first and the last day, and batches of 15 days. */
const queriesOfYear = 2 + 25
const maxResidentMb = 200
const clientsAtOnce = 20

const monthStart = (month: number) => new Date(Date.UTC(2024, month, 1)).toISOString()
const months = Array.from({ length: 12 }, (_, month) => [monthStart(month), monthStart(month + 1)] as const)
const yearOfPoints = contentOf('points_of_2024', () => months.values().map(([from, to]) => plainPoints(from, to)))

const fixture = stopAtEnd(await startHistoryFixture(now, yearOfPoints))

/** Most requests of a client for one year of points. */
const maxTries = 5

const soon = { intervalMs: 20, timeoutMs: 20_000 }

test('a client that disconnects ends its queries', async () => {
  const client = startRawClient(fixture.port, year, fixture.headersOf('scale'))
  await client.whenAnswered
  expect(await fixture.openStreams()).toBe(1)
  client.leave()
  expect(await pollUntil(async () => (await fixture.openStreams()) === 0, soon)).toBe(true)
  const isIdle = async (): Promise<boolean> => {
    const active = await fixture.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'hexawatt svc-history' and state <> 'idle'`
    return active.length === 0
  }
  expect(await pollUntil(isIdle, soon)).toBe(true)
  const queries = await fixture.dayQueries()
  expect(queries).toBeLessThan(queriesOfYear)
  await fixture.ask('/v1/score/history?from=2024-12-31T23:00Z&to=2024-12-31T23:30Z')
  expect(await fixture.dayQueries()).toBeLessThanOrEqual(queries + 1)
})

test('a client that does not read pauses the making of the response, and gets all of it once it reads', async () => {
  const client = startRawClient(fixture.port, year, fixture.headersOf('scale'))
  await client.whenAnswered
  expect(await fixture.openStreams()).toBe(1)
  const text = await client.readToEnd()
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(true)
  expect(text.match(/"timestamp"/g)).toHaveLength(pointsOfYear)
  expect(await pollUntil(async () => (await fixture.openStreams()) === 0, soon)).toBe(true)
})

test('a year arrives whole: every point once, in order, and as many as its header says', async () => {
  const body = v.parse(ScoreHistoryResponse, await (await fixture.ask(`${year}&profile=carbon`)).json())
  expect([body.sampleCount, body.points.length]).toEqual([pointsOfYear, pointsOfYear])
  const times = body.points.map(({ timestamp }) => Date.parse(timestamp))
  expect(times.every((time, index) => time === Date.UTC(2024, 0, 1) + index * 600_000)).toBe(true)
})

test('a response broken off by the store is visibly incomplete', async () => {
  const cold = await startHistoryFixture(now, yearOfPoints)
  const client = startRawClient(cold.port, year, cold.headersOf('scale'))
  await client.whenAnswered
  await cold.sql.unsafe('alter table score_points rename to score_points_away')
  const text = await client.readToEnd()
  expect(text).toStartWith('HTTP/1.1 200')
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false)
  expect(text).not.toContain(']}')
  expect(await pollUntil(async () => (await cold.openStreams()) === 0, soon)).toBe(true)
  await cold.stop()
})

test(`the process stays below ${maxResidentMb} MB while ${clientsAtOnce} clients read a raw year at once, in every format`, async () => {
  const { url, child, readPeakMb } = await startHistoryProgram(fixture.databaseUrl, now)
  const accepts = ['application/json', 'text/csv', 'application/x-ndjson'] as const
  for (const weighting of ['', '', '&profile=price']) {
    const lengths = await Promise.all(
      Array.from({ length: clientsAtOnce }, async (_, index) => {
        const accept = accepts[index % accepts.length] ?? accepts[0]
        const ask = () => fetch(`${url}${year}${weighting}`, { headers: { ...fixture.headersOf('scale'), accept } })
        // On a busy machine a statement may take longer than it may: the client asks again, as the 503 says.
        for (let tries = 1; ; tries += 1) {
          const response = await ask()
          if (response.status === 200 || tries === maxTries) return countBytes(response)
        }
      }),
    )
    expect(Math.min(...lengths)).toBeGreaterThan(50 * pointsOfYear)
  }
  const peakMb = await readPeakMb()
  console.log(`svc-history, ${clientsAtOnce} raw years at once, three times: at most ${peakMb.toFixed(0)} MB resident`)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(peakMb).toBeGreaterThan(0)
  expect(peakMb).toBeLessThanOrEqual(maxResidentMb)
})

test('a history that is being sent when svc-history is told to stop is sent whole, and then its connection is closed', async () => {
  const { child, port, output } = await startHistoryProgram(fixture.databaseUrl, now)
  const client = startRawClient(port, year, fixture.headersOf('scale'))
  await client.whenAnswered
  child.kill('SIGTERM')
  await output.lineWith('stopping')
  const refused = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => false,
      () => true,
    )
  expect(await pollUntil(refused, soon)).toBe(true)
  const text = await client.readToEnd()
  expect(text.match(/"timestamp"/g)).toHaveLength(pointsOfYear)
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(true)
  expect(await child.exited).toBe(0)
})
