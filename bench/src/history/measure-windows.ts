import { median } from '../percentile.ts'
import { hourlyYear, rawMonth } from './asked-paths.ts'
import type { HistoryGround } from './history-ground.ts'
import { ms, printLine } from './report.ts'
import { timedRequest, timesOf } from './timed-request.ts'

const runs = 30

/** The windows that are asked for most: 31 days raw and a year hourly; the first run of each, and the median of the others. */
export async function measureWindows(ground: HistoryGround): Promise<void> {
  const service = await ground.startService()
  const month = await timesOf(runs, (run) => timedRequest(service.url + rawMonth(run % 5)))
  const hourly = await timesOf(runs, () => timedRequest(service.url + hourlyYear))
  await service.stop()
  print('raw 31 days', month, 25)
  print('hourly year', hourly, 40)
}

function print(name: string, timesMs: readonly number[], limitMs: number): void {
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  printLine(`${name}, p50`, `${ms(median(laterMs))} (first ${ms(firstMs)})`, `≤ ${limitMs} ms`)
}
