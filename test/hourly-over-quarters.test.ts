import { expect, test } from 'bun:test'
import { computeHourlyMeans } from '@hexawatt/shared/methodology/hourly-means'
import { createAsOfRule } from '@hexawatt/shared/stored-rows/as-of-rule'
import { readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { packPayload } from '@hexawatt/svc-ingest/src/archive/payload-store.ts'
import { readKnownValues } from '@hexawatt/svc-ingest/src/audit/archived-values.ts'
import { createPayloadReader } from '@hexawatt/svc-ingest/src/audit/payload-reader.ts'
import { readHourlyMeans } from '@hexawatt/svc-ingest/src/colors/hourly-means-store.ts'
import { storeFeed } from '@hexawatt/svc-ingest/src/pipeline/store-feed.ts'
import { normalisePowerExchanges } from '@hexawatt/svc-ingest/src/sources/rte/power-exchanges.ts'
import { startIngestFixture } from './testing/ingest-fixture.ts'

const fixture = stopAtEnd(await startIngestFixture('2026-02-03T12:11:00Z'))

const span = { from: Temporal.Instant.from('2026-02-03T08:00:00Z'), to: Temporal.Instant.from('2026-02-03T12:00:00Z') }

/** Stores prices from an hour on as a poll does: one every so many minutes. */
async function bring(start: string, minutes: number, prices: readonly number[]) {
  const values = prices.map((price, at) => {
    const slotStart = Temporal.Instant.from(start).add({ minutes: at * minutes })
    return { start_date: slotStart.toString(), end_date: slotStart.add({ minutes }).toString(), price, value: 1 }
  })
  const payload = { france_power_exchanges: [{ values }] }
  fixture.clock.advance({ minutes: 1 })
  return storeFeed(fixture.deps, 'power_exchanges', {
    publisher: 'rte',
    source: 'power_exchanges',
    query: {},
    packed: await packPayload(new TextEncoder().encode(JSON.stringify(payload))),
    normalised: normalisePowerExchanges(payload),
  })
}

/** Stored prices that the archived payloads contradict. */
async function auditFindings(): Promise<string[]> {
  const now = fixture.clock.now()
  const deps = { sql: fixture.sql, payloads: createPayloadReader(fixture.deps.archive) }
  const rule = createAsOfRule({ at: now, computedAt: now, provenance: 'live' })
  return (await readKnownValues(deps, { feed: 'power_exchanges', ...span }, rule)).findings
}

/** Hourly prices from the stored rows, by both ways that make them. */
async function hours() {
  const asked = { feed: 'power_exchanges', series: ['PRICE'] } as const
  const now = fixture.clock.now()
  const rows = await readSlotValues(fixture.sql, { ...asked, ...span }, now)
  const bounds = { startMs: span.from.epochMilliseconds, endMs: span.to.epochMilliseconds }
  const bySql = await readHourlyMeans(fixture.sql, { ...asked, ...bounds }, now)
  const hourOf = (startMs: number) => (startMs - bounds.startMs) / hourMs + 8
  return {
    inMemory: Object.fromEntries(
      [...(computeHourlyMeans(rows).get('PRICE') ?? [])].map(([ms, mean]) => [hourOf(ms), mean]),
    ),
    inPostgres: Object.fromEntries(bySql.map((row) => [hourOf(row.slotStart.epochMilliseconds), row.value])),
  }
}

test('an hourly row over stored quarter-hours is kept and not used, and the hour stays known', async () => {
  await bring('2026-02-03T10:00:00Z', 15, [10, 20, 30, 60])
  const stored = await bring('2026-02-03T10:00:00Z', 60, [99, 50])
  // Price and volume of the hour; the values of the next hour are taken.
  expect([stored.quarantined, stored.changedSlots]).toEqual([2, 2])
  expect(await hours()).toEqual({ inMemory: { 10: 30, 11: 50 }, inPostgres: { 10: 30, 11: 50 } })
  const kept = await fixture.sql<{ value: number; reason: string }[]>`
    select value, reason from quarantined_values where series = 'PRICE'`
  expect([...kept]).toEqual([
    { value: 99, reason: 'a longer slot over shorter ones that cover it: the finer values hold' },
  ])
})

test('quarter-hours over a stored hour replace it, and an hour over some of its quarter-hours is known', async () => {
  await bring('2026-02-03T11:00:00Z', 15, [1, 2, 3, 6])
  expect(await hours()).toMatchObject({ inMemory: { 11: 3 }, inPostgres: { 11: 3 } })
  await bring('2026-02-03T09:15:00Z', 15, [7, 7, 7])
  expect((await bring('2026-02-03T09:00:00Z', 60, [40])).quarantined).toBe(0)
  expect(await hours()).toMatchObject({ inMemory: { 9: 40 }, inPostgres: { 9: 40 } })
})

test('prices beyond the auction’s limits are stored once the setting is raised, and the audit finds nothing missing', async () => {
  const high = [5_000, 10, 10, 10]
  expect((await bring('2026-02-03T10:00:00Z', 15, high)).quarantined).toBe(1)
  expect(await auditFindings()).toEqual([])
  fixture.deps.priceLimits = { min: -500, max: 6_000 }
  expect((await bring('2026-02-03T10:00:00Z', 15, high)).quarantined).toBe(0)
  expect((await hours()).inMemory).toMatchObject({ 10: 1_257.5 })
  expect(await auditFindings()).toEqual([])
})

test('slots that overlap and leave a gap make no hour, even if their lengths add up to one', async () => {
  await bring('2026-02-03T08:00:00Z', 30, [5])
  await bring('2026-02-03T08:15:00Z', 15, [7, 8])
  const { inMemory, inPostgres } = await hours()
  expect([8 in inMemory, 8 in inPostgres]).toEqual([false, false])
  await bring('2026-02-03T08:45:00Z', 15, [9])
  await bring('2026-02-03T08:00:00Z', 15, [4])
  expect(await hours()).toMatchObject({ inMemory: { 8: 7 }, inPostgres: { 8: 7 } })
})
