import { afterEach, describe, expect, test } from 'bun:test'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { type System, startSystem } from './testing/system-fixture.ts'

/** The forecasts of the next day are out at 18:00 in Paris. */
const asOf = '2026-02-03T18:20:00Z'
const tomorrow = {
  from: Temporal.Instant.from('2026-02-03T23:00:00Z'),
  to: Temporal.Instant.from('2026-02-04T23:00:00Z'),
}

const [system, undisturbed] = await Promise.all([startSystem({ asOf }), startSystem({ asOf })])
stopAtEnd(system)
stopAtEnd(undisturbed)
afterEach(() => system.faults.clear())

/** Forecasts of sun of a day, the slot and its value. */
async function dayAhead({ sql, clock }: System) {
  const span = { feed: 'generation_forecast', series: ['D-1/SOLAR'], ...tomorrow } as const
  const rows = await readSlotValues(sql, span, clock.now())
  return rows.map(({ slotStart, slotEnd, value }) => [slotStart.toString(), slotEnd.toString(), value])
}

async function quarantined(feed: string): Promise<{ count: number; reasons: string[] }> {
  const rows = await system.sql<{ reason: string }[]>`select reason from quarantined_values where feed = ${feed}`
  return { count: rows.length, reasons: [...new Set(rows.map(({ reason }) => reason))] }
}

const noteOf = async (feed: string) => {
  const status = (await (await system.get('/api/status')).json()) as StatusResponse
  return status.sources.find(({ id }) => id === feed)?.note ?? null
}

describe('a block whose slots are stamped over four days', () => {
  test('a block whose slots are stamped over four days gives its day if it fills the day, and is quarantined with the reason if not', async () => {
    system.faults.set([{ kind: 'stretched_slots', subject: 'generation_forecast' }])
    expect(await system.poll('generation_forecast')).toEqual([null])
    expect(await undisturbed.poll('generation_forecast')).toEqual([null])
    const stored = await dayAhead(system)
    expect(stored.length).toBeGreaterThan(90)
    expect(stored).toEqual(await dayAhead(undisturbed))
    const { count, reasons } = await quarantined('generation_forecast')
    expect(count).toBeGreaterThan(0)
    expect(reasons.every((reason) => reason.includes('do not fit their block'))).toBe(true)
  })
})

describe('odd members of a payload', () => {
  test('an odd element costs only its own slots, and is counted for its source', async () => {
    system.faults.set([{ kind: 'odd_members', subject: 'consumption' }])
    expect(await system.poll('consumption')).toEqual([null])
    const rows = await system.sql<
      { series: string }[]
    >`select distinct series from feed_values where feed = 'consumption'`
    expect(rows.length).toBeGreaterThan(1)
    const metrics = await system.ingest.metrics.text()
    const countOf = (outcome: string) =>
      Number(
        metrics.match(
          new RegExp(`ingest_payload_elements_total\\{[^}]*source="consumption",outcome="${outcome}"[^}]*\\} (\\d+)`),
        )?.[1],
      )
    expect(countOf('quarantined')).toBeGreaterThan(1)
    expect(countOf('taken')).toBeGreaterThan(100)
  })
})

describe('an element that the product does not know', () => {
  test('an unknown element is counted for its feed and named in the status', async () => {
    system.faults.set([{ kind: 'unknown_production_type', subject: 'generation_by_type' }])
    expect(await system.poll('generation_by_type')).toEqual([null])
    expect(await noteOf('generation_by_type')).toContain('Unknown to this version: production type FUSION.')
    expect(await noteOf('consumption')).not.toContain('Unknown to this version')
    expect(await system.ingest.metrics.text()).toMatch(
      /ingest_new_elements_total\{[^}]*source="generation_by_type"[^}]*\} 1/,
    )
  })
})
