import type { CandidateId } from './candidates.ts'
import type { Summary } from './summary.ts'

/** A promise about two candidates that were measured in the same run. */
export type Target = {
  text: string
  candidate: CandidateId
  yardstick: CandidateId
  /** What is compared, of the medians. */
  measure: 'perSecond' | 'p99Ms'
  /** Bound of candidate / yardstick: at least this much of a rate, at most this much of a time. */
  bound: number
}

/** What the product promises with all checks, all headers and both limits on. */
export const targets: readonly Target[] = [
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

function rate(candidate: CandidateId, yardstick: CandidateId, bound: number, text: string): Target {
  return { text: `requests/s ${text}`, candidate, yardstick, measure: 'perSecond', bound }
}

function slowest(candidate: CandidateId, yardstick: CandidateId, text: string): Target {
  return { text, candidate, yardstick, measure: 'p99Ms', bound: 2 }
}

export type Verdict = { ratio: number; isMet: boolean }

/** How a target stands in the medians of a run; missed when one of the two was not measured. */
export function judge(target: Target, summaries: ReadonlyMap<CandidateId, Summary>): Verdict {
  const { candidate, yardstick, measure, bound } = target
  const figure = (id: CandidateId): number => summaries.get(id)?.median[measure] ?? Number.NaN
  const ratio = figure(candidate) / figure(yardstick)
  return { ratio, isMet: measure === 'perSecond' ? ratio >= bound : ratio <= bound }
}
