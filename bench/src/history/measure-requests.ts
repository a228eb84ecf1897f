import { median } from '../figures/percentile.ts'
import { runPsql } from '../figures/psql.ts'
import { analyticsYear, hourlyYear, rawMonth, rawYear, timeZone, weightsOf, year } from './asked-paths.ts'
import type { HistoryFixture, HistoryService } from './history-fixture.ts'
import { ms, printLine, times } from './report.ts'
import { copyOfPoints, plainAggregate } from './series-store.ts'
import { type TimedAnswer, timedRequest, timesOf } from './timed-request.ts'

/** Cold: the first year of a new process. */
const coldRuns = 3
const warmRuns = 7

/** A year of raw points as JSON, cold and warm, alternating with `COPY` of the same rows. */
export async function measureRawYear(fixture: HistoryFixture): Promise<void> {
  const copyMs: number[] = []
  const copy = async () => copyMs.push(await runPsql(fixture.databaseUrl, copyOfPoints(year.from, year.to)))
  const cold: TimedAnswer[] = []
  const warm: TimedAnswer[] = []
  await copy()
  for (let run = 0; run < coldRuns; run += 1) {
    const service = await fixture.startService()
    await copy()
    cold.push(await timedRequest(service.url + rawYear))
    if (run === coldRuns - 1) await measureWarm(service, warm, copy)
    await service.stop()
  }
  const referenceMs = median(copyMs)
  printLine('COPY of a year to psql', `${ms(referenceMs)} (whole run of psql)`, '')
  printYear('raw year, cold', cold, referenceMs)
  printYear('raw year, warm', warm, referenceMs)
}

async function measureWarm(service: HistoryService, warm: TimedAnswer[], copy: () => Promise<unknown>): Promise<void> {
  for (let run = 0; run < warmRuns; run += 1) {
    await copy()
    warm.push(await timedRequest(service.url + rawYear))
  }
}

function printYear(name: string, answers: readonly TimedAnswer[], referenceMs: number): void {
  const lastByteMs = median(answers.map((answer) => answer.lastByteMs))
  const firstByteMs = median(answers.map((answer) => answer.firstByteMs))
  const megabytes = (answers[0]?.bytes ?? 0) / 1e6
  printLine(
    `${name}, last byte`,
    `${ms(lastByteMs)} = ${times(lastByteMs / referenceMs)} of COPY (${megabytes.toFixed(1)} MB)`,
    '≤ 3 ×, goal ≤ 1.5 ×',
  )
  printLine(`${name}, first byte`, ms(firstByteMs), '≤ 50 ms')
}

const windowRuns = 30

/** The most frequent windows: 31 days raw and a year hourly; the first run of each, and the median of the others. */
export async function measureWindows(fixture: HistoryFixture): Promise<void> {
  const service = await fixture.startService()
  const month = await timesOf(windowRuns, (run) => timedRequest(service.url + rawMonth(run % 5)))
  const hourly = await timesOf(windowRuns, () => timedRequest(service.url + hourlyYear))
  await service.stop()
  printWindow('raw 31 days', month, 25)
  printWindow('hourly year', hourly, 40)
}

function printWindow(name: string, timesMs: readonly number[], limitMs: number): void {
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  printLine(`${name}, p50`, `${ms(median(laterMs))} (first ${ms(firstMs)})`, `≤ ${limitMs} ms`)
}

const analyticsRounds = 15

/** Analytics of 366 days with custom weights in a time zone, alternating with the plain aggregate over the raw rows. */
export async function measureAnalytics(fixture: HistoryFixture): Promise<void> {
  const { sql } = fixture
  const service = await fixture.startService()
  const plain = (run: number) => plainAggregate(sql, { ...year, timeZone, weights: weightsOf(run) })
  const asked = (granularity: 'raw' | 'hourly') => (run: number) =>
    timedRequest(service.url + analyticsYear(run, granularity))
  const [plainMs, hourlyMs, rawMs]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < analyticsRounds; round += 1) {
    plainMs.push(...(await timesOf(1, () => plain(round))))
    hourlyMs.push(...(await timesOf(1, () => asked('hourly')(round))))
    rawMs.push(...(await timesOf(1, () => asked('raw')(round))))
  }
  await service.stop()
  const referenceMs = median(plainMs)
  printLine('plain aggregate of 366 days', ms(referenceMs), '')
  printAnalytics('analytics, hourly (default)', hourlyMs, referenceMs, '≤ 0.20 ×')
  printAnalytics('analytics, raw', rawMs, referenceMs, '(optimalPct from the raw points)')
}

function printAnalytics(name: string, timesMs: readonly number[], referenceMs: number, target: string): void {
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  const p50Ms = median(laterMs)
  printLine(name, `${ms(p50Ms)} = ${times(p50Ms / referenceMs)} of it (first ${ms(firstMs)})`, target)
}
