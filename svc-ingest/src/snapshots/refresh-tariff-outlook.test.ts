import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { tariffOutlookSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { Measurement } from '../sources/definition/content.ts'
import { type ComputeFixture, createComputeFixture } from '../testing/compute-fixture.ts'
import { createTariffOutlookRefresh } from './refresh-tariff-outlook.ts'

let fixture: ComputeFixture
let refresh: () => Promise<void>
beforeEach(async () => {
  fixture = await createComputeFixture('2025-11-20T09:00:00')
  const refreshOutlook = createTariffOutlookRefresh(fixture.sql)
  refresh = () => refreshOutlook(fixture.deps)
})
afterEach(() => fixture.stop())

const outlook = () => fixture.snapshot(tariffOutlookSnapshot)

/** Colours (by number) of the days from one date to another, both included. */
async function publish(from: string, to: string, color: number): Promise<void> {
  const measurements: Measurement[] = []
  for (let date = Temporal.PlainDate.from(from); date.toString() <= to; date = date.add({ days: 1 })) {
    const [slotStart, slotEnd] = [date, date.add({ days: 1 })].map((day) =>
      day.toZonedDateTime(parisTimeZone).toInstant(),
    )
    if (slotStart && slotEnd) measurements.push({ series: 'COLOR', slotStart, slotEnd, value: color, updatedAt: null })
  }
  await fixture.bring('tariff_calendar', { measurements, newestSlotEnd: measurements.at(-1)?.slotEnd ?? null })
}

describe('the outlook of the colours', () => {
  test('covers today and six days, from the colours only where no net load is known', async () => {
    await publish('2025-09-01', '2025-11-19', 1)
    await publish('2025-11-20', '2025-11-20', 3)
    await refresh()
    const written = await outlook()
    expect(written).toMatchObject({ mode: 'demo', issuedAt: '2025-11-20T09:00:00Z' })
    expect(written?.outlook).toMatchObject({ variant: 'C', stock: { red: 21, white: 43 } })
    expect(written?.outlook?.days.map(({ date, color }) => `${date} ${color}`)).toEqual([
      '2025-11-20 RED',
      ...['21', '22', '23', '24', '25', '26'].map((day) => `2025-11-${day} null`),
    ])
    // A Sunday is blue.
    expect(written?.outlook?.days[3]?.probabilities).toEqual({ blue: 1, white: 0, red: 0 })
  })

  test('is unavailable while one past colour of the season is unknown, and available once that arrives', async () => {
    await publish('2025-09-01', '2025-10-08', 1)
    await publish('2025-10-10', '2025-11-20', 1)
    await refresh()
    expect(await outlook()).toMatchObject({ issuedAt: '2025-11-20T09:00:00Z', outlook: null })
    fixture.moveTo('2025-11-20T09:12:00')
    await publish('2025-10-09', '2025-10-09', 1)
    await refresh()
    expect((await outlook())?.outlook?.days).toHaveLength(7)
  })

  test('is issued again for a published colour, at every full hour and for the next tariff day, and not in between', async () => {
    await publish('2025-09-01', '2025-11-20', 1)
    const issuedAt = async (now: string) => {
      fixture.moveTo(now)
      await refresh()
      return (await outlook())?.issuedAt
    }
    expect(await issuedAt('2025-11-20T09:00:00')).toBe('2025-11-20T09:00:00Z')
    expect(await issuedAt('2025-11-20T09:30:00')).toBe('2025-11-20T09:00:00Z')
    fixture.moveTo('2025-11-20T09:40:00')
    await publish('2025-11-21', '2025-11-21', 2)
    expect(await issuedAt('2025-11-20T09:41:00')).toBe('2025-11-20T09:41:00Z')
    expect((await outlook())?.outlook).toMatchObject({ stock: { red: 22, white: 42 } })
    expect(await issuedAt('2025-11-20T10:00:00')).toBe('2025-11-20T10:00:00Z')
    expect(await issuedAt('2025-11-21T05:00:00')).toBe('2025-11-21T05:00:00Z')
    expect((await outlook())?.outlook?.days[0]).toMatchObject({ date: '2025-11-21', color: 'WHITE' })
  })

  test('is archived when its content changes, and takes a white day from the stock when five days expected white came blue', async () => {
    await publish('2025-09-01', '2025-11-20', 1)
    await refresh()
    const archived = async () => {
      const [row] = await fixture.sql<{ count: number }[]>`select count(*)::int as count from color_issues`
      return row?.count
    }
    expect(await archived()).toBe(1)
    fixture.moveTo('2025-11-20T10:00:00')
    await refresh()
    expect(await archived()).toBe(1)
    await fixture.sql`
      insert into color_issue_days (issued_at, day, lead_days, blue, white, red)
      select ${'2025-11-20T09:00:00Z'}, day, 1, 0.05, 0.95, 0 from generate_series('2025-11-05'::date, '2025-11-09', '1 day') as day`
    fixture.moveTo('2025-11-20T11:00:00')
    await refresh()
    expect((await outlook())?.outlook?.stock).toEqual({ red: 22, white: 42 })
    expect(await archived()).toBe(2)
  })

  test('before 06:00 on 1 September belongs to the season that ends', async () => {
    fixture.moveTo('2026-09-01T03:30:00')
    await publish('2025-09-01', '2026-08-31', 1)
    await refresh()
    expect((await outlook())?.outlook?.days.map(({ date }) => date)).toEqual(['2026-08-31'])
  })
})
