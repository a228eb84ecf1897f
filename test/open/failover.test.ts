import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import { computePoint } from '@hexawatt/svc-ingest/src/points/compute-point.ts'
import { type System, startSystem } from '../testing/system-fixture.ts'

const began = '2026-02-03T12:40:00Z'
const tokenServerDies = '2026-02-03T13:00:00Z'
const tokenServerReturns = '2026-02-03T14:30:00Z'
const ends = '2026-02-03T17:20:00Z'
/** From {@link began} to {@link ends}, every ten minutes. */
const ticks = 28

/** Feeds of the operator that the drill polls: those that an open source can give, and the hourly mix. */
const feeds = [
  'generation_by_type',
  'generation_mix_15min',
  'consumption',
  'power_exchanges',
  'physical_flows',
] as const
const once = [
  'generation_forecast',
  'consumption_weekly',
  'grid_signals',
  'installed_capacities',
  'tariff_calendar',
] as const
const asked = ['/v1/carbon/intensity', '/v1/score', '/v1/score/forecast?hours=24'] as const

let system: System
const statuses: { at: string; path: string; status: number }[] = []
const standIns: { at: string; feeds: Record<string, string> }[] = []

/** Ten minutes of the system: polls, which may fail, snapshots, point, answers. */
async function passTenMinutes(): Promise<void> {
  for (const feed of feeds) await system.store(feed).catch(() => undefined)
  await system.pollOpen()
  await computePoint(system.ingest, system.clock.now())
  const at = system.clock.now().toString()
  for (const path of asked) statuses.push({ at, path, status: (await system.get(path)).status })
  const rows = await system.sql<{ feed: string; dataset: string }[]>`select feed, dataset from stand_ins order by feed`
  standIns.push({ at, feeds: Object.fromEntries(rows.map(({ feed, dataset }) => [feed, dataset])) })
  system.clock.advance({ minutes: 10 })
}

/** Publisher of each feed in the point of an instant. */
async function publishersOf(at: string): Promise<Record<string, PublisherId[]>> {
  const [row] = await system.sql<{ inputs: Record<FeedId, { rows: number; publishers?: PublisherId[] }> }[]>`
    select inputs from score_points where at = ${at}::timestamptz`
  const inputs = Object.entries(row?.inputs ?? {}).filter(([, { rows }]) => rows > 0)
  return Object.fromEntries(inputs.map(([feed, { publishers }]) => [feed, publishers ?? ['rte']]))
}

beforeAll(async () => {
  system = await startSystem({ asOf: began, mode: 'live' })
  await system.poll(...once)
  while (system.clock.now().toString() < tokenServerDies) await passTenMinutes()
  system.faults.set([
    { kind: 'error_500', subject: 'token' },
    { kind: 'expired_token', subject: 'all' },
  ])
  while (system.clock.now().toString() < tokenServerReturns) await passTenMinutes()
  system.faults.set([])
  while (system.clock.now().toString() < ends) await passTenMinutes()
}, 300_000)
afterAll(() => system.stop())

describe('when the operator’s token server dies and returns', () => {
  test('every answer is 200', () => {
    expect(statuses.filter(({ status }) => status !== 200)).toEqual([])
    expect(statuses.length).toBe(asked.length * ticks)
  })

  test('every point of ten minutes is there', async () => {
    const [row] = await system.sql<{ points: number }[]>`select count(*)::int as points from score_points`
    expect(row?.points).toBe(ticks)
  })

  test('open sources stand in from the third failure on, and until two slots have come again', () => {
    const named = standIns.filter(({ feeds }) => Object.keys(feeds).length > 0)
    const duringOutage = named.filter(({ at }) => at < tokenServerReturns).map(({ feeds }) => feeds)
    expect(named[0]?.at).toBe('2026-02-03T13:20:00Z')
    for (const feeds of duringOutage) {
      expect(feeds).toEqual({
        consumption: 'odre_national',
        generation_mix_15min: 'odre_national',
        physical_flows: 'energy_charts_flows',
        power_exchanges: 'energy_charts_price',
      })
    }
    // Hours take two hours to come again; quarter-hours and the auction are there at once.
    const returned = standIns.find(({ at }) => at === tokenServerReturns)
    expect(returned?.feeds).toEqual({ physical_flows: 'energy_charts_flows' })
    expect(standIns.at(-1)?.feeds).toEqual({})
  })

  test('every point names who gave its values: the operator, then both, the stored hours of each', async () => {
    const before = await publishersOf('2026-02-03T12:50:00Z')
    expect(new Set(Object.values(before).flat())).toEqual(new Set(['rte']))
    const during = await publishersOf('2026-02-03T14:20:00Z')
    expect(during['generationMix15min'] ?? during['consumption']).toContain('odre')
  })

  test('what the operator gives again replaces what stood in, and no slot mixes both', async () => {
    const mixed = await system.sql`
      select feed, slot_start from (
        select distinct on (feed, slot_start, series) feed, slot_start, publisher from feed_values
        where feed in ('generation_mix_15min', 'physical_flows') order by feed, slot_start, series, known_from desc) newest
      group by feed, slot_start having count(distinct publisher) > 1`
    expect(mixed.map(({ feed, slotStart }) => `${feed} ${slotStart}`)).toEqual([])
    const lengths = await system.sql<{ lengths: number }[]>`
      select count(distinct slot_end - slot_start)::int as lengths from feed_values
      where feed in ('generation_mix_15min', 'physical_flows', 'consumption') group by feed`
    // One grid for each feed, but for the half-hours of D-2.
    expect(lengths.map((row) => row.lengths).sort()).toEqual([1, 1, 2])
  })
})
