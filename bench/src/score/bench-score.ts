import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { pairedRatio, type Target, targetText, verdictOf } from '../figures/paired-ratios.ts'
import { median } from '../figures/percentile.ts'
import { processorTimeUs } from '../gateway/measure.ts'
import { httpLoad, type LoadResult } from './http-load.ts'
import { requestHeaders, startScoreFixture } from './score-fixture.ts'

/** Requests per second, relative to a bare `Bun.serve` with the same bytes and headers. */
const targets = {
  default: { side: 'atLeast', must: 0.7 },
  custom: { side: 'atLeast', must: 0.5 },
} as const satisfies Record<string, Target>

/** Rounds per candidate. Rounds are short: each is measured next to a round of the bare server, and the median of the ratios decides. */
const rounds = 9
const roundMs = 1_000
const warmUpMs = 1_000

/** More queries than the service caches: each one is computed. */
const differentQueries = 1_000

/** p99 of a plan with one request at a time, ms. */
const aloneTarget: Target = { side: 'atMost', must: 5 }

/** Concurrent connections of most candidates. */
const connections = 32

type Candidate = {
  name: string
  requests: readonly Uint8Array[]
  target: Target | null
  /** One after the other, with {@link aloneTarget}. */
  isAlone?: boolean
}

/** One round of a candidate, and the round of the bare server next to it. */
type Round = { own: Measured; bare: Measured }
type Measured = LoadResult & {
  /** Processor time of the server per request, µs; NaN outside Linux. */
  cpuUs: number
}

/** `bun run bench score`: compares `/v1/score` and `/v1/schedule` on svc-score with a bare `Bun.serve` that answers a score, in pairs of rounds. */
export async function benchScore(): Promise<void> {
  const { score, bare, stop } = await startScoreFixture()
  try {
    const repeated = request(`${getScore.path}?wPrice=0.4&wCarbon=0.3&wGrid=0.2&wAdequacy=0.1`)
    const candidates: Candidate[] = [
      { name: 'default', requests: [request(getScore.path)], target: targets.default },
      { name: 'custom, all different', requests: differentRequests(), target: targets.custom },
      { name: 'custom, repeated', requests: [repeated], target: targets.custom },
      { name: 'schedule, repeated', requests: [request(planPath(0))], target: null },
      { name: 'schedule, different', requests: differentPlans(), target: null },
      { name: 'schedule, alone', requests: differentPlans(), target: null, isAlone: true },
    ]
    const measureBare = (durationMs: number) => measure(bare, { requests: [request(getScore.path)], durationMs })
    const measureOwn = ({ requests, isAlone = false }: Candidate, durationMs: number) =>
      measure(score, { requests, durationMs, ...(isAlone ? { connections: 1 } : {}) })
    await measureBare(warmUpMs)
    for (const candidate of candidates) await measureOwn(candidate, warmUpMs)
    const results = new Map<Candidate, Round[]>(candidates.map((candidate) => [candidate, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [candidate, ofCandidate] of results) {
        ofCandidate.push({ bare: await measureBare(roundMs), own: await measureOwn(candidate, roundMs) })
      }
    }
    print(results)
  } finally {
    await stop()
  }
}

async function measure(
  { port, pid }: { port: number; pid: number },
  load: { requests: readonly Uint8Array[]; durationMs: number; connections?: number },
): Promise<Measured> {
  const beforeUs = await processorTimeUs(pid)
  const result = await httpLoad({ port, connections, ...load })
  return { ...result, cpuUs: ((await processorTimeUs(pid)) - beforeUs) / result.requests }
}

function request(path: string): Uint8Array {
  const head = Object.entries({ host: '127.0.0.1', ...requestHeaders }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
}

function differentRequests(): Uint8Array[] {
  return Array.from({ length: differentQueries }, (_, index) => {
    const price = (index / differentQueries / 2).toFixed(4)
    const carbon = (0.5 - Number(price)).toFixed(4)
    return request(`${getScore.path}?wPrice=${price}&wCarbon=${carbon}&wGrid=0.3&wAdequacy=0.2`)
  })
}

/** A car: 30 kWh in up to four pieces within 24 hours. */
function planPath(adder: number): string {
  return `${getSchedule.path}?energyKWh=30&powerKW=7.4&maxSegments=4&objective=cost&adderEurPerKwh=${adder.toFixed(4)}`
}

function differentPlans(): Uint8Array[] {
  return Array.from({ length: differentQueries }, (_, index) => request(planPath(index / differentQueries)))
}

function print(results: ReadonlyMap<Candidate, readonly Round[]>): void {
  console.log(
    `GET /v1/score and /v1/schedule, ${connections} connections (alone: one), ${rounds} pairs of rounds of ${roundMs / 1_000} s; medians, ratios to the bare server:`,
  )
  const bare = [...results.values()].flatMap((ofCandidate) => ofCandidate.map((round) => round.bare))
  console.log(`  ${'bare Bun.serve'.padEnd(nameWidth)} ${figures(bare)}`)
  for (const [candidate, ofCandidate] of results) {
    const own = ofCandidate.map((round) => round.own)
    console.log(`  ${candidate.name.padEnd(nameWidth)} ${figures(own)}  ${comparison(candidate, ofCandidate)}`)
  }
}

const nameWidth = 22

function figures(rounds: readonly Measured[]): string {
  const [p50Ms, p99Ms, perSecond, cpuUs] = [
    median(rounds.map((round) => round.p50Ms)),
    median(rounds.map((round) => round.p99Ms)),
    median(rounds.map((round) => round.perSecond)),
    median(rounds.map((round) => round.cpuUs)),
  ]
  const rate = Math.round(perSecond).toLocaleString('en')
  return `p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${rate.padStart(7)} requests/s  ${cpuUs.toFixed(1)} µs`
}

function comparison({ target, isAlone = false }: Candidate, rounds: readonly Round[]): string {
  if (isAlone) {
    const p99Ms = median(rounds.map(({ own }) => own.p99Ms))
    return `p99 ${targetText(aloneTarget)} ms: ${verdictOf(p99Ms, aloneTarget)}`
  }
  const ratio = pairedRatio(
    rounds.map(({ own }) => own.perSecond),
    rounds.map(({ bare }) => bare.perSecond),
  )
  const text = `× ${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)})`
  return target === null ? text : `${text}  ${targetText(target)}: ${verdictOf(ratio.median, target)}`
}
