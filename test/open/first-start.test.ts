import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { feedIds } from '@hexawatt/shared/grid/feeds'
import { isDatasetId } from '@hexawatt/shared/grid/publishers'
import { loadArchive } from '@hexawatt/svc-ingest/src/backfill/archives.ts'
import { toWindow } from '@hexawatt/svc-ingest/src/backfill/completeness.ts'
import { createPoller, type Poller } from '@hexawatt/svc-ingest/src/jobs/poller.ts'
import { type LoadPastDeps, loadNextPiece, type PastStep } from '@hexawatt/svc-ingest/src/past/load-past.ts'
import { listPastContents, type PastContent } from '@hexawatt/svc-ingest/src/past/past-contents.ts'
import { readPastProgress } from '@hexawatt/svc-ingest/src/past/past-progress.ts'
import { repairPoints } from '@hexawatt/svc-ingest/src/points/repair-points.ts'
import { publisherPolicies } from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { readCallsToday } from '@hexawatt/svc-ingest/src/upstream/publisher-pace-store.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

/** The 23-hour day 2026-03-29 is among the 28 days before. */
const asOf = '2026-04-20T12:07:00Z'
const never = new AbortController().signal

let fixture: IngestFixture
let poller: Poller
beforeEach(async () => {
  fixture = await startIngestFixture(asOf, { mode: 'open' })
  poller = createPoller(fixture.deps)
})
afterEach(() => fixture.stop())

/** The contents of open mode, as far back as a test needs. */
const listContents = (maxAgeDays: number): PastContent[] =>
  listPastContents('open').map((content) => ({ ...content, maxAgeDays: Math.min(maxAgeDays, content.maxAgeDays) }))

/** A program that loads the past. */
function createProgram(contents: readonly PastContent[], holder = 'one'): LoadPastDeps {
  return { ...fixture.deps, contents, hasRoom: async () => true, holder }
}

/** The first poll of every source. */
async function pollAll(): Promise<void> {
  for (const { id, publisher } of fixture.deps.sources) {
    if (isDatasetId(id) && ['odre', 'energy-charts', 'rte-services'].includes(publisher))
      await poller.pollOpen(id, 'start')
  }
}

/** Steps of both publishers until nothing is left or both wait. */
async function loadAll(
  deps: LoadPastDeps,
  publishers: readonly ('odre' | 'energy-charts')[] = ['odre', 'energy-charts'],
): Promise<PastStep[]> {
  const steps: PastStep[] = []
  for (const publisher of publishers) {
    for (let step: PastStep = 'loaded'; step === 'loaded' || step === 'known'; ) {
      step = await loadNextPiece(deps, publisher, never)
      steps.push(step)
    }
  }
  return steps
}

const countCalls = async () => {
  const [row] = await fixture.sql<
    { calls: number }[]
  >`select coalesce(sum(calls), 0)::int as calls from publisher_calls`
  return row?.calls ?? 0
}
const countRows = async () => {
  const [row] = await fixture.sql<{ values: number; points: number; recomputations: number }[]>`
    select (select count(*) from feed_values)::int as values, (select count(*) from score_points)::int as points,
      (select count(*) from recomputations)::int as recomputations`
  return row
}

/** Known days by content. */
async function countKnownDays(): Promise<Record<string, number>> {
  const rows = await fixture.sql<{ content: string; known: number }[]>`
    select content, count(*) filter (where is_known)::int as known from past_days group by content order by content`
  return Object.fromEntries(rows.map(({ content, known }) => [content, known]))
}

const countSecondVersions = async () => {
  const [row] = await fixture.sql<{ slots: number }[]>`
    select count(*)::int as slots from (
      select from feed_values where slot_start < now() group by feed, series, slot_start having count(*) > 1) twice`
  return row?.slots
}

test('a first start loads 28 days of mix, load, price and flows, across the 23-hour day, after the polls, and makes no point', async () => {
  const contents = listContents(28)
  const deps = createProgram(contents)
  const readProgress = () => readPastProgress(fixture.sql, contents, fixture.clock.now())
  expect(await loadAll(deps)).toEqual(['waiting', 'waiting'])
  expect(await countCalls()).toBe(0)
  await pollAll()
  const polled = await countCalls()
  expect(await readProgress()).toMatchObject({ knownDays: 0, wantedDays: 365, state: 'loading', forecastReady: false })
  const steps = await loadAll(deps)
  expect((await countCalls()) - polled).toBe(steps.filter((step) => step === 'loaded').length)
  // Ages 2 to 28.
  expect(await countKnownDays()).toEqual({ energy_charts_flows: 27, energy_charts_price: 27, odre_national: 27 })
  expect(await readProgress()).toMatchObject({ state: 'complete', forecastReady: true })
  const ofYear = await readPastProgress(fixture.sql, listPastContents('open'), fixture.clock.now())
  expect(ofYear).toMatchObject({ knownDays: 27, wantedDays: 365, state: 'loading', forecastReady: true })
  const pastPoints = await repairPoints({ ...fixture.deps, startedAt: fixture.clock.now() }, feedIds)
  expect([pastPoints, (await countRows())?.points]).toEqual([null, 0])
  // Nothing is left: nothing is asked for again.
  const calls = await countCalls()
  expect(await loadAll(deps)).toEqual(['done', 'done'])
  expect(await countCalls()).toBe(calls)
}, 60_000)

test('the newest days come first, and an older day only when every content knows the newer stage', async () => {
  const contents = listContents(40)
  const deps = createProgram(contents)
  await pollAll()
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
  await pollAll()
  const polled = await countCalls()
  const killed = createProgram(contents, 'killed')
  expect(await loadNextPiece(killed, 'odre', never)).toBe('loaded')
  // It took the publisher again and was killed before it gave it back.
  await fixture.sql`update past_loaders set holder = 'killed', held_until = now() + interval '1 minute'`
  const other = createProgram(contents, 'other')
  expect(await loadNextPiece(other, 'odre', never)).toBe('waiting')
  await fixture.sql`update past_loaders set held_until = now()`
  const steps = await loadAll(other)
  const pieces = 1 + steps.filter((step) => step === 'loaded').length
  expect((await countCalls()) - polled).toBe(pieces)
  expect(await countKnownDays()).toEqual({ energy_charts_flows: 27, energy_charts_price: 27, odre_national: 27 })
  expect(await countSecondVersions()).toBe(0)
}, 60_000)

test('a stop in the middle of a piece is no failure: the next start loads the piece', async () => {
  const deps = createProgram(listContents(28))
  await pollAll()
  fixture.faults.set([{ kind: 'slow', subject: 'odre', delayMs: 5_000 }])
  const stopping = new AbortController()
  const step = loadNextPiece(deps, 'odre', stopping.signal)
  setTimeout(() => stopping.abort(), 300)
  expect(await step).toBe('waiting')
  fixture.faults.clear()
  expect(await loadNextPiece(createProgram(listContents(28), 'next'), 'odre', never)).toBe('loaded')
}, 60_000)

test('a second program does not double the calls', async () => {
  const contents = listContents(28)
  await pollAll()
  const polled = await countCalls()
  const programs = ['one', 'two', 'three'].map((holder) => createProgram(contents, holder))
  let loaded = 0
  for (let isLeft = true; isLeft; ) {
    const steps = await Promise.all(programs.map((program) => loadNextPiece(program, 'energy-charts', never)))
    const ofRound = steps.filter((step) => step === 'loaded').length
    expect(ofRound).toBeLessThanOrEqual(steps.length)
    loaded += ofRound
    isLeft = !steps.includes('done')
  }
  expect((await countCalls()) - polled).toBe(loaded)
  const single = Math.ceil((28 - 8) / 7) + Math.ceil((28 - 14) / 8)
  expect(loaded).toBe(single)
  expect(await countSecondVersions()).toBe(0)
}, 60_000)

describe('polls come first', () => {
  const next = async () => loadNextPiece(createProgram(listContents(28)), 'odre', never)

  test('a poll that falls due within a minute, and one that is due, are waited for', async () => {
    await pollAll()
    fixture.clock.moveTo('2026-04-20T12:19:30Z')
    expect(await next()).toBe('waiting')
    fixture.clock.moveTo('2026-04-20T12:21:00Z')
    expect(await next()).toBe('waiting')
    await pollAll()
    expect(await next()).toBe('loaded')
  }, 60_000)

  test('the calls that the polls need until the end of the day are left to them', async () => {
    await pollAll()
    const { callsPerDay, pollCallsPerDay } = publisherPolicies.odre.pace
    const { shareLeft } = await readCallsToday(fixture.sql, 'odre')
    const kept = Math.ceil(callsPerDay - pollCallsPerDay * shareLeft)
    await fixture.sql`update publisher_calls set calls = ${kept - 2} where publisher = 'odre'`
    expect(await next()).toBe('waiting')
    await fixture.sql`update publisher_calls set calls = ${kept - 8} where publisher = 'odre'`
    expect(await next()).toBe('loaded')
  }, 60_000)

  test('a publisher that says its quota runs low is left alone', async () => {
    await pollAll()
    await fixture.sql`update publisher_pauses set is_quota_low = true where publisher = 'odre'`
    expect(await next()).toBe('waiting')
  }, 60_000)

  test('a full disk asks no publisher', async () => {
    await pollAll()
    const calls = await countCalls()
    const full = { ...createProgram(listContents(28)), hasRoom: async () => false }
    expect(await loadNextPiece(full, 'odre', never)).toBe('waiting')
    expect(await countCalls()).toBe(calls)
  }, 60_000)
})

describe('a refusal', () => {
  test('of too many calls pauses the publisher for every program, and leaves its days open', async () => {
    const contents = listContents(28)
    await pollAll()
    fixture.faults.set([{ kind: 'rate_limited', subject: 'odre', times: 1 }])
    expect(await loadNextPiece(createProgram(contents), 'odre', never)).toBe('failed')
    expect(await loadNextPiece(createProgram(contents, 'two'), 'odre', never)).toBe('waiting')
    await fixture.sql`update past_loaders set not_before = now()`
    expect(await loadNextPiece(createProgram(contents, 'two'), 'odre', never)).toBe('waiting')
    await fixture.sql`update publisher_pauses set not_before = null`
    expect(await loadAll(createProgram(contents, 'two'), ['odre'])).toEqual(['loaded', 'done'])
  }, 60_000)

  test('that repeats for one piece leaves its days out after four tries, so that older days are loaded', async () => {
    const contents = listContents(28).filter(({ id }) => id === 'energy_charts_price')
    const program = createProgram(contents)
    await pollAll()
    fixture.faults.set([{ kind: 'html_200', subject: 'energy-charts' }])
    for (let failure = 1; failure <= 4; failure++) {
      expect(await loadNextPiece(program, 'energy-charts', never)).toBe('failed')
      await fixture.sql`update past_loaders set not_before = now()`
    }
    fixture.faults.clear()
    expect(await loadAll(program, ['energy-charts'])).toEqual(['loaded', 'done'])
    expect(await readPastProgress(fixture.sql, contents, fixture.clock.now())).toMatchObject({ state: 'complete' })
  }, 60_000)
})

test('an installation that knows its past loads only what it lacks', async () => {
  const contents = listContents(28)
  await pollAll()
  const day = (text: string) => Temporal.PlainDate.from(text)
  const stored = toWindow({ from: day('2026-03-20'), to: day('2026-04-13') })
  for (const id of ['odre_national', 'energy_charts_price'] as const) {
    await loadArchive(fixture.deps, getSource(id), stored)
  }
  const calls = await countCalls()
  // Of the flows alone three weeks before the first poll are missing.
  expect(await loadAll(createProgram(contents))).toEqual(['done', 'loaded', 'loaded', 'loaded', 'done'])
  expect((await countCalls()) - calls).toBe(3)
}, 60_000)

test('a 25-hour day counts when its 25 hours are stored; days older than two months come from the consolidated set', async () => {
  fixture.clock.moveTo('2025-11-10T12:07:00Z')
  const contents = listContents(75).filter(({ id }) => id === 'odre_national')
  await pollAll()
  expect(await loadAll(createProgram(contents), ['odre'])).toEqual(['loaded', 'loaded', 'loaded', 'done'])
  expect(await countKnownDays()).toEqual({ odre_national: 74 })
  const [hours] = await fixture.sql<{ hours: number }[]>`
    select count(distinct date_trunc('hour', slot_start))::int as hours from feed_values where feed = 'generation_mix_15min'
      and series = 'NUCLEAR' and (slot_start at time zone 'Europe/Paris')::date = '2025-10-26'`
  expect(hours?.hours).toBe(25)
  // An hour less, and the day is not known.
  await fixture.sql`delete from feed_values where slot_start >= '2025-10-26T12:00:00Z' and slot_start < '2025-10-26T13:00:00Z'`
  await fixture.sql`delete from past_days`
  await fixture.sql`update publisher_calls set calls = 1000 where publisher = 'odre'`
  expect(await loadAll(createProgram(contents), ['odre'])).toEqual(['waiting'])
  expect(await countKnownDays()).toEqual({ odre_national: 73 })
}, 60_000)
