import { expect, test } from 'bun:test'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startHistoryFixture } from '../history/testing/history-fixture.ts'
import { countBytes, startHistoryProgram } from '../history/testing/history-program.ts'
import { startRawClient } from '../history/testing/raw-client.ts'
import { addQuarters } from './testing/stored-quarters.ts'

const now = '2025-01-01T00:05:00Z'
const year = '/v1/carbon/series?from=2024-01-01T00:00Z&to=2025-01-01T00:00Z'
const slotsOfYear = 366 * 96
const maxResidentMb = 200
const clientsAtOnce = 20
const soon = { intervalMs: 20, timeoutMs: 20_000 }

const fixture = stopAtEnd(await startHistoryFixture(now))
await addQuarters(fixture.sql, '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z')

/** Queries of svc-history that run. */
async function countActive(): Promise<number> {
  const rows = await fixture.sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'hexawatt svc-history' and state <> 'idle'`
  return rows.length
}

test('a year arrives whole: every quarter-hour once and in order', async () => {
  const response = await fixture.ask(year)
  const { points } = (await response.json()) as { points: { slotStart: string; gCo2PerKwh: number | null }[] }
  expect(points).toHaveLength(slotsOfYear)
  expect(points.every(({ slotStart }, at) => Date.parse(slotStart) === Date.UTC(2024, 0, 1) + at * 900_000)).toBe(true)
  expect(points.filter(({ gCo2PerKwh }) => gCo2PerKwh === null)).toEqual([])
})

test('a client that disconnects ends its queries', async () => {
  const client = startRawClient(fixture.port, year, fixture.headersOf('scale'))
  await client.whenAnswered
  client.leave()
  expect(await pollUntil(async () => (await countActive()) === 0, soon)).toBe(true)
})

test('a client that does not read pauses the making of the response, and gets all of it once it reads', async () => {
  const client = startRawClient(fixture.port, year, fixture.headersOf('scale'))
  await client.whenAnswered
  const text = await client.readToEnd()
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(true)
  expect(text.match(/"slotStart"/g)).toHaveLength(slotsOfYear)
})

test(`the process stays below ${maxResidentMb} MB while ${clientsAtOnce} clients read a year of quarter-hours at once, in every format`, async () => {
  const { url, child, readPeakMb } = await startHistoryProgram(fixture.databaseUrl, now)
  const accepts = ['application/json', 'text/csv', 'application/x-ndjson'] as const
  for (const boundary of ['production', 'direct']) {
    const lengths = await Promise.all(
      Array.from({ length: clientsAtOnce }, async (_, index) => {
        const accept = accepts[index % accepts.length] ?? accepts[0]
        const headers = { ...fixture.headersOf('scale'), accept }
        return countBytes(await fetch(`${url}${year}&boundary=${boundary}`, { headers }))
      }),
    )
    expect(Math.min(...lengths)).toBeGreaterThan(40 * slotsOfYear)
  }
  const peakMb = await readPeakMb()
  console.log(
    `svc-history, ${clientsAtOnce} years of quarter-hours at once, twice: at most ${peakMb.toFixed(0)} MB resident`,
  )
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(peakMb).toBeGreaterThan(0)
  expect(peakMb).toBeLessThanOrEqual(maxResidentMb)
})

test('a response broken off by the store is visibly incomplete', async () => {
  const client = startRawClient(fixture.port, year, fixture.headersOf('scale'))
  await client.whenAnswered
  await fixture.sql.unsafe('alter table carbon_quarters rename to carbon_quarters_away')
  const text = await client.readToEnd()
  expect(text).toStartWith('HTTP/1.1 200')
  expect(text.endsWith('\r\n0\r\n\r\n')).toBe(false)
  expect(text).not.toContain(']}')
  await fixture.sql.unsafe('alter table carbon_quarters_away rename to carbon_quarters')
})
