import { SetupError } from '@hexawatt/dev/src/embedded/setup-error.ts'
import { median } from '../figures/percentile.ts'
import { hourlyYear, rawMonth, rawYear, year } from './asked-paths.ts'
import type { HistoryGround, HistoryService } from './history-ground.ts'
import { ms, printLine, times } from './report.ts'
import { copyOfPoints } from './series-store.ts'
import { type TimedAnswer, timedRequest, timesOf } from './timed-request.ts'

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
  printYear('raw year, cold', cold, yardstickMs)
  printYear('raw year, warm', warm, yardstickMs)
}

async function measureWarm(service: HistoryService, warm: TimedAnswer[], copy: () => Promise<unknown>): Promise<void> {
  for (let run = 0; run < warmRuns; run += 1) {
    await copy()
    warm.push(await timedRequest(service.url + rawYear))
  }
}

function printYear(name: string, answers: readonly TimedAnswer[], yardstickMs: number): void {
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

/** Time that `psql -c "COPY … TO STDOUT"` takes from its start to its end, ms: the yardstick of a streamed year. */
export async function copyTime(databaseUrl: string, command: string): Promise<number> {
  if (Bun.which('psql') === null) {
    throw new SetupError('psql is not on this machine: install postgresql-client, the yardstick of this benchmark.')
  }
  const startedAtMs = performance.now()
  const child = Bun.spawn(['psql', '--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-c', command, databaseUrl], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new SetupError('psql failed: see above.')
  return performance.now() - startedAtMs
}

const runs = 30

/** The windows that are asked for most: 31 days raw and a year hourly; the first run of each, and the median of the others. */
export async function measureWindows(ground: HistoryGround): Promise<void> {
  const service = await ground.startService()
  const month = await timesOf(runs, (run) => timedRequest(service.url + rawMonth(run % 5)))
  const hourly = await timesOf(runs, () => timedRequest(service.url + hourlyYear))
  await service.stop()
  printWindow('raw 31 days', month, 25)
  printWindow('hourly year', hourly, 40)
}

function printWindow(name: string, timesMs: readonly number[], limitMs: number): void {
  const [firstMs = Number.NaN, ...laterMs] = timesMs
  printLine(`${name}, p50`, `${ms(median(laterMs))} (first ${ms(firstMs)})`, `≤ ${limitMs} ms`)
}

const yearsAtOnce = 20
const limitMegabytes = 200

/** Most memory that a process ever holds while it serves twenty years of raw points at once, twice: first cold, then warm. */
export async function measureMemory(ground: HistoryGround): Promise<void> {
  const service = await ground.startService()
  const idle = await service.peakMegabytes()
  const years = () => Promise.all(Array.from({ length: yearsAtOnce }, () => timedRequest(service.url + rawYear)))
  await years()
  const cold = await service.peakMegabytes()
  await years()
  const warm = await service.peakMegabytes()
  await service.stop()
  printLine(
    `memory, ${yearsAtOnce} raw years at once`,
    `${cold.toFixed(0)} MB cold, ${warm.toFixed(0)} MB after as many warm (idle ${idle.toFixed(0)} MB)`,
    `≤ ${limitMegabytes} MB`,
  )
}
