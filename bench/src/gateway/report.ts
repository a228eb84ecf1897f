import { availableParallelism } from 'node:os'
import { describeTarget, judgeRatio, type PairedRatio } from '../figures/paired-ratios.ts'
import { computeMedian } from '../figures/percentile.ts'
import type { Candidate, CandidateId } from './candidates.ts'
import type { Round } from './measure.ts'
import { type Comparison, computeRatio, type GatewayTarget } from './targets.ts'

/** One candidate that was loaded once, in the order of a round. */
export type MeasuredStep = { id: CandidateId } & Round

type Candidates = ReadonlyMap<CandidateId, Candidate>
type Rounds = readonly (readonly MeasuredStep[])[]

/** Prints the measurements, and which promises are kept. A promise about a candidate that is not installed is `not measured`. */
export function printReport(candidates: Candidates, promises: readonly GatewayTarget[], rounds: Rounds): void {
  console.log(
    `${availableParallelism()} processors. Medians of the rounds. Per request: processor time of the candidate + of Redis, upstream requests.`,
  )
  printCandidates(candidates, rounds)
  console.log('Promises, by the median of the ratios of the rounds (lowest..highest):')
  for (const target of promises) {
    const ratio = computeRatio(target, rounds)
    const verdict = ratio === null ? 'not measured' : judgeRatio(ratio.median, target)
    console.log(`  ${describeRatio(target, ratio)}  ${describeTarget(target).padEnd(24)}  ${verdict}`)
  }
}

/** Prints the throughput of several processes on one port. */
export function printAllCores(candidates: Candidates, comparisons: readonly Comparison[], rounds: Rounds): void {
  console.log('Several processes on one port (without a promise: wrk, the service and Redis need processors too):')
  printCandidates(candidates, rounds)
  for (const comparison of comparisons) console.log(`  ${describeRatio(comparison, computeRatio(comparison, rounds))}`)
}

function printCandidates(candidates: Candidates, rounds: Rounds): void {
  const measured = Map.groupBy(rounds.flat(), ({ id }) => id)
  for (const [id, candidate] of candidates) {
    const steps = measured.get(id)
    if (steps !== undefined) console.log(`  ${formatLine(candidate, steps)}`)
  }
}

function describeRatio({ text }: Comparison, ratio: PairedRatio | null): string {
  const median = ratio?.median.toFixed(2) ?? ''
  const spread = ratio === null ? '' : `${ratio.lowest.toFixed(2)}..${ratio.highest.toFixed(2)}`
  return `${text.padEnd(56)} ${median.padStart(5)}  ${spread.padEnd(12)}`
}

function formatLine({ name, mix, connections }: Candidate, rounds: readonly Round[]): string {
  const of = (figure: keyof Round): number => computeMedian(rounds.map((round) => round[figure]))
  const best = Math.max(...rounds.map(({ perSecond }) => perSecond))
  return [
    `${name}, ${mix}, c${connections}`.padEnd(54),
    `${formatCount(of('perSecond'))} requests/s (best ${formatCount(best)})`,
    `p50 ${formatMillis(of('p50Ms'))} ms  p99 ${formatMillis(of('p99Ms'))} ms`,
    `${formatMicros(of('ownUsPerRequest'))} + ${formatMicros(of('redisUsPerRequest'))} µs`,
    `${of('hopsPerRequest').toFixed(2)} hops`,
  ].join('  ')
}

const formatCount = (value: number): string => Math.round(value).toLocaleString('en').padStart(7)
const formatMillis = (value: number): string => value.toFixed(2).padStart(5)
const formatMicros = (value: number): string => (Number.isNaN(value) ? '?' : value.toFixed(1)).padStart(4)
