import { availableParallelism } from 'node:os'
import { targetText } from '../figures/paired-ratios.ts'
import { median } from '../figures/percentile.ts'
import type { Candidate, CandidateId } from './candidates.ts'
import type { Round } from './measure.ts'
import { type GatewayTarget, judge } from './targets.ts'

/** One candidate that was loaded once, in the order of a round. */
export type MeasuredStep = { id: CandidateId } & Round

/** Prints the measurements, and which promises are kept. A promise about a candidate that is not installed is `not measured`. */
export function printReport(
  candidates: ReadonlyMap<CandidateId, Candidate>,
  promises: readonly GatewayTarget[],
  rounds: readonly (readonly MeasuredStep[])[],
): void {
  console.log(
    `${availableParallelism()} processors. Medians of the rounds. Per request: processor time of the candidate + of Redis, upstream requests.`,
  )
  const measured = Map.groupBy(rounds.flat(), ({ id }) => id)
  for (const [id, candidate] of candidates) {
    const steps = measured.get(id)
    if (steps !== undefined) console.log(`  ${line(candidate, steps)}`)
  }
  console.log('Promises, by the median of the ratios of the rounds (lowest..highest):')
  for (const target of promises) console.log(`  ${verdictLine(target, rounds)}`)
}

function line({ name, mix, connections }: Candidate, rounds: readonly Round[]): string {
  const of = (figure: keyof Round): number => median(rounds.map((round) => round[figure]))
  const best = Math.max(...rounds.map(({ perSecond }) => perSecond))
  return [
    `${name}, ${mix}, c${connections}`.padEnd(46),
    `${count(of('perSecond'))} requests/s (best ${count(best)})`,
    `p50 ${millis(of('p50Ms'))} ms  p99 ${millis(of('p99Ms'))} ms`,
    `${micros(of('ownUsPerRequest'))} + ${micros(of('redisUsPerRequest'))} µs`,
    `${of('hopsPerRequest').toFixed(2)} hops`,
  ].join('  ')
}

function verdictLine(target: GatewayTarget, rounds: readonly (readonly MeasuredStep[])[]): string {
  const judged = judge(target, rounds)
  const ratio = judged?.ratio.median.toFixed(2) ?? ''
  const spread = judged === null ? '' : `${judged.ratio.lowest.toFixed(2)}..${judged.ratio.highest.toFixed(2)}`
  const start = `${target.text.padEnd(56)} ${ratio.padStart(5)}  ${spread.padEnd(12)}`
  return `${start}  ${targetText(target).padEnd(24)}  ${judged?.verdict ?? 'not measured'}`
}

const count = (value: number): string => Math.round(value).toLocaleString('en').padStart(7)
const millis = (value: number): string => value.toFixed(2).padStart(5)
const micros = (value: number): string => (Number.isNaN(value) ? '?' : value.toFixed(1)).padStart(4)
