import { median } from '../percentile.ts'
import { rawYear, year } from './asked-paths.ts'
import { copyTime } from './copy-time.ts'
import type { HistoryGround, HistoryService } from './history-ground.ts'
import { ms, printLine, times } from './report.ts'
import { copyOfPoints } from './series-store.ts'
import { type TimedAnswer, timedRequest } from './timed-request.ts'

/** Cold = a process that has just started; each has one cold year. */
const coldRuns = 3
const warmRuns = 7

/** A year of raw points as JSON, cold and warm, in turn with `COPY` of the same rows. */
export async function measureRawYear(ground: HistoryGround): Promise<void> {
  const copyMs: number[] = []
  const copy = async () => copyMs.push(await copyTime(ground.databaseUrl, copyOfPoints(year.from, year.to)))
  const cold: TimedAnswer[] = []
  const warm: TimedAnswer[] = []
  await copy()
  for (let run = 0; run < coldRuns; run += 1) {
    const service = await ground.startService()
    await copy()
    cold.push(await timedRequest(service.url + rawYear))
    if (run === coldRuns - 1) await measureWarm(service, warm, copy)
    await service.stop()
  }
  const yardstickMs = median(copyMs)
  printLine('COPY of a year to psql', `${ms(yardstickMs)} (whole run of psql)`, '')
  print('raw year, cold', cold, yardstickMs)
  print('raw year, warm', warm, yardstickMs)
}

async function measureWarm(service: HistoryService, warm: TimedAnswer[], copy: () => Promise<unknown>): Promise<void> {
  for (let run = 0; run < warmRuns; run += 1) {
    await copy()
    warm.push(await timedRequest(service.url + rawYear))
  }
}

function print(name: string, answers: readonly TimedAnswer[], yardstickMs: number): void {
  const lastByteMs = median(answers.map((answer) => answer.lastByteMs))
  const firstByteMs = median(answers.map((answer) => answer.firstByteMs))
  const megabytes = (answers[0]?.bytes ?? 0) / 1e6
  printLine(
    `${name}, last byte`,
    `${ms(lastByteMs)} = ${times(lastByteMs / yardstickMs)} of COPY (${megabytes.toFixed(1)} MB)`,
    '≤ 3 ×, goal ≤ 1.5 ×',
  )
  printLine(`${name}, first byte`, ms(firstByteMs), '≤ 50 ms')
}
