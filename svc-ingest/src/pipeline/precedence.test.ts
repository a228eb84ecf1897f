import { describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { Measurement, Nature } from '../sources/definition/content.ts'
import { arbitrate, type HeldValue } from './precedence.ts'

const slotStart = Temporal.Instant.from('2026-02-03T12:00:00Z')
const slotEnd = slotStart.add({ minutes: 15 })

/** Values of the slot by series. */
const came = (values: Record<string, number>, nature?: Nature): Measurement[] =>
  Object.entries(values).map(([series, value]) => {
    return { series, slotStart, slotEnd, value, updatedAt: null, ...(nature ? { nature } : {}) }
  })
const held = (publisher: PublisherId, values: Record<string, number>, nature: Nature | null = null): HeldValue[] =>
  Object.entries(values).map(([series, value]) => ({ publisher, nature, series, slotStart, value }))

/** Series that are stored of the received values. */
function accepted(feed: FeedId, publisher: PublisherId, incoming: Measurement[], stored: HeldValue[]): string[] {
  return arbitrate(feed, publisher, incoming, stored).accepted.map(({ series }) => series)
}

describe('a slot of the mix', () => {
  const whole = { NUCLEAR: 40_000, FOSSIL_GAS: 2_000 }

  test('that no publisher holds is accepted as it comes', () => {
    expect(accepted('generation_mix_15min', 'energy-charts', came(whole), [])).toEqual(['NUCLEAR', 'FOSSIL_GAS'])
  })

  test('held by a better publisher is never changed, not even in a type that it lacks', () => {
    const lower = arbitrate('generation_mix_15min', 'odre', came({ NUCLEAR: 1, SOLAR: 2 }), held('rte', whole))
    expect([lower.accepted, lower.outranked]).toEqual([[], 2])
  })

  test('goes to a better publisher only together with every type that it has', () => {
    const stored = held('energy-charts', whole)
    expect(accepted('generation_mix_15min', 'rte', came({ NUCLEAR: 1 }), stored)).toEqual([])
    expect(accepted('generation_mix_15min', 'rte', came({ ...whole, SOLAR: 1 }), stored)).toHaveLength(3)
  })

  test('that a better publisher gave incompletely is taken over by one that has more types', () => {
    const stored = held('rte', { NUCLEAR: 40_000 })
    expect(accepted('generation_mix_15min', 'odre', came(whole), stored)).toHaveLength(2)
    expect(accepted('generation_mix_15min', 'odre', came({ FOSSIL_GAS: 2_000, SOLAR: 1 }), stored)).toEqual([])
  })

  test('that was consolidated does not return to real-time values', () => {
    const stored = held('odre', whole, 'consolidated')
    expect(accepted('generation_mix_15min', 'odre', came(whole, 'real-time'), stored)).toEqual([])
    expect(accepted('generation_mix_15min', 'odre', came(whole, 'definitive'), stored)).toHaveLength(2)
  })
})

test('exchanges of different kinds do not compete: one publisher’s day-ahead schedules leave another’s total exchanges unchanged', () => {
  const schedules = held('energy-charts', { 'DA/BE>FR': 100, 'DA/DE>FR': 200 })
  const total = came({ 'TOTAL/DE+BE>FR': 310 })
  expect(accepted('exchange_schedules', 'odre', total, schedules)).toEqual(['TOTAL/DE+BE>FR'])
  expect(accepted('exchange_schedules', 'odre', came({ 'DA/DE+BE>FR': 300 }), schedules)).toEqual([])
})

describe('a value without others of its slot', () => {
  test('is that of the better publisher, whatever the other slots hold', () => {
    const stored = held('odre', { REALISED: 60_000 })
    expect(accepted('consumption', 'energy-charts', came({ REALISED: 1, ID: 2 }), stored)).toEqual(['ID'])
    expect(accepted('consumption', 'rte', came({ REALISED: 1 }), stored)).toEqual(['REALISED'])
  })
})

describe('two publishers', () => {
  const agreed = (feed: FeedId, value: number, before: number) =>
    arbitrate(feed, 'rte', came({ X: value }), held('odre', { X: before })).agreeing.size === 1

  test('agree within 2 MW or 1 %, or a cent for prices, and nothing is recomputed', () => {
    expect([agreed('consumption', 52, 50), agreed('consumption', 53, 50)]).toEqual([true, false])
    expect([agreed('consumption', 50_500, 50_000), agreed('consumption', 50_501, 50_000)]).toEqual([true, false])
    expect([agreed('power_exchanges', 50.009, 50), agreed('power_exchanges', 50.02, 50)]).toEqual([true, false])
  })

  test('disagree above 500 MW and 20 %, which is reported whichever publisher holds the slot', () => {
    const reports = (publisher: PublisherId, holder: PublisherId, value: number, before: number) =>
      arbitrate('generation_mix_15min', publisher, came({ X: value }), held(holder, { X: before })).disagreements.length
    expect([reports('odre', 'rte', 1_000, 499), reports('rte', 'odre', 1_000, 499)]).toEqual([1, 1])
    expect([reports('odre', 'rte', 1_000, 500), reports('odre', 'rte', 12_000, 10_000)]).toEqual([0, 0])
  })

  test('never block a correction by the publisher that gave the value', () => {
    const consolidated = arbitrate(
      'consumption',
      'odre',
      came({ REALISED: 50_001 }, 'consolidated'),
      held('odre', { REALISED: 50_000 }, 'real-time'),
    )
    expect([consolidated.accepted.length, consolidated.agreeing.size]).toEqual([1, 0])
  })
})
