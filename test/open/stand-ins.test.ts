import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type System, startSystem } from '../testing/system-fixture.ts'

/** Five minutes past the hour: the portal’s planned time. */
const began = '2026-02-03T18:05:00Z'

let system: System
beforeEach(async () => {
  system = await startSystem({ asOf: began, mode: 'open' })
})
afterEach(() => system.stop())

/** Who gave the newest stored value of a feed. */
async function newestPublisher(feed: string): Promise<string | undefined> {
  const [row] = await system.sql<{ publisher: string }[]>`
    select publisher from feed_values where feed = ${feed} order by slot_start desc, known_from desc limit 1`
  return row?.publisher
}

/** Dataset that stands in for the mix; undefined while the first choice gives it. */
async function mixStandIn(): Promise<string | undefined> {
  const [row] = await system.sql<{ dataset: string }[]>`
    select dataset from stand_ins where feed = 'generation_mix_15min'`
  return row?.dataset
}

/** Datasets that turns ask over the next hour, at :20, :35 and :50, each once. */
async function askedInTheNextHour(): Promise<Set<string>> {
  const asked = new Set<string>()
  for (let turn = 0; turn < 4; turn++) {
    system.clock.advance({ minutes: 15 })
    for (const id of await system.pollOpen()) asked.add(id)
  }
  return asked
}

describe('without any credentials', () => {
  test('one round of the open sources gives mix, price, load, flows, colours and a score, and no row is the operator’s API’s', async () => {
    const asked = await system.pollOpen('now')
    // Spares are left alone while what comes before them answers.
    expect(asked).not.toContain('energy_charts_generation')
    expect(asked).not.toContain('rte_zip_real_time')
    expect(asked).not.toContain('couleur_tempo_tariff')
    const stored = await system.sql<{ feed: string; publishers: string[] }[]>`
      select feed, array_agg(distinct publisher) as publishers from feed_values group by feed order by feed`
    expect(Object.fromEntries(stored.map(({ feed, publishers }) => [feed, publishers]))).toEqual({
      consumption: ['odre'],
      exchange_schedules: ['energy-charts'],
      generation_forecast: ['energy-charts'],
      generation_mix_15min: ['odre'],
      grid_signals: ['odre'],
      installed_capacities: ['energy-charts'],
      physical_flows: ['energy-charts'],
      power_exchanges: ['energy-charts'],
      tariff_calendar: ['rte-services'],
    })
    for (const path of ['/v1/carbon/intensity', '/v1/score', '/v1/tariff/today', '/v1/tariff/outlook']) {
      const response = await system.get(path)
      expect([path, response.status, response.headers.get('x-data-mode')]).toEqual([path, 200, 'open'])
    }
  })

  test('a program that starts again asks for nothing that is younger than ten minutes', async () => {
    await system.pollOpen('now')
    system.clock.advance({ minutes: 9 })
    expect(await system.pollOpen('now')).toEqual([])
    system.clock.advance({ minutes: 2 })
    expect(await system.pollOpen('now')).toContain('odre_national')
  })
})

test('a portal that says that less than a tenth of its quota is left is asked once an hour', async () => {
  system.faults.set([{ kind: 'quota_low', subject: 'odre', remaining: 120 }])
  await system.pollOpen('now')
  const polls: string[] = []
  for (let turn = 0; turn < 8; turn++) {
    system.clock.advance({ minutes: 15 })
    if ((await system.pollOpen()).includes('odre_national')) polls.push(system.clock.now().toString())
  }
  expect(polls).toEqual(['2026-02-03T19:05:00Z', '2026-02-03T20:05:00Z'])
})

describe('a source that stands in', () => {
  test('follows a portal whose quota is used up; the portal is not asked until its reset', async () => {
    await system.pollOpen('now')
    system.faults.set([{ kind: 'quota_exhausted', subject: 'odre' }])
    system.clock.advance({ minutes: 15 })
    await system.pollOpen()
    expect([...(await askedInTheNextHour())]).toContain('rte_zip_real_time')
    expect(await newestPublisher('generation_mix_15min')).toBe('rte-zip')
    const [pause] = await system.sql<{ isPaused: boolean; reason: string }[]>`
      select not_before > now() as is_paused, reason from publisher_pauses where publisher = 'odre'`
    expect(pause).toMatchObject({ isPaused: true })
    expect(pause?.reason).toContain('429')
  })

  test('is followed by the next one when it fails too, and no type of one is ever added to those of another', async () => {
    await system.pollOpen('now')
    system.faults.set([
      { kind: 'html_200', subject: 'odre' },
      { kind: 'error_500', subject: 'rte-zip' },
    ])
    const asked = new Set<string>()
    for (let hour = 0; hour < 4; hour++) for (const id of await askedInTheNextHour()) asked.add(id)
    expect(asked).toContain('energy_charts_generation')
    const mixed = await system.sql`
      select slot_start from (
        select distinct on (slot_start, series) slot_start, publisher from feed_values
        where feed = 'generation_mix_15min' order by slot_start, series, known_from desc) newest
      group by slot_start having count(distinct publisher) > 1`
    expect(mixed.map(({ slotStart }) => String(slotStart))).toEqual([])
    expect(await newestPublisher('generation_mix_15min')).toBe('energy-charts')
    expect((await system.get('/v1/carbon/intensity')).status).toBe(200)
  })

  test('does not follow a source that nobody asked: a program that slept for a day asks the first one again', async () => {
    await system.pollOpen('now')
    system.clock.advance({ hours: 24 })
    expect(await system.pollOpen('now')).toContain('odre_national')
    const [row] = await system.sql<{ standIns: number }[]>`select count(*)::int as stand_ins from stand_ins`
    expect(row?.standIns).toBe(0)
    expect(await newestPublisher('generation_mix_15min')).toBe('odre')
  })

  test('ends when the better one has given two slots again, which is asked for meanwhile', async () => {
    await system.pollOpen('now')
    system.faults.set([{ kind: 'html_200', subject: 'odre' }])
    await askedInTheNextHour()
    expect(await newestPublisher('generation_mix_15min')).toBe('rte-zip')
    system.faults.set([])
    await askedInTheNextHour()
    const rows = await system.sql<{ feed: string }[]>`select feed from stand_ins`
    expect(rows.map(({ feed }) => feed)).toEqual([])
    expect(await newestPublisher('generation_mix_15min')).toBe('odre')
  })

  test('follows a portal that has renamed a column: without one type there is no intensity', async () => {
    await system.pollOpen('now')
    system.faults.set([{ kind: 'renamed_column', subject: 'odre', column: 'nucleaire' }])
    for (let hour = 0; hour < 3; hour++) await askedInTheNextHour()
    expect(await mixStandIn()).toBe('rte_zip_real_time')
  })

  test('follows a portal that answers and has nothing new, as at the turn of a month', async () => {
    await system.pollOpen('now')
    system.faults.set([{ kind: 'stale_rows', subject: 'odre', newerThanHours: 4 }])
    for (let hour = 0; hour < 3; hour++) await askedInTheNextHour()
    expect(await mixStandIn()).toBe('rte_zip_real_time')
    expect((await system.get('/v1/carbon/intensity')).status).toBe(200)
  })

  test('gives the colours at once when the first poll of the operator’s page fails: there are none yet', async () => {
    system.faults.set([{ kind: 'html_200', subject: 'rte-services' }])
    await system.pollOpen('now')
    expect(await newestPublisher('tariff_calendar')).toBe('couleur-tempo')
  })
})
