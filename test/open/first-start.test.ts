import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { loadArchive } from '@hexawatt/svc-ingest/src/backfill/archives.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { loadNextPiece } from '@hexawatt/svc-ingest/src/past/load-past.ts'
import { listPastContents } from '@hexawatt/svc-ingest/src/past/past-contents.ts'
import { readPastProgress } from '@hexawatt/svc-ingest/src/past/past-progress.ts'
import { repairPoints } from '@hexawatt/svc-ingest/src/points/repair-points.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { startIngestFixture } from '../testing/ingest-fixture.ts'
import { type FirstStartFixture, listContents, never, startFirstStartFixture } from './testing/first-start-fixture.ts'

/** The 23-hour day 2026-03-29 is among the 28 days before. */
const asOf = '2026-04-20T12:07:00Z'

let fixture: FirstStartFixture

async function countPoints(): Promise<number | undefined> {
  const [row] = await fixture.sql<{ points: number }[]>`select count(*)::int as points from score_points`
  return row?.points
}

describe('a first start on an empty database', () => {
  beforeEach(async () => {
    fixture = await startFirstStartFixture(asOf, 'empty')
  })
  afterEach(() => fixture.stop())

  test('a first start loads 28 days of mix, load, price and flows, across the 23-hour day, after the polls, and makes no point', async () => {
    const contents = listContents(28)
    const deps = fixture.createProgram(contents)
    const readProgress = () => readPastProgress(fixture.sql, contents, fixture.clock.now())
    expect(await fixture.loadAll(deps)).toEqual(['waiting', 'waiting'])
    expect(await fixture.countCalls()).toBe(0)
    await fixture.pollAll()
    const polled = await fixture.countCalls()
    expect(await readProgress()).toMatchObject({
      knownDays: 0,
      wantedDays: 365,
      state: 'loading',
      forecastReady: false,
    })
    const steps = await fixture.loadAll(deps)
    expect((await fixture.countCalls()) - polled).toBe(steps.filter((step) => step === 'loaded').length)
    // Ages 2 to 28.
    expect(await fixture.countKnownDays()).toEqual({
      energy_charts_flows: 27,
      energy_charts_price: 27,
      odre_national: 27,
    })
    expect(await readProgress()).toMatchObject({ state: 'complete', forecastReady: true })
    const ofYear = await readPastProgress(
      fixture.sql,
      listPastContents('open', () => false),
      fixture.clock.now(),
    )
    expect(ofYear).toMatchObject({ knownDays: 27, wantedDays: 365, state: 'loading', forecastReady: true })
    const pastPoints = await repairPoints({ ...fixture.deps, startedAt: fixture.clock.now() }, feedIds)
    expect([pastPoints, await countPoints()]).toEqual([null, 0])
    // Nothing is left: nothing is asked for again.
    const calls = await fixture.countCalls()
    expect(await fixture.loadAll(deps)).toEqual(['done', 'done'])
    expect(await fixture.countCalls()).toBe(calls)
  }, 60_000)

  test('an installation that knows its past loads only what it lacks', async () => {
    const contents = listContents(28)
    // Its days are looked at before a command loads them: they are looked at again before a call.
    await fixture.loadAll(fixture.createProgram(contents))
    await fixture.pollAll()
    const day = (text: string) => Temporal.PlainDate.from(text)
    const stored = toWindow({ from: day('2026-03-20'), to: day('2026-04-13') })
    for (const id of ['odre_national', 'energy_charts_price'] as const) {
      await loadArchive(fixture.deps, getSource(id), stored)
    }
    const calls = await fixture.countCalls()
    // Of the flows alone three weeks before the first poll are missing.
    const steps = await fixture.loadAll(fixture.createProgram(contents))
    expect(steps.filter((step) => step !== 'known')).toEqual(['done', 'loaded', 'loaded', 'loaded', 'done'])
    expect((await fixture.countCalls()) - calls).toBe(3)
  }, 60_000)

  test('a 25-hour day counts when its 25 hours are stored; days older than two months come from the consolidated set', async () => {
    fixture.clock.moveTo('2025-11-10T12:07:00Z')
    const contents = listContents(75).filter(({ id }) => id === 'odre_national')
    await fixture.pollAll()
    expect(await fixture.loadAll(fixture.createProgram(contents), ['odre'])).toEqual([
      'loaded',
      'loaded',
      'loaded',
      'done',
    ])
    expect(await fixture.countKnownDays()).toEqual({ odre_national: 74 })
    const [hours] = await fixture.sql<{ hours: number }[]>`
      select count(distinct date_trunc('hour', slot_start))::int as hours from feed_values where feed = 'generation_mix_15min'
        and series = 'NUCLEAR' and (slot_start at time zone 'Europe/Paris')::date = '2025-10-26'`
    expect(hours?.hours).toBe(25)
    // An hour less, and the day is not known.
    await fixture.sql`delete from feed_values where slot_start >= '2025-10-26T12:00:00Z' and slot_start < '2025-10-26T13:00:00Z'`
    await fixture.sql`delete from past_days`
    await fixture.sql`update publisher_calls set calls = 1000 where publisher = 'odre'`
    expect(await fixture.loadAll(fixture.createProgram(contents), ['odre'])).toEqual(['waiting'])
    expect(await fixture.countKnownDays()).toEqual({ odre_national: 73 })
  }, 60_000)
})

describe('a first start whose sources have been polled once', () => {
  beforeEach(async () => {
    fixture = await startFirstStartFixture(asOf, 'polled')
  })
  afterEach(() => fixture.stop())

  test('a forecast that is prepared stays so when another day comes of age, and while a publisher is down for some days', async () => {
    const contents = listContents(28)
    await fixture.loadAll(fixture.createProgram(contents))
    for (const later of ['2026-04-20T22:00:05Z', '2026-04-24T12:00:00Z']) {
      fixture.clock.moveTo(later)
      const progress = await readPastProgress(fixture.sql, contents, fixture.clock.now())
      expect(progress).toMatchObject({ state: 'loading', forecastReady: true })
    }
    fixture.clock.moveTo('2026-04-29T12:00:00Z')
    expect(await readPastProgress(fixture.sql, contents, fixture.clock.now())).toMatchObject({ forecastReady: false })
  }, 60_000)

  test('a day that a publisher was asked for in vain counts once it is stored, and is not asked for again', async () => {
    const contents = listContents(28).filter(({ id }) => id === 'odre_national')
    const program = fixture.createProgram(contents)
    await fixture.loadAll(program)
    await fixture.sql`update past_days set is_known = false, asked_sources = 2 where day in ('2026-04-01', '2026-04-02')`
    await fixture.sql`delete from feed_values where slot_start >= '2026-04-01T10:00Z' and slot_start < '2026-04-01T12:00Z'`
    const calls = await fixture.countCalls()
    expect(await fixture.loadAll(program, ['odre'])).toEqual(['done'])
    expect(await fixture.countKnownDays()).toEqual({ odre_national: 25 })
    // The next day another one comes of age, and is stored.
    await fixture.sql`delete from past_days where day = '2026-04-18'`
    expect(await fixture.loadAll(program, ['odre'])).toEqual(['done'])
    expect(await fixture.countKnownDays()).toEqual({ odre_national: 26 })
    expect(await fixture.countCalls()).toBe(calls)
  }, 60_000)

  test('the newest days come first, and an older day only when every content knows the newer stage', async () => {
    const contents = listContents(40)
    const deps = fixture.createProgram(contents)
    const loaded: string[] = []
    while ((await loadNextPiece(deps, 'energy-charts', never)) !== 'done') {
      const [row] = await fixture.sql<{ prices: number; flows: number }[]>`
        select count(*) filter (where content = 'energy_charts_price')::int as prices,
          count(*) filter (where content = 'energy_charts_flows')::int as flows from past_days where is_known`
      loaded.push(`${row?.prices} ${row?.flows}`)
    }
    const [prices, flows] = [0, 1].map((at) => loaded.map((step) => Number(step.split(' ')[at])))
    const firstOlderPrice = prices?.findIndex((days) => days > 27) ?? -1
    expect(flows?.[firstOlderPrice]).toBe(27)
    expect(loaded.at(-1)).toBe('39 39')
  }, 60_000)

  test('a program that is killed is replaced: another one goes on where it stopped, and no call is made twice', async () => {
    const contents = listContents(28)
    const polled = await fixture.countCalls()
    const killed = fixture.createProgram(contents, 'killed')
    expect(await loadNextPiece(killed, 'odre', never)).toBe('loaded')
    // It took the publisher again and was killed before it gave it back.
    await fixture.sql`update past_loaders set holder = 'killed', held_until = now() + interval '1 minute'`
    const other = fixture.createProgram(contents, 'other')
    expect(await loadNextPiece(other, 'odre', never)).toBe('waiting')
    await fixture.sql`update past_loaders set held_until = now()`
    const steps = await fixture.loadAll(other)
    const pieces = 1 + steps.filter((step) => step === 'loaded').length
    expect((await fixture.countCalls()) - polled).toBe(pieces)
    expect(await fixture.countKnownDays()).toEqual({
      energy_charts_flows: 27,
      energy_charts_price: 27,
      odre_national: 27,
    })
    expect(await fixture.countSecondVersions()).toBe(0)
  }, 60_000)

  test('a stop in the middle of a piece is no failure: the next start loads the piece', async () => {
    const deps = fixture.createProgram(listContents(28))
    fixture.faults.set([{ kind: 'slow', subject: 'odre', delayMs: 5_000 }])
    const stopping = new AbortController()
    const step = loadNextPiece(deps, 'odre', stopping.signal)
    setTimeout(() => stopping.abort(), 300)
    expect(await step).toBe('waiting')
    fixture.faults.clear()
    expect(await loadNextPiece(fixture.createProgram(listContents(28), 'next'), 'odre', never)).toBe('loaded')
  }, 60_000)

  test('a second program does not double the calls', async () => {
    const contents = listContents(28)
    const polled = await fixture.countCalls()
    const programs = ['one', 'two', 'three'].map((holder) => fixture.createProgram(contents, holder))
    let loaded = 0
    for (let isLeft = true; isLeft; ) {
      const steps = await Promise.all(programs.map((program) => loadNextPiece(program, 'energy-charts', never)))
      const ofRound = steps.filter((step) => step === 'loaded').length
      expect(ofRound).toBeLessThanOrEqual(steps.length)
      loaded += ofRound
      isLeft = !steps.includes('done')
    }
    expect((await fixture.countCalls()) - polled).toBe(loaded)
    const single = Math.ceil((28 - 8) / 7) + Math.ceil((28 - 14) / 8)
    expect(loaded).toBe(single)
    expect(await fixture.countSecondVersions()).toBe(0)
  }, 60_000)
})

test('with the operator’s API the hourly generation is the mix of the past, and forecasts of wind and sun come with it', async () => {
  const operator = await startIngestFixture(asOf, { mode: 'demo' })
  try {
    const contents = listPastContents('demo', () => false).map((content) => ({ ...content, maxAgeDays: 28 }))
    const program = { ...operator.deps, contents, hasRoom: async () => true, holder: 'one' }
    for (const { id } of contents) {
      await operator.sql`insert into source_calls (source, application, last_call_at, is_answered) values (${id}, 'test', now(), true)`
    }
    const steps: string[] = []
    while (steps.at(-1) !== 'done' && steps.length < 20) steps.push(await loadNextPiece(program, 'rte', never))
    // Flows and forecasts take two pieces each, since a call has at most two or three weeks of them.
    expect(steps).toEqual([...Array.from({ length: contents.length + 2 }, () => 'loaded'), 'done'])
    const days = await operator.sql<{ content: string; known: number }[]>`
      select content, count(*) filter (where is_known)::int as known from past_days group by content order by content`
    expect(Object.fromEntries(days.map(({ content, known }) => [content, known]))).toEqual({
      consumption: 27,
      generation_by_type: 27,
      generation_forecast: 27,
      physical_flows: 27,
      power_exchanges: 27,
    })
  } finally {
    await operator.stop()
  }
}, 60_000)
