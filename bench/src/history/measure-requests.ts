import type { Target } from '../figures/paired-ratios.ts'
import { computeMedian } from '../figures/percentile.ts'
import { runPsql } from '../figures/psql.ts'
import type { HistoryFixture, HistoryService } from './history-fixture.ts'
import { formatMs, printJudged, printLine, printPaired } from './report.ts'
import {
  buildAnalyticsYear,
  buildRawMonth,
  createWeights,
  hourlyYear,
  rawYear,
  timeZone,
  year,
} from './request-paths.ts'
import { runPlainAggregate, writePointsCopy } from './series-store.ts'
import { type TimedAnswer, timeRequest, timeRuns } from './timed-request.ts'

/** Cold: the first year of a new process. */
const coldRuns = 9
const warmRuns = 7

const maxFirstByteMs = { side: 'atMost', must: 50 } as const

/** A year of raw points as JSON, cold and warm, each next to a `COPY` of the same rows. */
export async function measureRawYear(fixture: HistoryFixture): Promise<void> {
  const copy = (): Promise<number> => runPsql(fixture.databaseUrl, writePointsCopy(year.from, year.to))
  await copy()
  const cold: YearRound[] = []
  for (let run = 0; run < coldRuns; run += 1) {
    const service = await fixture.startService()
    cold.push(await measureYearRound(service, copy))
    await service.stop()
  }
  const service = await fixture.startService()
  await timeRequest(service.url + rawYear)
  const warm: YearRound[] = []
  for (let run = 0; run < warmRuns; run += 1) warm.push(await measureYearRound(service, copy))
  await service.stop()
  printLine(
    'COPY of a year to psql',
    `${formatMs(computeMedian(cold.map(({ copyMs }) => copyMs)))} (whole run of psql)`,
  )
  printYear('raw year, cold', cold, { side: 'atMost', must: 2, goal: 1.5 })
  printYear('raw year, warm', warm, { side: 'atMost', must: 2, goal: 1.5 })
}

/** A year of points, and the reference next to it. */
type YearRound = { copyMs: number; answer: TimedAnswer }

async function measureYearRound(service: HistoryService, copy: () => Promise<number>): Promise<YearRound> {
  return { copyMs: await copy(), answer: await timeRequest(service.url + rawYear) }
}

function printYear(name: string, rounds: readonly YearRound[], target: Target): void {
  const lastByteMs = rounds.map(({ answer }) => answer.lastByteMs)
  const firstByteMs = computeMedian(rounds.map(({ answer }) => answer.firstByteMs))
  const megabytes = (rounds[0]?.answer.bytes ?? 0) / 1e6
  printLine(`${name}, last byte`, `${formatMs(computeMedian(lastByteMs))} (${megabytes.toFixed(1)} MB)`)
  printPaired(`${name}, compared`, lastByteMs, { name: 'COPY', timesMs: rounds.map(({ copyMs }) => copyMs) }, target)
  printJudged(`${name}, first byte`, formatMs(firstByteMs), firstByteMs, maxFirstByteMs, ' ms')
}

const windowRuns = 30

/** The most frequent windows: 31 days raw and a year hourly; the first run of each, and the median of the others. */
export async function measureWindows(fixture: HistoryFixture): Promise<void> {
  const service = await fixture.startService()
  const month = await timeRuns(windowRuns, (run) => timeRequest(service.url + buildRawMonth(run % 5)))
  const hourly = await timeRuns(windowRuns, () => timeRequest(service.url + hourlyYear))
  await service.stop()
  printWindow('raw 31 days', month, 25)
  printWindow('hourly year', hourly, 40)
}

function printWindow(name: string, timesMs: readonly number[], limitMs: number): void {
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  const p50Ms = computeMedian(laterMs)
  printJudged(
    `${name}, p50`,
    `${formatMs(p50Ms)} (first ${formatMs(firstMs)})`,
    p50Ms,
    { side: 'atMost', must: limitMs },
    ' ms',
  )
}

const analyticsRounds = 15

/** Time of analytics, relative to the plain aggregate. */
const analyticsTarget: Target = { side: 'atMost', must: 0.2 }

/** Analytics of 366 days with custom weights in a time zone, each next to the plain aggregate over the raw rows. */
export async function measureAnalytics(fixture: HistoryFixture): Promise<void> {
  const { sql } = fixture
  const service = await fixture.startService()
  const plain = (run: number) =>
    timeRuns(1, () => runPlainAggregate(sql, { ...year, timeZone, weights: createWeights(run) }))
  const asked = (granularity: 'raw' | 'hourly') => (run: number) =>
    timeRuns(1, () => timeRequest(service.url + buildAnalyticsYear(run, granularity)))
  const hourly = await measurePairs(plain, asked('hourly'))
  const raw = await measurePairs(plain, asked('raw'))
  await service.stop()
  printLine('plain aggregate of 366 days', formatMs(computeMedian([...hourly.plainMs, ...raw.plainMs])))
  printAnalytics('analytics, hourly (default)', hourly)
  printAnalytics('analytics, raw', raw)
}

type AnalyticsPairs = { plainMs: number[]; askedMs: number[] }
type Times = (run: number) => Promise<number[]>

async function measurePairs(plain: Times, asked: Times): Promise<AnalyticsPairs> {
  const pairs: AnalyticsPairs = { plainMs: [], askedMs: [] }
  for (let round = 0; round < analyticsRounds; round += 1) {
    pairs.plainMs.push(...(await plain(round)))
    pairs.askedMs.push(...(await asked(round)))
  }
  return pairs
}

function printAnalytics(name: string, { plainMs, askedMs }: AnalyticsPairs): void {
  const [firstMs = Number.NaN, ...laterMs] = askedMs
  printLine(name, `${formatMs(computeMedian(laterMs))} (first ${formatMs(firstMs)})`)
  printPaired(`${name}, compared`, laterMs, { name: 'the aggregate', timesMs: plainMs.slice(1) }, analyticsTarget)
}
