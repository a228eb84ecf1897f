import { median, percentile } from '../figures/percentile.ts'
import { analyticsYear, hourlyYear, rawDay, rawMonth, rawYear, timeZone, weightsOf, year } from './asked-paths.ts'
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

const clients = 50
const requestsPerClient = 24

/** One round of a client: mostly recent hours, now and then a long window. */
const round: readonly ((run: number) => string)[] = [
  rawDay,
  rawDay,
  rawMonth,
  rawDay,
  (run) => analyticsYear(run, 'hourly'),
  rawDay,
  () => hourlyYear,
  () => '/api/coverage',
]

/** Fifty clients at once, each asking anew as soon as it is answered; two of them begin with a year of raw points. */
export async function measureMix(ground: HistoryGround): Promise<void> {
  const service = await ground.startService()
  const timesMs: number[] = []
  const errors: unknown[] = []
  const startedAtMs = performance.now()
  const ask = async (path: string): Promise<void> => {
    try {
      timesMs.push((await timedRequest(service.url + path)).lastByteMs)
    } catch (error) {
      errors.push(error)
    }
  }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      if (client % 25 === 0) await ask(rawYear)
      for (let run = 0; run < requestsPerClient; run += 1) {
        await ask(round[(client + run) % round.length]?.((client + run) % 20) ?? '')
      }
    }),
  )
  const seconds = (performance.now() - startedAtMs) / 1_000
  await service.stop()
  const [p50, p99] = [percentile(timesMs, 0.5), percentile(timesMs, 0.99)]
  printLine(
    `${clients} mixed clients, p99`,
    `${ms(p99)} = ${times(p99 / p50)} of p50 (${ms(p50)}, ${Math.round(timesMs.length / seconds)} requests/s)`,
    '≤ 10 ×',
  )
  printLine(`${clients} mixed clients, errors`, `${errors.length} of ${timesMs.length + errors.length}`, '0')
  if (errors.length > 0) console.error(errors[0])
}
