import { afterAll, beforeAll, expect, test } from 'bun:test'
import { loadFeeds } from '@hexawatt/svc-ingest/src/cli/backfill-command.ts'
import { loadNextPiece, type PastStep } from '@hexawatt/svc-ingest/src/past/load-past.ts'
import { listPastContents } from '@hexawatt/svc-ingest/src/past/past-contents.ts'
import { readPastProgress } from '@hexawatt/svc-ingest/src/past/past-progress.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { claimPublisherCall } from '@hexawatt/svc-ingest/src/upstream/publisher-pace-store.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

const never = new AbortController().signal
let fixture: IngestFixture

beforeAll(async () => {
  fixture = await startIngestFixture('2026-04-20T12:10:00Z')
})
afterAll(() => fixture.stop())

/** Whatever the time of the real day, enough of its calls are left. */
async function freeCalls(): Promise<void> {
  await fixture.sql`
    insert into publisher_calls (publisher, day, calls) values ('energy-charts', (now() at time zone 'utc')::date, -1000)
    on conflict (publisher, day) do update set calls = excluded.calls`
}
const callsMade = async () =>
  (await fixture.sql<{ calls: number }[]>`select calls from publisher_calls where publisher = 'energy-charts'`)[0]
    ?.calls

async function countHours(country: string): Promise<number> {
  const [row] = await fixture.sql<{ hours: number }[]>`
    select count(distinct hour_start)::int as hours from neighbour_generation where country = ${country}`
  return row?.hours ?? 0
}

test('the past of a neighbour is loaded a month in a call, from where the first poll ended, and counts in no progress', async () => {
  const contents = listPastContents('demo', (id) => id === 'energy_charts_mix_ch').filter(
    ({ isOptional }) => isOptional,
  )
  const ofTest = contents.map((content) => ({ ...content, maxAgeDays: 70 }))
  // No poll is due that the load would have to wait for.
  const program = { ...fixture.deps, sources: [], contents: ofTest, hasRoom: async () => true, holder: 'one' }
  await pollSource(fixture.deps, getSource('energy_charts_mix_ch'), [])
  await freeCalls()
  const steps: PastStep[] = []
  for (let step: PastStep = 'loaded'; step === 'loaded' || step === 'known'; ) {
    step = await loadNextPiece(program, 'energy-charts', never)
    steps.push(step)
  }
  // Ages 31 to 61, and 62 to 70.
  expect([steps, await callsMade()]).toEqual([['loaded', 'loaded', 'done'], -998])
  // 70 days, the 23-hour day among them, and today to the hour that ended two and a half hours ago.
  expect(await countHours('CH')).toBe(70 * 24 - 1 + 11)
  expect(await readPastProgress(fixture.sql, ofTest, fixture.clock.now())).toBeNull()
})

test('a backfill of all feeds loads the mixes of the neighbours too, and one of a named feed does not', async () => {
  await freeCalls()
  const span = { from: Temporal.PlainDate.from('2026-04-18'), to: Temporal.PlainDate.from('2026-04-19') }
  const command = { ...span, publisher: null, callsPerSecond: 100, parallel: 4 }
  const output = { write: () => undefined, isTerminal: false } as never
  const load = (feeds: readonly 'imbalance'[]) =>
    loadFeeds(fixture.deps, { ...command, feeds }, { output, stopping: never, signal: never }, '')
  await load(['imbalance'])
  expect(await countHours('DE')).toBe(0)
  await load([])
  expect([await countHours('DE'), await countHours('IT')]).toEqual([24, 24])
})

test('calls that yield are not made while the rest of the day may be needed for feeds; those of feeds are', async () => {
  await fixture.sql`delete from publisher_calls`
  const claim = (keptCalls: number) =>
    claimPublisherCall(fixture.sql, 'energy-charts', { gapMs: 0, callsPerDay: 120, keptCalls })
  expect(await claim(0)).toBeNull()
  // More than 120 calls are kept, whatever the time of the day.
  expect(await claim(1e9)).toEqual({ kind: 'kept', waitMs: 0 })
  expect(await claim(0)).toBeNull()
  expect(await claim(1e-9)).toBeNull()
  expect(await callsMade()).toBe(3)
})
