import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createOpenSettings } from '../../../test/testing/open-upstream.ts'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { findNewestRecordedSpan } from '../../upstream/replay/recordings.ts'
import { paths, period, startUpstream, type Upstream } from '../../upstream/testing/upstream-fixture.ts'
import { fetchMonths } from './fetch-months.ts'
import { createCalls, gapMs } from './open-calls.ts'

/** Upstream and command read the same instant: January is over, and its real-time rows are still held. */
const asOf = '2026-02-20T12:00:00Z'
const january = Temporal.PlainYearMonth.from('2026-01')
const folder = await makeTemporaryFolder()
const dir = join(folder, 'fetched')

let upstream: Upstream
let calls: string[] = []
let waitedMs: number[] = []
beforeAll(async () => {
  upstream = await startUpstream(asOf, { allowFaultControl: true })
})
afterAll(async () => {
  await upstream.stop()
  await rm(folder, { recursive: true, force: true })
})

function fetchJanuary(into = dir) {
  calls = []
  waitedMs = []
  const call = createCalls(async (ms) => void waitedMs.push(ms))
  return fetchMonths({
    from: january,
    to: january,
    dir: into,
    env: createOpenSettings(upstream.address),
    now: Temporal.Instant.from(asOf),
    say: () => undefined,
    call(publisher, url) {
      calls.push(publisher)
      return call(publisher, url)
    },
  })
}

test('a month is stored in one file per series, with the publisher’s minimum gap between two calls', async () => {
  expect(await fetchJanuary()).toBe(2)
  expect((await readdir(dir)).toSorted()).toEqual([
    'open_day_ahead_price_hourly_2026-01.csv.gz',
    'open_eco2mix_15min_2026-01.csv.gz',
  ])
  expect(calls).toEqual(['odre', ...Array.from({ length: 4 }, () => 'energy-charts')])
  expect(waitedMs).toEqual(Array.from({ length: 3 }, () => gapMs['energy-charts']))
  expect(await findNewestRecordedSpan(dir)).toEqual({
    fromEpochMs: Date.parse('2025-12-31T23:00:00Z'),
    untilEpochMs: Date.parse('2026-01-31T23:00:00Z'),
  })
})

test('replaying the fetched files gives the figures of the day and invents nothing', async () => {
  const replay = await startUpstream(asOf, { replayDir: dir, replayOnly: true })
  const day = period('2026-01-15T00:00:00+01:00', '2026-01-16T00:00:00+01:00')
  const numbersOf = async (from: Upstream, path: string) =>
    (await from.blocks(path, day)).map(({ values, production_type, type }) => ({
      name: production_type ?? type ?? '',
      values: values.map(({ start_date, value, price }) => [start_date, value, price]),
    }))
  const [recorded, original] = await Promise.all([numbersOf(replay, paths.mix), numbersOf(upstream, paths.mix)])
  const nuclear = (blocks: typeof recorded) => blocks.find(({ name }) => name === 'NUCLEAR')?.values
  expect(nuclear(recorded)).toHaveLength(96)
  expect(nuclear(recorded)).toEqual(nuclear(original))
  const prices = await replay.blocks(paths.exchanges, day)
  expect(prices[0]?.values.map(({ price }) => price)).toHaveLength(24)
  expect(prices[0]?.values.every(({ price }) => typeof price === 'number')).toBe(true)
  await replay.stop()
})

test('an interrupted fetch continues where it stopped and does not ask again for what it has', async () => {
  const into = join(folder, 'interrupted')
  upstream.faults.set([{ kind: 'error_500', subject: 'energy-charts', times: 1 }])
  await expect(fetchJanuary(into)).rejects.toThrow(/answered 500.*run the same command again/)
  expect(await readdir(into)).toEqual(['open_eco2mix_15min_2026-01.csv.gz'])
  expect(await fetchJanuary(into)).toBe(1)
  expect(calls).toEqual(Array.from({ length: 4 }, () => 'energy-charts'))
  expect(await fetchJanuary(into)).toBe(0)
  expect(calls).toEqual([])
})

test('a file that was written before its month was over is fetched again', async () => {
  const early = new Date('2026-01-20T00:00:00Z')
  await utimes(join(dir, 'open_eco2mix_15min_2026-01.csv.gz'), early, early)
  expect(await fetchJanuary()).toBe(1)
  expect(calls).toEqual(['odre'])
})

test('an answer of the wrong form is refused, and a month that no publisher has leaves no file', async () => {
  const into = join(folder, 'nothing')
  upstream.faults.set([{ kind: 'html_200', subject: 'odre', times: 1 }])
  await expect(fetchJanuary(into)).rejects.toThrow(/sent no JSON/)
  upstream.faults.set([{ kind: 'not_found_404', subject: 'energy-charts' }])
  await fetchJanuary(into)
  expect(await readdir(into)).toEqual(['open_eco2mix_15min_2026-01.csv.gz'])
  upstream.faults.set([])
})
