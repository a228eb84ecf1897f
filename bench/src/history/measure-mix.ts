import { percentile } from '../percentile.ts'
import { analyticsYear, hourlyYear, rawDay, rawMonth, rawYear } from './asked-paths.ts'
import type { HistoryGround } from './history-ground.ts'
import { ms, printLine, times } from './report.ts'
import { timedRequest } from './timed-request.ts'

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
