import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { computePairedRatio, describeTarget, judgeRatio, type Target } from '../figures/paired-ratios.ts'
import { computeMedian } from '../figures/percentile.ts'
import { readProcessorTimeUs } from '../gateway/measure.ts'
import { type LoadResult, runHttpLoad } from './http-load.ts'
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
    const repeated = createRequest(`${getScore.path}?wPrice=0.4&wCarbon=0.3&wGrid=0.2&wAdequacy=0.1`)
    const candidates: Candidate[] = [
      { name: 'default', requests: [createRequest(getScore.path)], target: targets.default },
      { name: 'custom, all different', requests: createDifferentRequests(), target: targets.custom },
      { name: 'custom, repeated', requests: [repeated], target: targets.custom },
      { name: 'schedule, repeated', requests: [createRequest(buildPlanPath(0))], target: null },
      { name: 'schedule, different', requests: createDifferentPlans(), target: null },
      { name: 'schedule, alone', requests: createDifferentPlans(), target: null, isAlone: true },
    ]
    const measureBare = (durationMs: number) => measure(bare, { requests: [createRequest(getScore.path)], durationMs })
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
    printResults(results)
  } finally {
    await stop()
  }
}

async function measure(
  { port, pid }: { port: number; pid: number },
  load: { requests: readonly Uint8Array[]; durationMs: number; connections?: number },
): Promise<Measured> {
  const beforeUs = await readProcessorTimeUs(pid)
  const result = await runHttpLoad({ port, connections, ...load })
  return { ...result, cpuUs: ((await readProcessorTimeUs(pid)) - beforeUs) / result.requests }
}

function createRequest(path: string): Uint8Array {
  const head = Object.entries({ host: '127.0.0.1', ...requestHeaders }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
}

function createDifferentRequests(): Uint8Array[] {
  return Array.from({ length: differentQueries }, (_, index) => {
    const price = (index / differentQueries / 2).toFixed(4)
    const carbon = (0.5 - Number(price)).toFixed(4)
    return createRequest(`${getScore.path}?wPrice=${price}&wCarbon=${carbon}&wGrid=0.3&wAdequacy=0.2`)
  })
}

/** A car: 30 kWh in up to four pieces within 24 hours. */
function buildPlanPath(adder: number): string {
  return `${getSchedule.path}?energyKWh=30&powerKW=7.4&maxSegments=4&objective=cost&adderEurPerKwh=${adder.toFixed(4)}`
}

function createDifferentPlans(): Uint8Array[] {
  return Array.from({ length: differentQueries }, (_, index) => createRequest(buildPlanPath(index / differentQueries)))
}

function printResults(results: ReadonlyMap<Candidate, readonly Round[]>): void {
  console.log(
    `GET /v1/score and /v1/schedule, ${connections} connections (alone: one), ${rounds} pairs of rounds of ${roundMs / 1_000} s; medians, ratios to the bare server:`,
  )
  const bare = [...results.values()].flatMap((ofCandidate) => ofCandidate.map((round) => round.bare))
  console.log(`  ${'bare Bun.serve'.padEnd(nameWidth)} ${formatFigures(bare)}`)
  for (const [candidate, ofCandidate] of results) {
    const own = ofCandidate.map((round) => round.own)
    console.log(
      `  ${candidate.name.padEnd(nameWidth)} ${formatFigures(own)}  ${formatComparison(candidate, ofCandidate)}`,
    )
  }
}

const nameWidth = 22

function formatFigures(rounds: readonly Measured[]): string {
  const [p50Ms, p99Ms, perSecond, cpuUs] = [
    computeMedian(rounds.map((round) => round.p50Ms)),
    computeMedian(rounds.map((round) => round.p99Ms)),
    computeMedian(rounds.map((round) => round.perSecond)),
    computeMedian(rounds.map((round) => round.cpuUs)),
  ]
  const rate = Math.round(perSecond).toLocaleString('en')
  return `p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${rate.padStart(7)} requests/s  ${cpuUs.toFixed(1)} µs`
}

function formatComparison({ target, isAlone = false }: Candidate, rounds: readonly Round[]): string {
  if (isAlone) {
    const p99Ms = computeMedian(rounds.map(({ own }) => own.p99Ms))
    return `p99 ${describeTarget(aloneTarget)} ms: ${judgeRatio(p99Ms, aloneTarget)}`
  }
  const ratio = computePairedRatio(
    rounds.map(({ own }) => own.perSecond),
    rounds.map(({ bare }) => bare.perSecond),
  )
  const text = `× ${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)})`
  return target === null ? text : `${text}  ${describeTarget(target)}: ${judgeRatio(ratio.median, target)}`
}
