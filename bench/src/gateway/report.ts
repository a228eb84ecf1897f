import { availableParallelism } from 'node:os'
import { median } from '../figures/percentile.ts'
import type { Candidate, CandidateId } from './candidates.ts'
import type { Round } from './measure.ts'

/** Summary of the rounds of one candidate: the median of each figure, and the best rate. */
export type Summary = { median: Round; bestPerSecond: number }

/** Medians: one round disturbed by other load must not decide. */
export function summarise(rounds: readonly Round[]): Summary {
  const medianOf = (figure: keyof Round): number => median(rounds.map((round) => round[figure]))
  return {
    median: {
      requests: medianOf('requests'),
      perSecond: medianOf('perSecond'),
      p50Ms: medianOf('p50Ms'),
      p99Ms: medianOf('p99Ms'),
      ownUsPerRequest: medianOf('ownUsPerRequest'),
      redisUsPerRequest: medianOf('redisUsPerRequest'),
      hopsPerRequest: medianOf('hopsPerRequest'),
    },
    bestPerSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
  }
}

/** A target for the ratio of two candidates of one run. */
type Target = {
  text: string
  candidate: CandidateId
  reference: CandidateId
  /** The compared median. */
  measure: 'perSecond' | 'p99Ms'
  /** Bound of candidate / reference: minimum of a rate, maximum of a time. */
  bound: number
}

/** Targets of the product with all checks, all headers and both limits. */
const targets: readonly Target[] = [
  rate('cached', 'nginxPlain', 1.1, 'cached / nginx plain proxy'),
  rate('cached', 'nginxCacheEqualHeaders', 0.85, 'cached / nginx with cache and equal headers'),
  rate('cached', 'fastify', 3.5, 'cached / Fastify'),
  rate('uncached', 'nginxPlainDifferent', 0.5, 'uncached / nginx plain proxy'),
  rate('uncached', 'fastifyDifferent', 1.7, 'uncached / Fastify'),
  slowest('cached', 'nginxPlain', 'p99 cached / nginx plain proxy'),
  slowest('uncached', 'nginxPlainDifferent', 'p99 uncached / nginx plain proxy'),
  rate('cachedCrowd', 'cached', 0.8, 'cached, 256 / 32 connections'),
  rate('uncachedCrowd', 'uncached', 0.8, 'uncached, 256 / 32 connections'),
]

function rate(candidate: CandidateId, reference: CandidateId, bound: number, text: string): Target {
  return { text: `requests/s ${text}`, candidate, reference, measure: 'perSecond', bound }
}

function slowest(candidate: CandidateId, reference: CandidateId, text: string): Target {
  return { text, candidate, reference, measure: 'p99Ms', bound: 2 }
}

type Verdict = { ratio: number; isMet: boolean }

/** Compares the medians of a run with a target; missed when one of the two candidates was not measured. */
function judge(target: Target, summaries: ReadonlyMap<CandidateId, Summary>): Verdict {
  const { candidate, reference, measure, bound } = target
  const figure = (id: CandidateId): number => summaries.get(id)?.median[measure] ?? Number.NaN
  const ratio = figure(candidate) / figure(reference)
  return { ratio, isMet: measure === 'perSecond' ? ratio >= bound : ratio <= bound }
}

/** Prints the measurements, and which targets are met. */
export function printReport(
  candidates: ReadonlyMap<CandidateId, Candidate>,
  summaries: ReadonlyMap<CandidateId, Summary>,
): void {
  console.log(
    `${availableParallelism()} processors. Per request: processor time of the candidate + of Redis, upstream requests.`,
  )
  for (const [id, candidate] of candidates) {
    const summary = summaries.get(id)
    if (summary !== undefined) console.log(`  ${line(candidate, summary)}`)
  }
  console.log('Targets, by the medians:')
  for (const target of targets) {
    const { ratio, isMet } = judge(target, summaries)
    const bound = `${target.measure === 'perSecond' ? 'at least' : 'at most'} ${target.bound}`
    console.log(
      `  ${target.text.padEnd(56)} ${ratio.toFixed(2).padStart(5)}  ${bound.padEnd(13)} ${isMet ? 'met' : 'MISSED'}`,
    )
  }
}

function line({ name, mix, connections }: Candidate, { median, bestPerSecond }: Summary): string {
  return [
    `${name}, ${mix}, c${connections}`.padEnd(46),
    `${count(median.perSecond)} requests/s (best ${count(bestPerSecond)})`,
    `p50 ${millis(median.p50Ms)} ms  p99 ${millis(median.p99Ms)} ms`,
    `${micros(median.ownUsPerRequest)} + ${micros(median.redisUsPerRequest)} µs`,
    `${median.hopsPerRequest.toFixed(2)} hops`,
  ].join('  ')
}

const count = (value: number): string => Math.round(value).toLocaleString('en').padStart(7)
const millis = (value: number): string => value.toFixed(2).padStart(5)
const micros = (value: number): string => (Number.isNaN(value) ? '?' : value.toFixed(1)).padStart(4)
