import { median } from '../percentile.ts'
import { analyticsYear, timeZone, weightsOf, year } from './asked-paths.ts'
import type { HistoryGround } from './history-ground.ts'
import { ms, printLine, times } from './report.ts'
import { plainAggregate } from './series-store.ts'
import { timedRequest, timesOf } from './timed-request.ts'

const rounds = 15

/** Analytics of 366 days under custom weights in a zone, in turn with the plain aggregate over the raw rows. */
export async function measureAnalytics(ground: HistoryGround): Promise<void> {
  const { sql } = ground
  const service = await ground.startService()
  const plain = (run: number) => plainAggregate(sql, { ...year, timeZone, weights: weightsOf(run) })
  const asked = (granularity: 'raw' | 'hourly') => (run: number) =>
    timedRequest(service.url + analyticsYear(run, granularity))
  const [plainMs, hourlyMs, rawMs]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    plainMs.push(...(await timesOf(1, () => plain(round))))
    hourlyMs.push(...(await timesOf(1, () => asked('hourly')(round))))
    rawMs.push(...(await timesOf(1, () => asked('raw')(round))))
  }
  await service.stop()
  const yardstickMs = median(plainMs)
  printLine('plain aggregate of 366 days', ms(yardstickMs), '')
  print('analytics, hourly (default)', hourlyMs, yardstickMs, '≤ 0.20 ×')
  print('analytics, raw', rawMs, yardstickMs, '(optimalPct from the raw points)')
}

function print(name: string, timesMs: readonly number[], yardstickMs: number, target: string): void {
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  const p50Ms = median(laterMs)
  printLine(name, `${ms(p50Ms)} = ${times(p50Ms / yardstickMs)} of it (first ${ms(firstMs)})`, target)
}
