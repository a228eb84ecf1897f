import { getCoverage } from '@hexawatt/shared/contract/operations/get-coverage'
import { computePercentile } from '../figures/percentile.ts'
import type { HistoryFixture } from './history-fixture.ts'
import { formatFactor, formatMs, printJudged } from './report.ts'
import { buildAnalyticsYear, buildRawDay, buildRawMonth, hourlyYear, rawYear } from './request-paths.ts'
import { timeRequest } from './timed-request.ts'

const clients = 50
const requestsPerClient = 24

/** One round of a client: mostly recent hours, sometimes a long window. */
const round: readonly ((run: number) => string)[] = [
  buildRawDay,
  buildRawDay,
  buildRawMonth,
  buildRawDay,
  (run) => buildAnalyticsYear(run, 'hourly'),
  buildRawDay,
  () => hourlyYear,
  () => getCoverage.path,
]

/** Fifty concurrent clients without pauses between requests; two of them begin with a year of raw points. */
export async function measureMix(fixture: HistoryFixture): Promise<void> {
  const service = await fixture.startService()
  const timesMs: number[] = []
  const errors: unknown[] = []
  const startedAtMs = performance.now()
  const ask = async (path: string): Promise<void> => {
    try {
      timesMs.push((await timeRequest(service.url + path)).lastByteMs)
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
  const [p50, p99] = [computePercentile(timesMs, 0.5), computePercentile(timesMs, 0.99)]
  printJudged(
    `${clients} mixed clients, p99`,
    `${formatMs(p99)} = ${formatFactor(p99 / p50)} of p50 (${formatMs(p50)}, ${Math.round(timesMs.length / seconds)} requests/s)`,
    p99 / p50,
    { side: 'atMost', must: 10 },
    ' ×',
  )
  const asked = timesMs.length + errors.length
  printJudged(`${clients} mixed clients, errors`, `${errors.length} of ${asked}`, errors.length, {
    side: 'atMost',
    must: 0,
  })
  if (errors.length > 0) console.error(errors[0])
}

const yearsAtOnce = 20
const limitMegabytes = 200

/** Peak memory of a process that serves twenty years of raw points concurrently, first cold, then warm. */
export async function measureMemory(fixture: HistoryFixture): Promise<void> {
  const service = await fixture.startService()
  const idle = await service.peakMegabytes()
  const years = () => Promise.all(Array.from({ length: yearsAtOnce }, () => timeRequest(service.url + rawYear)))
  await years()
  const cold = await service.peakMegabytes()
  await years()
  const warm = await service.peakMegabytes()
  await service.stop()
  printJudged(
    `memory, ${yearsAtOnce} raw years at once`,
    `${cold.toFixed(0)} MB cold, ${warm.toFixed(0)} MB after as many warm (idle ${idle.toFixed(0)} MB)`,
    warm,
    { side: 'atMost', must: limitMegabytes },
    ' MB',
  )
}
