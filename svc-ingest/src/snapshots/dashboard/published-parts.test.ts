import { expect, test } from 'bun:test'
import { regions } from '@hexawatt/shared/grid/regions'
import type { GridStatusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { RegionsSnapshot } from '@hexawatt/shared/snapshot/regions'
import { hourMs } from '@hexawatt/shared/time/instant'
import { presentRegions, presentSignals } from './published-parts.ts'

/** A day of the clock change: its Paris day has 25 hours. */
const midnightMs = Date.parse('2026-10-24T22:00:00Z')
const now = Temporal.Instant.from('2026-10-25T12:00:00Z')

function signalOf(statusAt: (hour: number) => 'Tendu' | null): GridStatusSnapshot {
  const hours = Array.from({ length: 25 }, (_, hour) => ({
    time: new Date(midnightMs + hour * hourMs).toISOString().replace('.000Z', 'Z'),
    status: statusAt(hour),
  }))
  const instants = { computedAt: '2026-10-25T12:00:00Z', publishedAt: null, fetchedAt: '2026-10-25T12:00:00Z' }
  const day = { date: '2026-10-25', status: 'Tendu', message: 'Tendu.', hours } as const
  return { mode: 'demo', ...instants, isStale: false, days: [day] }
}

test('a signal day has the status of each of its hours, null for an hour without any, and no list where no hour is published', () => {
  const [day] = presentSignals(
    signalOf((hour) => (hour < 18 ? null : 'Tendu')),
    now,
  )
  expect(day?.hours).toEqual(Array.from({ length: 25 }, (_, hour) => (hour < 18 ? null : 'Tendu')))
  expect(
    presentSignals(
      signalOf(() => null),
      now,
    )[0]?.hours,
  ).toBeNull()
  expect(presentSignals(null, now)).toEqual([])
})

test('the regions have the rounded figures of /v1/carbon/regions, null where unknown', () => {
  const unknown = { gCo2eqPerKwh: null, directGCo2PerKwh: null, totalGenerationMw: null, mix: [] }
  const known = { gCo2eqPerKwh: 12.345, directGCo2PerKwh: 9.876, totalGenerationMw: 4_682.04, mix: [] }
  const snapshot: RegionsSnapshot = {
    ...{ mode: 'demo', computedAt: '2026-10-25T12:00:00Z', publisher: 'odre' },
    ...{ slotStart: '2026-10-25T11:30:00Z', slotEnd: '2026-10-25T11:45:00Z' },
    regions: regions.map(({ code }) => ({
      ...{ code, consumptionMw: null, exchangeMw: code === '11' ? -4_206.04 : null },
      intensity: code === '11' ? known : unknown,
    })),
    consumption: {
      ...{ flowsSlotStart: '2026-10-25T09:00:00Z', exchangeResidualMw: null },
      lifeCycle: { poolGCo2PerKwh: 40, gCo2PerKwh: regions.map(({ code }) => (code === '11' ? 30.125 : null)) },
      direct: { poolGCo2PerKwh: 20, gCo2PerKwh: regions.map(({ code }) => (code === '11' ? 15 : null)) },
    },
  }
  const { regions: shown, ...slot } = presentRegions(snapshot)
  const bounds = { start: '2026-10-25T11:30:00Z', end: '2026-10-25T11:45:00Z' }
  expect(slot).toEqual({ ...bounds, flowsSlotStart: '2026-10-25T09:00:00Z' })
  expect(shown).toHaveLength(regions.length)
  expect(shown[0]).toEqual({
    ...{ code: '11', gCo2PerKwh: 12.35, directGCo2PerKwh: 9.88, totalGenerationMW: 4_682, exchangeMW: -4_206 },
    ...{ consumptionGCo2PerKwh: 30.13, consumptionDirectGCo2PerKwh: 15 },
  })
  expect(shown[1]).toMatchObject({ code: '24', gCo2PerKwh: null, totalGenerationMW: null, exchangeMW: null })
})
