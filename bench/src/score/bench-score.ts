import { median } from '../figures/percentile.ts'
import { httpLoad, type LoadResult } from './http-load.ts'
import { requestHeaders, startScoreFixture } from './score-fixture.ts'

/** Targets for requests per second, relative to a bare `Bun.serve` with the same bytes and headers. */
const targets = { default: 0.5, custom: 0.35 } as const

/** Rounds per candidate. Candidates alternate, so that other load of the machine affects all of them. */
const rounds = 5
const roundMs = 2_000
const warmUpMs = 1_000

/** More queries than the service caches: each one is computed. */
const differentQueries = 1_000

/** Longest that one plan may take, p99, when it is the only one that is asked for, ms. */
const maxAloneP99Ms = 5

/** Concurrent connections of most candidates. */
const connections = 32

type Candidate = {
  name: string
  port: number
  requests: readonly Uint8Array[]
  target: number | null
  /** One after the other, with the target of {@link maxAloneP99Ms}. */
  isAlone?: boolean
}

/** `bun run bench score`: compares `/v1/score` and `/v1/schedule` on svc-score with a bare `Bun.serve` that answers a score, interleaved in one run. */
export async function benchScore(): Promise<void> {
  const fixture = await startScoreFixture()
  try {
    const { scorePort: port, barePort } = fixture
    const repeated = request('/v1/score?wPrice=0.4&wCarbon=0.3&wGrid=0.2&wAdequacy=0.1')
    const candidates: Candidate[] = [
      { name: 'bare Bun.serve', port: barePort, requests: [request('/v1/score')], target: null },
      { name: 'default', port, requests: [request('/v1/score')], target: targets.default },
      { name: 'custom, all different', port, requests: differentRequests(), target: targets.custom },
      { name: 'custom, repeated', port, requests: [repeated], target: targets.custom },
      { name: 'schedule, repeated', port, requests: [request(planPath(0))], target: null },
      { name: 'schedule, different', port, requests: differentPlans(), target: null },
      { name: 'schedule, alone', port, requests: differentPlans(), target: null, isAlone: true },
    ]
    const load = (candidate: Candidate, durationMs: number) =>
      httpLoad({ ...candidate, durationMs, connections: candidate.isAlone ? 1 : connections })
    for (const candidate of candidates) await load(candidate, warmUpMs)
    const results = new Map<Candidate, LoadResult[]>(candidates.map((candidate) => [candidate, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [candidate, ofCandidate] of results) {
        ofCandidate.push(await load(candidate, roundMs))
      }
    }
    print(results)
  } finally {
    await fixture.stop()
  }
}

function request(path: string): Uint8Array {
  const head = Object.entries({ host: '127.0.0.1', ...requestHeaders }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
}

function differentRequests(): Uint8Array[] {
  return Array.from({ length: differentQueries }, (_, index) => {
    const price = (index / differentQueries / 2).toFixed(4)
    const carbon = (0.5 - Number(price)).toFixed(4)
    return request(`/v1/score?wPrice=${price}&wCarbon=${carbon}&wGrid=0.3&wAdequacy=0.2`)
  })
}

/** A car: 30 kWh in up to four pieces within 24 hours. */
function planPath(adder: number): string {
  return `/v1/schedule?energyKWh=30&powerKW=7.4&maxSegments=4&objective=cost&adderEurPerKwh=${adder.toFixed(4)}`
}

function differentPlans(): Uint8Array[] {
  return Array.from({ length: differentQueries }, (_, index) => request(planPath(index / differentQueries)))
}

function print(results: ReadonlyMap<Candidate, readonly LoadResult[]>): void {
  const [reference = []] = results.values()
  console.log(
    `GET /v1/score and /v1/schedule, ${connections} connections (alone: one), median of ${rounds} rounds of ${roundMs / 1_000} s:`,
  )
  for (const [{ name, target, isAlone = false }, ofCandidate] of results) {
    const rate = median(ofCandidate.map(({ perSecond }) => perSecond))
    const ratio = rate / median(reference.map(({ perSecond }) => perSecond))
    const [p50, p99] = [median(ofCandidate.map(({ p50Ms }) => p50Ms)), median(ofCandidate.map(({ p99Ms }) => p99Ms))]
    const promise = isAlone
      ? ` (target p99 ${maxAloneP99Ms} ms)`
      : target === null
        ? ratio === 1
          ? ''
          : ` = ${ratio.toFixed(3)} of the bare server`
        : ` = ${ratio.toFixed(2)} of the bare server (target ${target})`
    console.log(
      `  ${name.padEnd(22)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${Math.round(rate).toLocaleString('en')} requests/s${promise}`,
    )
  }
}
