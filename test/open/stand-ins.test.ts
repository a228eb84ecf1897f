import { afterEach, describe, expect, test } from 'bun:test'
import { createTestDatabase } from '@hexawatt/shared/testing/stores-fixture'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'
import { startSystem } from '../testing/system-fixture.ts'
import { afterFirstOpenRound, takeOpenTurns } from './testing/open-turns.ts'

/** Five minutes past the hour: the portal’s planned time. */
const began = '2026-02-03T18:05:00Z'
const content = afterFirstOpenRound(began)

const started: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const program of started.splice(0)) await program.stop()
})

/** Ingestion without credentials that starts with these rows: with none, or where its first round of the open sources has ended. */
async function start(rows: 'empty' | 'after the first round') {
  const filledDatabase = await createTestDatabase(rows === 'empty' ? undefined : content)
  const fixture = await startIngestFixture(began, { mode: 'open', filledDatabase })
  started.push(fixture)
  return watched(fixture)
}

/** The whole product where its first round has ended. */
async function startProduct() {
  const system = await startSystem({ asOf: began, mode: 'open', content })
  started.push(system)
  return { ...watched({ ...system, deps: system.ingest }), get: system.get, refreshLive: system.refreshLive }
}

function watched({ clock, faults, sql, deps }: Pick<IngestFixture, 'clock' | 'faults' | 'sql' | 'deps'>) {
  const take = (asked?: 'start') => takeOpenTurns(deps, asked)
  return {
    clock,
    faults,
    sql,
    take,
    /** Publisher of the newest stored value of a feed. */
    async newestPublisher(feed: string): Promise<string | undefined> {
      const [row] = await sql<{ publisher: string }[]>`
        select publisher from feed_values where feed = ${feed} order by slot_start desc, known_from desc limit 1`
      return row?.publisher
    },
    /** Dataset that stands in for the mix; undefined while the first choice gives it. */
    async mixStandIn(): Promise<string | undefined> {
      const [row] = await sql<{ dataset: string }[]>`
        select dataset from stand_ins where feed = 'generation_mix_15min'`
      return row?.dataset
    },
    /** Datasets that turns ask over the next hours, at :20, :35, :50 and :05, each once. */
    async askedInTheNextHours(hours = 1): Promise<Set<string>> {
      const asked = new Set<string>()
      for (let turn = 0; turn < 4 * hours; turn++) {
        clock.advance({ minutes: 15 })
        for (const id of await take()) asked.add(id)
      }
      return asked
    },
  }
}

describe('without any credentials', () => {
  test('one round of the open sources gives mix, price, load, flows, colours and a score, and no row is the operator’s API’s', async () => {
    const system = await startSystem({ asOf: began, mode: 'open' })
    started.push(system)
    const asked = await system.pollOpen('start')
    // Fallback sources are not called while a better source answers.
    expect(asked).not.toContain('energy_charts_generation')
    expect(asked).not.toContain('rte_zip_real_time')
    expect(asked).not.toContain('couleur_tempo_tariff')
    const stored = await system.sql<{ feed: string; publishers: string[] }[]>`
      select feed, array_agg(distinct publisher) as publishers from feed_values group by feed order by feed`
    expect(Object.fromEntries(stored.map(({ feed, publishers }) => [feed, publishers]))).toEqual({
      consumption: ['odre'],
      // What was exchanged comes with the mix, the schedules of the day ahead from the other.
      exchange_schedules: ['energy-charts', 'odre'],
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
    const intensity = await (await system.get('/v1/carbon/intensity')).json()
    expect(intensity).toMatchObject({
      estimatedGCo2PerKwhConsumption: expect.any(Number),
      methodology: expect.stringContaining('estimated by commercial exchanges'),
      methodologyVersions: { consumption: 2 },
    })
  })

  test('a program that starts again asks for nothing that is younger than ten minutes', async () => {
    const { clock, take } = await start('after the first round')
    clock.advance({ minutes: 9 })
    expect(await take('start')).toEqual([])
    clock.advance({ minutes: 2 })
    expect(await take('start')).toContain('odre_national')
  })
})

test('a portal that says that less than a tenth of its quota is left is asked once an hour', async () => {
  const { clock, faults, take } = await start('empty')
  faults.set([{ kind: 'quota_low', subject: 'odre', remaining: 120 }])
  await take('start')
  const polls: string[] = []
  for (let turn = 0; turn < 8; turn++) {
    clock.advance({ minutes: 15 })
    if ((await take()).includes('odre_national')) polls.push(clock.now().toString())
  }
  expect(polls).toEqual(['2026-02-03T19:05:00Z', '2026-02-03T20:05:00Z'])
})

describe('a source that stands in', () => {
  test('follows a portal whose quota is used up; the portal is not asked until its reset', async () => {
    const { clock, faults, sql, take, askedInTheNextHours, newestPublisher } = await start('after the first round')
    faults.set([{ kind: 'quota_exhausted', subject: 'odre' }])
    clock.advance({ minutes: 15 })
    await take()
    expect([...(await askedInTheNextHours())]).toContain('rte_zip_real_time')
    expect(await newestPublisher('generation_mix_15min')).toBe('rte-zip')
    const [pause] = await sql<{ isPaused: boolean; reason: string }[]>`
      select not_before > now() as is_paused, reason from publisher_pauses where publisher = 'odre'`
    expect(pause).toMatchObject({ isPaused: true })
    expect(pause?.reason).toContain('429')
  })

  test('is followed by the next one when it fails too, and no type of one is ever added to those of another', async () => {
    const { faults, sql, get, refreshLive, askedInTheNextHours, newestPublisher } = await startProduct()
    faults.set([
      { kind: 'html_200', subject: 'odre' },
      { kind: 'error_500', subject: 'rte-zip' },
    ])
    expect([...(await askedInTheNextHours(4))]).toContain('energy_charts_generation')
    const mixed = await sql`
      select slot_start from (
        select distinct on (slot_start, series) slot_start, publisher from feed_values
        where feed = 'generation_mix_15min' order by slot_start, series, known_from desc) newest
      group by slot_start having count(distinct publisher) > 1`
    expect(mixed.map(({ slotStart }) => String(slotStart))).toEqual([])
    expect(await newestPublisher('generation_mix_15min')).toBe('energy-charts')
    await refreshLive()
    expect((await get('/v1/carbon/intensity')).status).toBe(200)
  })

  test('does not follow a source that nobody asked: a program that slept for a day asks the first one again', async () => {
    const { clock, sql, take, newestPublisher } = await start('after the first round')
    clock.advance({ hours: 24 })
    expect(await take('start')).toContain('odre_national')
    const [row] = await sql<{ standIns: number }[]>`select count(*)::int as stand_ins from stand_ins`
    expect(row?.standIns).toBe(0)
    expect(await newestPublisher('generation_mix_15min')).toBe('odre')
  })

  test('ends when the better one has given two slots again, which is asked for meanwhile', async () => {
    const { faults, sql, askedInTheNextHours, newestPublisher } = await start('after the first round')
    faults.set([{ kind: 'html_200', subject: 'odre' }])
    await askedInTheNextHours()
    expect(await newestPublisher('generation_mix_15min')).toBe('rte-zip')
    faults.set([])
    await askedInTheNextHours()
    const rows = await sql<{ feed: string }[]>`select feed from stand_ins`
    expect(rows.map(({ feed }) => feed)).toEqual([])
    expect(await newestPublisher('generation_mix_15min')).toBe('odre')
  })

  test('follows a portal that has renamed a column: without one type there is no intensity', async () => {
    const { faults, mixStandIn, askedInTheNextHours } = await start('after the first round')
    faults.set([{ kind: 'renamed_column', subject: 'odre', column: 'nucleaire' }])
    await askedInTheNextHours(3)
    expect(await mixStandIn()).toBe('rte_zip_real_time')
  })

  test('follows a portal that answers and has nothing new, as at the turn of a month', async () => {
    const { faults, get, refreshLive, mixStandIn, askedInTheNextHours } = await startProduct()
    faults.set([{ kind: 'stale_rows', subject: 'odre', newerThanHours: 4 }])
    await askedInTheNextHours(3)
    expect(await mixStandIn()).toBe('rte_zip_real_time')
    await refreshLive()
    expect((await get('/v1/carbon/intensity')).status).toBe(200)
  })

  test('gives the colours at once when the first poll of the operator’s page fails: there are none yet', async () => {
    const { faults, take, newestPublisher } = await start('empty')
    faults.set([{ kind: 'html_200', subject: 'rte-services' }])
    await take('start')
    expect(await newestPublisher('tariff_calendar')).toBe('couleur-tempo')
  })
})
