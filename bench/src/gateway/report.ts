import { availableParallelism } from 'node:os'
import type { Candidate, CandidateId } from './candidates.ts'
import type { Summary } from './summary.ts'
import { judge, targets } from './targets.ts'

/** Prints what was measured, and how the promises stand. */
export function printReport(
  candidates: ReadonlyMap<CandidateId, Candidate>,
  summaries: ReadonlyMap<CandidateId, Summary>,
): void {
  console.log(
    `${availableParallelism()} processors. Per request: processor time of the candidate + of Redis, requests that reached the upstream.`,
  )
  for (const [id, candidate] of candidates) {
    const summary = summaries.get(id)
    if (summary !== undefined) console.log(`  ${line(candidate, summary)}`)
  }
  console.log('Promises, by the medians:')
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
