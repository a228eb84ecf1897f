import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { regionalQuantities } from '@hexawatt/shared/grid/regions'
import { readRegionalRows } from '@hexawatt/shared/stored-rows/regions/regional-rows-store'
import { packPayload } from '@hexawatt/svc-ingest/src/archive/payload-store.ts'
import { retirePayloads } from '@hexawatt/svc-ingest/src/maintenance/maintain.ts'
import { pollIfDue } from '@hexawatt/svc-ingest/src/planning/poll-if-due.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { storeRegions } from '@hexawatt/svc-ingest/src/regions/store-regions.ts'
import { odreRegional } from '@hexawatt/svc-ingest/src/sources/odre/regional.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

const asOf = '2026-02-03T18:14:00Z'
let fixture: IngestFixture

beforeEach(async () => {
  fixture = await startIngestFixture(asOf)
})
afterEach(() => fixture.stop())

type Version = { region: string; slotStart: Temporal.Instant; payloadId: string; publisher: string; nature: string }
const versions = () =>
  fixture.sql<Version[]>`
    select region, slot_start, payload_id, publisher, nature from regional_values order by slot_start, region, known_from`

/** Content of an archived payload, read anew by the parser of the dataset. */
async function archived(payloadId: string) {
  const found = (await fixture.deps.archive.read([payloadId])).get(payloadId)
  if (found?.content.kind !== 'read') throw new Error(`payload ${payloadId} cannot be read`)
  expect(found.payload.source).toBe('odre_regional')
  const { body } = found.content
  const query = Object.fromEntries(new URLSearchParams(found.payload.asked))
  return { body, query, content: odreRegional.read({ body, query }).regions }
}

describe('the figures of the regions', () => {
  test('regional figures are stored with their payload, from which every figure can be read again', async () => {
    const { regions, answered } = await pollSource(fixture.deps, odreRegional, [])
    const stored = await versions()
    expect(answered).toBe(1)
    // Yesterday and what has passed of today, twelve regions.
    expect(stored.length).toBe(regions.changed)
    expect(stored.length).toBeGreaterThan(96 * 12)
    expect(new Set(stored.map(({ publisher, nature }) => `${publisher} ${nature}`))).toEqual(
      new Set(['odre real-time']),
    )
    const ids = [...new Set(stored.map(({ payloadId }) => payloadId))]
    expect(ids).toHaveLength(1)
    const { content, query } = await archived(ids[0] ?? '')
    expect(query['(path)']).toContain('eco2mix-regional-tr')
    const span = { from: Temporal.Instant.from('2026-01-01T00:00:00Z'), to: fixture.clock.now() }
    const rows = await readRegionalRows(fixture.sql, span, fixture.clock.now())
    const text = ({ region, slotStart, powerMw }: Pick<(typeof rows)[number], 'region' | 'slotStart' | 'powerMw'>) =>
      [region, slotStart, ...regionalQuantities.map((name) => powerMw[name])].join(' ')
    expect(rows.map(text).sort()).toEqual((content?.rows ?? []).map(text).sort())
  })

  test('a repeated answer adds no regional figure, and a corrected figure adds a version next to the former one', async () => {
    await pollSource(fixture.deps, odreRegional, [])
    const first = await versions()
    const { body, query, content } = await archived(first[0]?.payloadId ?? '')
    if (content === undefined) throw new Error('no content')
    const payload = { publisher: 'odre', source: 'odre_regional', query, packed: await packPayload(body) } as const
    fixture.clock.advance({ minutes: 1 })
    expect(await storeRegions(fixture.deps, { ...payload, content })).toBe(0)
    const corrected = content.rows.slice(0, 1).map((row) => ({ ...row, powerMw: { ...row.powerMw, wind: 1_234 } }))
    const correction = {
      ...payload,
      packed: await packPayload(new TextEncoder().encode('[]')),
      content: { rows: corrected, unreadableRows: 0 },
    }
    expect(await storeRegions(fixture.deps, correction)).toBe(1)
    expect(await versions()).toHaveLength(first.length + 1)
    const [row] = corrected
    if (row === undefined) throw new Error('no row')
    const span = { from: row.slotStart, to: row.slotEnd }
    const at = async (now: Temporal.Instant) =>
      (await readRegionalRows(fixture.sql, span, now)).find(({ region }) => region === row.region)?.powerMw.wind
    // The values known before the correction can still be requested.
    expect(await at(fixture.clock.now())).toBe(1_234)
    expect(await at(Temporal.Instant.from(asOf))).toBe(content.rows[0]?.powerMw.wind ?? null)
  })

  test('a less final regional figure never replaces a more final one, and a figure that becomes unknown is a version', async () => {
    const slotStart = Temporal.Instant.from('2026-02-03T12:00:00Z')
    const slotEnd = slotStart.add({ minutes: 15 })
    const known = Object.fromEntries(regionalQuantities.map((name) => [name, 5])) as Record<
      (typeof regionalQuantities)[number],
      number
    >
    const packed = await packPayload(new Uint8Array([1]))
    const store = (nature: 'real-time' | 'consolidated', powerMw: Record<string, number | null>) => {
      fixture.clock.advance({ minutes: 1 })
      const rows = [{ region: '53' as const, slotStart, slotEnd, nature, powerMw: { ...known, ...powerMw } }]
      const payload = { publisher: 'odre', source: 'odre_regional', query: {}, packed } as const
      return storeRegions(fixture.deps, { ...payload, content: { rows, unreadableRows: 0 } })
    }
    expect(await store('real-time', {})).toBe(1)
    expect(await store('real-time', { wind: null })).toBe(1)
    expect(await store('consolidated', { wind: 7 })).toBe(1)
    expect(await store('real-time', { wind: 9 })).toBe(0)
    const rows = await readRegionalRows(fixture.sql, { from: slotStart, to: slotEnd }, fixture.clock.now())
    expect(rows.map(({ powerMw, nature }) => [powerMw.wind, nature])).toEqual([[7, 'consolidated']])
  })

  test('implausible regional rows are refused: future times, impossible powers, negative consumption', async () => {
    const slotStart = Temporal.Instant.from('2026-02-03T12:00:00Z')
    const known = Object.fromEntries(regionalQuantities.map((name) => [name, 5])) as Record<
      (typeof regionalQuantities)[number],
      number
    >
    const row = {
      region: '53' as const,
      slotStart,
      slotEnd: slotStart.add({ minutes: 15 }),
      nature: 'real-time' as const,
      powerMw: known,
    }
    const later = { slotStart: slotStart.add({ hours: 9 }), slotEnd: slotStart.add({ hours: 10 }) }
    const rows = [
      { ...row, ...later },
      { ...row, powerMw: { ...known, nuclear: 30_001 } },
      { ...row, powerMw: { ...known, consumption: -1 } },
    ]
    const packed = await packPayload(new Uint8Array([1]))
    const payload = { publisher: 'odre', source: 'odre_regional', query: {}, packed } as const
    expect(await storeRegions(fixture.deps, { ...payload, content: { rows, unreadableRows: 0 } })).toBe(0)
    expect(await versions()).toHaveLength(0)
    expect(await fixture.sql`select id from raw_payloads where source = 'odre_regional'`).toHaveLength(1)
  })

  test('payloads of regional figures outlive the retention of payloads', async () => {
    await pollSource(fixture.deps, odreRegional, [])
    const [stored] = await versions()
    fixture.clock.moveTo('2027-03-01T00:00:00Z')
    await retirePayloads({ ...fixture.deps, rawRetentionMonths: 12 })
    expect((await archived(stored?.payloadId ?? '')).content?.rows.length).toBeGreaterThan(0)
  })
})

describe('polling', () => {
  test('regions are polled once an hour and fill no feed, in demo mode as with real data', async () => {
    const turn = () => pollIfDue(fixture.deps, odreRegional, 'planned')
    let polls = 0
    for (let minute = 0; minute < 180; minute += 5) {
      if ((await turn()) !== null) polls++
      fixture.clock.advance({ minutes: 5 })
    }
    // At the start, then at twelve minutes past 19:00 and 20:00.
    expect(polls).toBe(3)
    const [calls] = await fixture.sql<{ calls: number }[]>`select calls from publisher_calls where publisher = 'odre'`
    expect(calls?.calls).toBe(3)
  })

  test.each(['live', 'open'] as const)('in %s mode regions are polled whatever the feeds need', async (mode) => {
    const real = await startIngestFixture(asOf, { mode })
    expect(real.deps.sources.map(({ id }) => id)).toContain('odre_regional')
    const poll = await pollIfDue(real.deps, odreRegional, 'start')
    await real.stop()
    expect(poll?.regions.changed).toBeGreaterThan(0)
  })
})
