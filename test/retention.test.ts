import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { readTrace } from '@hexawatt/svc-ingest/src/archive/trace-store.ts'
import { retirePayloads } from '@hexawatt/svc-ingest/src/maintenance/maintain.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from './testing/ingest-fixture.ts'

let fixture: IngestFixture

beforeEach(async () => {
  fixture = await startIngestFixture('2025-01-10T12:05:00Z')
})
afterEach(() => fixture.stop())

async function poll(id: FeedId = 'physical_flows'): Promise<void> {
  await pollSource(fixture.deps, getSource(id))
}

const retire = (rawRetentionMonths: number) => retirePayloads({ ...fixture.deps, rawRetentionMonths })

/** Ids of the payloads that are there, by table. */
async function payloads(): Promise<{ raw: string[]; kept: string[] }> {
  const [raw, kept] = await Promise.all([
    fixture.sql<{ id: string }[]>`select id from raw_payloads order by id`,
    fixture.sql<{ id: string }[]>`select id from kept_payloads order by id`,
  ])
  return { raw: raw.map(({ id }) => id), kept: kept.map(({ id }) => id) }
}

/** Text of an archived payload. */
async function bodyOf(id: string): Promise<string> {
  const content = (await fixture.deps.archive.read([id])).get(id)?.content
  return content?.kind === 'read' ? new TextDecoder().decode(content.body) : 'no body'
}

/** One payload that brought values, then a payload with the same values in other words, which brings none. */
async function twoPayloads(): Promise<{ referenced: string; unreferenced: string }> {
  await poll()
  fixture.clock.advance({ minutes: 1 })
  fixture.faults.set([{ kind: 'duplicate_slots', subject: 'physical_flows', times: 1 }])
  await poll()
  const [referenced = '', unreferenced = ''] = (await payloads()).raw
  const values = await fixture.sql<{ payloadId: string }[]>`select distinct payload_id from feed_values`
  expect(values.map(({ payloadId }) => payloadId)).toEqual([referenced])
  return { referenced, unreferenced }
}

describe('the retention of payloads', () => {
  test('retention drops a whole month, and keeps the payloads that stored values came from', async () => {
    const { referenced } = await twoPayloads()
    fixture.clock.moveTo('2026-02-01T00:00:00Z')
    const { months } = await retire(12)
    expect(months.map(({ month, kept, dropped }) => [month.toString(), kept, dropped])).toEqual([['2025-01', 1, 1]])
    expect(await payloads()).toEqual({ raw: [], kept: [referenced] })
    const partitions = await fixture.sql`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'raw_payloads'::regclass`
    expect([...partitions]).toEqual([])
  })

  test('payloads of runs of the weather are kept with the runs', async () => {
    const weathered = await startIngestFixture('2025-01-10T12:05:00Z', { hasWeather: true })
    await pollSource(weathered.deps, getSource('weather'))
    weathered.clock.moveTo('2026-02-01T00:00:00Z')
    const { months } = await retirePayloads({ ...weathered.deps, rawRetentionMonths: 12 })
    expect(months.map(({ month, kept, dropped }) => [month.toString(), kept, dropped])).toEqual([['2025-01', 1, 0]])
    await weathered.stop()
  })

  test('payloads are kept for the configured number of whole months', async () => {
    const { referenced, unreferenced } = await twoPayloads()
    fixture.clock.moveTo('2026-01-31T23:59:59Z')
    expect((await retire(12)).months).toEqual([])
    expect(await payloads()).toEqual({ raw: [referenced, unreferenced], kept: [] })
  })

  test('every stored value stays traceable to its payload, word for word', async () => {
    await twoPayloads()
    const slot = Temporal.Instant.from('2025-01-10T09:00:00Z')
    const before = await readTrace(fixture.sql, 'physical_flows', slot, null)
    expect(before.length).toBeGreaterThan(5)
    const body = await bodyOf(before[0]?.payloadId ?? '')
    fixture.clock.moveTo('2026-02-01T00:00:00Z')
    await retire(12)
    expect(await readTrace(fixture.sql, 'physical_flows', slot, null)).toEqual(before)
    expect(await bodyOf(before[0]?.payloadId ?? '')).toBe(body)
    expect(body).toContain('"physical_flows"')
  })

  test('a payload of a superseded version is kept', async () => {
    await poll('generation_by_type')
    fixture.clock.advance({ minutes: 1 })
    fixture.faults.set([
      { kind: 'revised_slots', subject: 'generation_by_type', productionType: 'NUCLEAR', factor: 1.01 },
    ])
    await poll('generation_by_type')
    const { raw } = await payloads()
    expect(raw).toHaveLength(2)
    fixture.clock.moveTo('2026-02-01T00:00:00Z')
    await retire(12)
    const referenced = await fixture.sql<{ id: string }[]>`
      select distinct payload_id as id from feed_values order by payload_id`
    expect(referenced).toHaveLength(2)
    expect((await payloads()).kept).toEqual(referenced.map(({ id }) => id))
  })

  test('refused values are dropped with their month and keep no payload', async () => {
    await fixture.sql`
      insert into quarantined_values (feed, series, slot_start, slot_end, value, reason, seen_at, payload_id)
      values ('physical_flows', 'x', '2025-01-10', '2025-01-11', 1, 'too much', '2025-01-10', 2)`
    const { unreferenced } = await twoPayloads()
    expect(unreferenced).toBe('2')
    fixture.clock.moveTo('2026-02-01T00:00:00Z')
    expect(await retire(12)).toMatchObject({ forgottenQuarantined: 1, months: [{ kept: 1, dropped: 1 }] })
  })

  test('polls succeed during and after retention', async () => {
    await twoPayloads()
    fixture.clock.moveTo('2026-02-01T00:00:00Z')
    const [retired] = await Promise.all([retire(12), poll(), poll()])
    expect(retired.months).toHaveLength(1)
    expect((await payloads()).raw.length).toBeGreaterThan(0)
  })
})
