import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createPoller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { retirePayloads } from '@hexawatt/svc-ingest/src/maintenance/maintain.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

const asOf = '2026-02-03T09:07:00Z'

let fixture: IngestFixture
let poller: ReturnType<typeof createPoller>
beforeAll(async () => {
  fixture = await startIngestFixture(asOf, { mode: 'open' })
  poller = createPoller(fixture.deps)
  await poller.pollOpen('odre_national', 'start')
}, 60_000)
afterAll(() => fixture.stop())

type Row = {
  slots: number
  versions: number
  lengthMinutes: number
  payloads: number
  publishers: string[]
  withMix: number
}
async function stored(boundary: 'production' | 'consumption'): Promise<Row> {
  const [row] = await fixture.sql<Row[]>`
    select count(distinct slot_start)::int as slots, count(*)::int as versions,
      (max(extract(epoch from slot_end - slot_start)) / 60)::int as length_minutes, count(distinct payload_id)::int as payloads,
      array_agg(distinct publisher) as publishers, count(mix_mw)::int as with_mix
    from published_intensities where boundary = ${boundary}`
  if (row === undefined) throw new Error('no count')
  return row
}

describe('the intensities that the operator itself publishes', () => {
  test('are stored from the rows of the mix, each quarter-hour with its mix and its payload', async () => {
    const { slots, ...row } = await stored('production')
    expect(slots).toBeGreaterThan(7 * 96)
    expect(row).toEqual({ versions: slots, lengthMinutes: 15, payloads: 1, publishers: ['odre'], withMix: slots })
    const [{ archived } = { archived: 0 }] = await fixture.sql<{ archived: number }[]>`
      select count(*)::int as archived from raw_payloads
      where source = 'odre_national' and id in (select payload_id from published_intensities)`
    expect(archived).toBe(1)
  })

  test('add a version where they change, and none where they do not', async () => {
    const before = await stored('production')
    fixture.clock.moveTo('2026-02-03T09:19:00Z')
    fixture.faults.set([{ kind: 'wrong_co2_rate', subject: 'odre', offsetG: 5, newestSlots: 2 }])
    await poller.pollOpen('odre_national', 'start')
    fixture.faults.clear()
    const after = await stored('production')
    // The newest row is new; the one before it got another figure.
    expect([after.slots - before.slots, after.versions - before.versions]).toEqual([1, 2])
  })

  test('of consumption are asked for once a day, and empty and repeated rows are left out', async () => {
    expect(await poller.pollOpen('odre_consumption_intensity', 'planned')).toBe(true)
    const { slots, ...row } = await stored('consumption')
    expect(slots).toBeGreaterThan(7 * 96)
    expect(row).toEqual({ versions: slots, lengthMinutes: 15, payloads: 1, publishers: ['odre'], withMix: 0 })
    fixture.clock.advance({ hours: 6 })
    expect(await poller.pollOpen('odre_consumption_intensity', 'planned')).toBe(false)
    fixture.clock.advance({ hours: 14 })
    expect(await poller.pollOpen('odre_consumption_intensity', 'planned')).toBe(true)
    expect((await stored('consumption')).slots).toBeGreaterThan(slots)
  })

  test('keep their payloads alive when the month is retired', async () => {
    fixture.clock.moveTo('2027-04-01T00:00:00Z')
    await retirePayloads({ ...fixture.deps, rawRetentionMonths: 12 })
    const [{ lost } = { lost: -1 }] = await fixture.sql<{ lost: number }[]>`
      select count(*)::int as lost from published_intensities where boundary = 'consumption'
        and payload_id not in (select id from kept_payloads)`
    expect(lost).toBe(0)
  })
})

test('on invented data nothing is read of them', async () => {
  const demo = await startIngestFixture(asOf)
  expect(demo.deps.sources.filter(({ gives }) => gives?.includes('published_intensities'))).toEqual([])
  await demo.stop()
})
