import { describe, expect, test } from 'bun:test'
import type { feedIds } from '@hexawatt/shared/grid/feeds'
import { utc } from '../testing/compute-fixture.ts'
import { findStatusChanges, isSetBack, observeStates, type RecentIncident, type Watch } from './status-changes.ts'

const now = utc('2026-11-27T10:00:00')
const watch: Watch = {
  checkedAt: now.subtract({ seconds: 60 }),
  settlesAt: now.subtract({ hours: 1 }),
  seenWell: ['physical_flows'],
}
const late = new Map([['physical_flows', 'late']] as const)
const well = new Map([['physical_flows', null]] as const)
const known = (incident: Partial<RecentIncident>): RecentIncident[] => [
  { id: '7', subject: 'physical_flows', state: 'late', endedAt: null, ...incident },
]
const find = (facts: Partial<Parameters<typeof findStatusChanges>[0]>) =>
  findStatusChanges({ watch, recent: [], observed: late, noticesGaps: true, ...facts }, now).changes

describe('a source', () => {
  test('that becomes late opens an incident', () => {
    expect(find({})).toEqual([{ kind: 'open', subject: 'physical_flows', state: 'late', from: now, to: null }])
  })

  test('that stays late changes nothing, and one that goes missing worsens its incident', () => {
    expect(find({ recent: known({}) })).toEqual([])
    const missing = new Map([['physical_flows', 'missing']] as const)
    expect(find({ recent: known({}), observed: missing })).toEqual([{ kind: 'worsen', id: '7', state: 'missing' }])
    expect(find({ recent: known({ state: 'missing' }) })).toEqual([])
  })

  test('that is back closes its incident', () => {
    expect(find({ recent: known({}), observed: well })).toEqual([{ kind: 'close', id: '7' }])
    expect(find({ observed: well })).toEqual([])
  })

  test('that flaps has one incident, which is opened again with the worst state', () => {
    const recent = known({ state: 'missing', endedAt: now.subtract({ minutes: 30 }) })
    expect(find({ recent })).toEqual([{ kind: 'reopen', id: '7', state: 'missing' }])
  })

  test('that was never seen without fault has no incident: the installation does not have it', () => {
    expect(find({ watch: { ...watch, seenWell: ['score'] } })).toEqual([])
  })

  test('of which nothing is known changes nothing', () => {
    expect(find({ recent: known({}), observed: new Map() })).toEqual([])
  })
})

describe('an interruption', () => {
  const checkedAt = now.subtract({ minutes: 6 })

  test('is one incident from the last check on, and sources get ten minutes to be read before they count as late', () => {
    const interrupted = { ...watch, checkedAt }
    const first = findStatusChanges({ watch: interrupted, recent: [], observed: late, noticesGaps: true }, now)
    expect(first.changes).toEqual([
      { kind: 'open', subject: 'service', state: 'interrupted', from: checkedAt, to: now },
    ])
    const after = (minutes: number) =>
      findStatusChanges(
        {
          watch: { ...first.watch, checkedAt: now.add({ minutes: minutes - 1 }) },
          recent: [],
          observed: late,
          noticesGaps: true,
        },
        now.add({ minutes }),
      ).changes.length
    expect([after(9), after(10)]).toEqual([0, 1])
  })

  test('of five minutes or less is none', () => {
    expect(find({ watch: { ...watch, checkedAt: now.subtract({ minutes: 5 }) }, observed: well })).toEqual([])
  })

  test('is none in a replay, whose clock jumps', () => {
    expect(find({ watch: { ...watch, checkedAt }, observed: well, noticesGaps: false })).toEqual([])
  })

  test('is none before the first check of an installation', () => {
    const first = findStatusChanges({ watch: null, recent: [], observed: well, noticesGaps: true }, now)
    expect(first).toEqual({
      changes: [],
      watch: { checkedAt: now, settlesAt: now.add({ minutes: 10 }), seenWell: ['physical_flows'] },
    })
  })
})

test('a clock that was set back by more than some minutes is noticed, the clock of another machine is not', () => {
  expect(isSetBack({ ...watch, checkedAt: now.add({ hours: 1 }) }, now)).toBe(true)
  expect(isSetBack({ ...watch, checkedAt: now.add({ minutes: 1 }) }, now)).toBe(false)
  expect(isSetBack(null, now)).toBe(false)
})

describe('what a dashboard tells', () => {
  const source = (id: (typeof feedIds)[number], availabilityPct: number | null, from: 'rte' | 'odre' = 'rte') => ({
    ...{ id, source: from, availabilityPct, lastSuccess: null, newestSlot: null },
    ...{ expectedNext: null, confidenceWeight: 1 },
  })
  const observe = (mode: 'live' | 'open', sources: ReturnType<typeof source>[]) =>
    observeStates({ mode, score: null, hours: [], sources })

  test('a source is late below full availability, missing at none, replaced in live mode by another publisher', () => {
    const states = observe('live', [
      source('physical_flows', 60),
      source('imbalance', 0),
      source('grid_signals', 100),
      source('power_exchanges', 100, 'odre'),
      source('consumption', null),
    ])
    expect(Object.fromEntries(states)).toEqual({
      ...{ score: 'missing', forecast: 'missing', physical_flows: 'late', imbalance: 'missing' },
      ...{ grid_signals: null, power_exchanges: 'fallback' },
    })
  })

  test('in open mode an open publisher is not a fallback source', () => {
    expect(observe('open', [source('power_exchanges', 100, 'odre')]).get('power_exchanges')).toBeNull()
  })
})
