import { describe, expect, test } from 'bun:test'
import { RegionalDayResponse } from '@hexawatt/shared/contract/carbon/regional-day'
import { type RegionalPowerMw, regionalQuantities, regions } from '@hexawatt/shared/grid/regions'
import { seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { buildRegionalDay, toParisDay, writeRegionalDayTable } from './regional-day-body.ts'
import type { StoredDay } from './regional-day-store.ts'

const dayOf = (date: string) => toParisDay(Temporal.PlainDate.from(date))
const later = (date: string, days: number): Temporal.Instant => dayOf(date).to.add({ hours: 24 * days })

/** The first region has only sun and receives 1 000 MW, the second sends them from nuclear power; all others are idle but for nuclear power. */
function powerOf(index: number): RegionalPowerMw {
  const zero = Object.fromEntries(regionalQuantities.map((name) => [name, 0])) as Record<keyof RegionalPowerMw, number>
  const [exchange, solar] = index === 0 ? [1_000, 500] : [index === 1 ? -1_000 : 0, 0]
  return { ...zero, exchange, solar, nuclear: index === 0 ? 0 : 2_000, consumption: 1_500 }
}

/** A day without gaps. */
function storedDay(date: string): StoredDay {
  const { from, to } = dayOf(date)
  const slots = Array.from({ length: (to.epochMilliseconds - from.epochMilliseconds) / quarterHourMs }, (_, index) =>
    from.add({ minutes: 15 * index }),
  )
  return {
    ...{ mode: 'live', nationalMix: [], factorSet: seedFactorSet },
    rows: slots.flatMap((slotStart) =>
      regions.map(({ code }, index) => ({
        ...{ region: code, slotStart, slotEnd: slotStart.add({ minutes: 15 }), nature: 'real-time' },
        ...({ publisher: 'odre', powerMw: powerOf(index) } as const),
      })),
    ),
    flows: Array.from({ length: slots.length / 4 }, (_, hour) => ({
      startMs: from.epochMilliseconds + hour * hourMs,
      borders: [],
      importedTonnesPerHour: { lifeCycle: 0, direct: 0 },
    })),
  }
}

describe('the quarter-hours of a day', () => {
  test.each([
    ['2026-03-29', 92],
    ['2026-02-03', 96],
    ['2026-10-25', 100],
  ])('on %s are %i, each with its own hour of flows, and keep the contract', (date, count) => {
    const body = v.parse(RegionalDayResponse, buildRegionalDay(dayOf(date), storedDay(date), later(date, 3)))
    expect([body.slots.length, body.slots[0], body.complete]).toEqual([count, body.from, true])
    expect(body.flowsSlotStarts.slice(0, 5)).toEqual([...Array(4).fill(body.slots[0]), body.slots[4] ?? ''])
    const [paris, centre] = body.regions
    // By hand: (500 · 43.9 + 1 000 · 3.7) / 1 500 = 17.1; with direct factors sun and nuclear power count 0.
    expect(new Set(paris?.consumptionGCo2PerKwh)).toEqual(new Set([17.1]))
    expect(new Set(paris?.gCo2PerKwh)).toEqual(new Set([43.9]))
    expect(new Set(centre?.consumptionGCo2PerKwh)).toEqual(new Set([3.7]))
    expect(new Set([...(paris?.consumptionDirectGCo2PerKwh ?? []), ...body.poolDirectGCo2PerKwh])).toEqual(new Set([0]))
    expect([new Set(body.poolGCo2PerKwh), new Set(body.exchangeResidualMW)]).toEqual([new Set([3.7]), new Set([0])])
  })

  test('of today are those that have ended', () => {
    const now = Temporal.Instant.from('2026-02-03T10:14:59Z')
    const { slots, complete } = buildRegionalDay(dayOf('2026-02-03'), storedDay('2026-02-03'), now)
    expect([slots.length, slots.at(-1), complete]).toEqual([44, '2026-02-03T09:45:00Z', false])
  })

  test('without any stored figure are none: a day is never filled with nulls', () => {
    const body = buildRegionalDay(dayOf('2026-02-03'), { ...storedDay('2026-02-03'), rows: [] }, later('2026-02-03', 9))
    expect([body.slots, body.source, body.complete, body.regions[3]?.gCo2PerKwh]).toEqual([[], null, false, []])
  })

  test('are null where a quarter-hour, a region or the flows are missing, and the day is then not complete', () => {
    const whole = storedDay('2026-02-03')
    const [first, second] = whole.rows
      .map(({ slotStart }) => slotStart)
      .filter((_, index) => index % regions.length === 0)
    const now = later('2026-02-03', 3)
    const gap = { ...whole, rows: whole.rows.filter(({ slotStart }) => slotStart !== first) }
    const ofGap = buildRegionalDay(dayOf('2026-02-03'), gap, now)
    expect(ofGap.regions[2]?.gCo2PerKwh.slice(0, 2)).toEqual([null, 3.7])
    const lacking = { ...whole, rows: whole.rows.filter((row) => row.region !== '53' || row.slotStart !== second) }
    const ofLacking = buildRegionalDay(dayOf('2026-02-03'), lacking, now)
    // What Brittany exchanges is unknown, so that nothing is known of the pool.
    expect(ofLacking.poolGCo2PerKwh.slice(0, 3)).toEqual([3.7, null, 3.7])
    expect(ofLacking.regions[0]?.consumptionGCo2PerKwh.slice(0, 3)).toEqual([17.1, null, 17.1])
    const ofNoFlows = buildRegionalDay(dayOf('2026-02-03'), { ...whole, flows: whole.flows.slice(1) }, now)
    expect(ofNoFlows.flowsSlotStarts.slice(3, 5)).toEqual([null, '2026-02-03T00:00:00Z'])
    expect(ofNoFlows.regions[0]?.consumptionGCo2PerKwh.slice(3, 5)).toEqual([null, 17.1])
    expect([ofGap, ofLacking, ofNoFlows].map(({ complete }) => complete)).toEqual([false, false, false])
  })
})

test('the table has a row for each quarter-hour and region with the figures of the object; unknown is empty', () => {
  const body = buildRegionalDay(dayOf('2026-02-03'), { ...storedDay('2026-02-03'), flows: [] }, later('2026-02-03', 3))
  const lines = writeRegionalDayTable(body).split('\r\n')
  expect(lines).toHaveLength(1 + 96 * 12 + 1)
  expect(lines.slice(0, 3)).toEqual([
    'slotStart,region,gCo2PerKwh,directGCo2PerKwh,consumptionGCo2PerKwh,consumptionDirectGCo2PerKwh,consumptionMW',
    '2026-02-02T23:00:00Z,11,43.9,0,,,1500',
    '2026-02-02T23:00:00Z,24,3.7,0,3.7,0,1500',
  ])
  expect(lines.at(-2)).toBe('2026-02-03T22:45:00Z,93,3.7,0,3.7,0,1500')
})
