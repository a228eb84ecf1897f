import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { weatherPoints } from '@hexawatt/shared/methodology/forecast/weather/weather-points'
import { createOpenSettings } from '../../../test/testing/open-upstream.ts'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { hasRecordedWeather } from '../../upstream/replay/recorded-weather.ts'
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

function fetchJanuary(into = dir, settings: Record<string, string> = {}) {
  calls = []
  waitedMs = []
  const call = createCalls(async (ms) => void waitedMs.push(ms))
  return fetchMonths({
    from: january,
    to: january,
    dir: into,
    env: { ...createOpenSettings(upstream.address), ...settings },
    now: Temporal.Instant.from(asOf),
    say: () => undefined,
    call(publisher, url) {
      calls.push(publisher)
      return call(publisher, url)
    },
  })
}

test('a month is stored in one file per series, with the publisher’s minimum gap between two calls', async () => {
  expect(await fetchJanuary()).toBe(3)
  expect((await readdir(dir)).toSorted()).toEqual([
    'open_day_ahead_price_hourly_2026-01.csv.gz',
    'open_eco2mix_15min_2026-01.csv.gz',
    'open_weather_hourly_2026-01.csv.gz',
  ])
  expect(calls).toEqual(['odre', ...Array.from({ length: 4 }, () => 'energy-charts'), 'open-meteo'])
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
  expect(await fetchJanuary(into)).toBe(2)
  expect(calls).toEqual([...Array.from({ length: 4 }, () => 'energy-charts'), 'open-meteo'])
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
  expect((await readdir(into)).toSorted()).toEqual([
    'open_eco2mix_15min_2026-01.csv.gz',
    'open_weather_hourly_2026-01.csv.gz',
  ])
  upstream.faults.set([])
})

test('the weather is fetched only where a server of it is named', async () => {
  const into = join(folder, 'no-weather')
  for (const named of ['', 'off']) await fetchJanuary(into, { WEATHER_URL: named })
  expect(await readdir(into)).not.toContain('open_weather_hourly_2026-01.csv.gz')
  expect(calls).not.toContain('open-meteo')
})

test('replayed weather is the recorded weather of the past, and of hours to come off by an error', async () => {
  const now = '2026-01-20T12:00:00Z'
  const [replay, original] = await Promise.all([
    startUpstream(now, { replayDir: dir, replayOnly: true }),
    startUpstream('2026-01-31T12:00:00Z'),
  ])
  const query = {
    latitude: weatherPoints.map(({ latitude }) => latitude).join(),
    longitude: weatherPoints.map(({ longitude }) => longitude).join(),
    hourly: 'temperature_2m',
    models: 'ecmwf_ifs025',
    timeformat: 'unixtime',
    start_date: '2026-01-10',
    end_date: '2026-01-25',
  }
  const temperatures = async ({ get }: Upstream) => {
    const places = (await (await get('/open/open-meteo/v1/forecast', query)).json()) as {
      hourly: { time: number[]; temperature_2m_ecmwf_ifs025: (number | null)[] }
    }[]
    const { time, temperature_2m_ecmwf_ifs025: values } = places.at(-1)?.hourly ?? {
      time: [],
      temperature_2m_ecmwf_ifs025: [],
    }
    return time.map((seconds, at) => ({ isPast: seconds * 1_000 <= Date.parse(now), value: values[at] ?? null }))
  }
  const [replayed, came] = await Promise.all([temperatures(replay), temperatures(original)])
  const differing = replayed.filter(({ value }, at) => value !== came[at]?.value)
  expect(replayed).toHaveLength(16 * 24)
  expect(replayed.every(({ value }) => value !== null)).toBe(true)
  expect(differing.length).toBeGreaterThan(100)
  expect(differing.filter(({ isPast }) => isPast)).toEqual([])
  await Promise.all([replay.stop(), original.stop()])
})

test('a replay without recorded weather has none: that of the model would contradict the recorded grid', async () => {
  const without = join(folder, 'no-weather')
  const replay = await startUpstream('2026-01-20T12:00:00Z', { replayDir: without })
  const answer = await replay.get('/open/open-meteo/v1/forecast', {
    latitude: '48.8,43.6',
    longitude: '2.4,1.4',
    hourly: 'temperature_2m',
    models: 'ecmwf_ifs025',
  })
  expect(await answer.json()).toEqual([])
  expect([await hasRecordedWeather(without), await hasRecordedWeather(dir)]).toEqual([false, true])
  await replay.stop()
})
