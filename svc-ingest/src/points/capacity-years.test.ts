import { beforeAll, expect, test } from 'bun:test'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { findScoreSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import { findKnownVersion } from '@hexawatt/shared/stored-rows/known-version'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { toParisYearStart } from '@hexawatt/shared/time/paris'
import { createStoredRowsSource } from '../inputs/stored-rows-source.ts'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createHistoricPoints } from './historic-points.ts'

const publishedAt: Record<number, string> = { 2025: '2025-01-20T10:00:00', 2026: '2026-01-20T10:00:00' }

const fixture = stopAtEnd(await createComputeFixture('2025-01-20T10:00:00'))
beforeAll(async () => {
  for (const [text, at] of Object.entries(publishedAt)) {
    const year = Number(text)
    const [slotStart, slotEnd] = [toParisYearStart(year), toParisYearStart(year + 1)]
    fixture.moveTo(at)
    const measurements = [{ series: 'NUCLEAR', slotStart, slotEnd, value: 30 * year, updatedAt: null }]
    await fixture.bring('installed_capacities', { measurements, newestSlotEnd: slotEnd })
  }
})

const yearsOf = (values: readonly SlotValue[]): number[] => values.map(({ value }) => value / 30)

/** Years of the capacities that the live computation reads for a tick. */
async function liveYears(at: Temporal.Instant): Promise<number[]> {
  const { rows } = await readScoreRows(createStoredRowsSource(fixture.sql, at), at)
  return yearsOf(rows.installedCapacities)
}

/** The same when the tick is filled afterwards, and whether the feed counts as received. */
async function filledYears(at: Temporal.Instant) {
  const historic = createHistoricPoints(fixture.sql, findKnownVersion)
  const startMs = at.epochMilliseconds
  await historic.load({ startMs, endMs: startMs + 600_000 }, [at], utc('2026-06-01T00:00:00'))
  const { rows } = await historic.rowsAt(at)
  return {
    years: yearsOf(rows.installedCapacities),
    isReceived: rows.received.installed_capacities.lastSuccess !== null,
  }
}

test('in January the capacities of the year before are read too, by the live computation, the filling and the audit alike', async () => {
  const cases: [tick: string, live: number[], filled: number[]][] = [
    ['2025-12-31T22:00:00', [2025], [2025]],
    // The file of 2026 is not there yet; filled afterwards, it counts from the start of its year.
    ['2026-01-10T12:00:00', [2025], [2025, 2026]],
    ['2026-02-04T22:50:00', [2025, 2026], [2025, 2026]],
    ['2026-02-04T23:00:00', [2026], [2026]],
    ['2026-05-01T12:00:00', [2026], [2026]],
  ]
  for (const [tick, live, filled] of cases) {
    const at = utc(tick)
    expect({ tick, years: await liveYears(at) }).toEqual({ tick, years: live })
    expect({ tick, ...(await filledYears(at)) }).toEqual({ tick, years: filled, isReceived: true })
    const oldest = live[0] ?? 0
    expect(findScoreSpan('installed_capacities', at).from).toEqual(toParisYearStart(oldest))
  }
})
