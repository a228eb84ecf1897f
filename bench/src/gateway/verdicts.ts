import { median } from '../figures/percentile.ts'
import type { CandidateId } from './candidates.ts'

/** A promise about the ratio of two candidates. */
export type Target = {
  text: string
  candidate: CandidateId
  reference: CandidateId
  /** The compared figure: of a rate the bounds are minima, of a time maxima. */
  measure: 'perSecond' | 'p99Ms'
  /** Bound of candidate / reference. */
  must: number
  /** The bound that is aimed at; null = the other one is all. */
  goal: number | null
}

/** Promises of the product with all checks, all headers and both limits. */
export const targets: readonly Target[] = [
  rate('cached', 'nginxLua', { must: 2, goal: 2.5 }, 'cached / nginx + Lua'),
  rate('cached', 'nginxPlain', { must: 1, goal: 1.1 }, 'cached / nginx plain proxy'),
  rate('cached', 'nginxCacheEqualHeaders', { must: 0.85, goal: 1 }, 'cached / nginx with cache and equal headers'),
  rate('cached', 'fastify', { must: 3.5, goal: null }, 'cached / Fastify'),
  rate('uncached', 'nginxLuaDifferent', { must: 1, goal: 1.3 }, 'uncached / nginx + Lua'),
  rate('uncached', 'nginxPlainDifferent', { must: 0.5, goal: 0.6 }, 'uncached / nginx plain proxy'),
  rate('uncached', 'fastifyDifferent', { must: 1.7, goal: 2 }, 'uncached / Fastify'),
  slowest('cached', 'nginxPlain', 'p99 cached / nginx plain proxy'),
  slowest('uncached', 'nginxPlainDifferent', 'p99 uncached / nginx plain proxy'),
  rate('cachedCrowd', 'cached', { must: 0.8, goal: null }, 'cached, 256 / 32 connections'),
  rate('uncachedCrowd', 'uncached', { must: 0.8, goal: null }, 'uncached, 256 / 32 connections'),
]

type Bounds = Pick<Target, 'must' | 'goal'>

function rate(candidate: CandidateId, reference: CandidateId, bounds: Bounds, text: string): Target {
  return { text: `requests/s ${text}`, candidate, reference, measure: 'perSecond', ...bounds }
}

function slowest(candidate: CandidateId, reference: CandidateId, text: string): Target {
  return { text, candidate, reference, measure: 'p99Ms', must: 2, goal: 1.5 }
}

/** One candidate that was loaded once, in the order of a round. */
export type Step = { id: CandidateId } & Readonly<Record<Target['measure'], number>>

/**
 * Candidate / reference of each round. A candidate that ran several times in a round counts where it ran closest to the reference.
 * Rounds without one of the two have no ratio.
 */
export function pairedRatios(rounds: readonly (readonly Step[])[], target: Target): number[] {
  const { candidate, reference, measure } = target
  return rounds.flatMap((steps) => {
    const placed = steps.map((step, place) => ({ ...step, place }))
    const references = placed.filter(({ id }) => id === reference)
    const pairs = placed
      .filter(({ id }) => id === candidate)
      .flatMap((ours) => references.map((theirs) => ({ ours, theirs, distance: Math.abs(ours.place - theirs.place) })))
      .toSorted((one, other) => one.distance - other.distance)
    return pairs.slice(0, 1).map(({ ours, theirs }) => ours[measure] / theirs[measure])
  })
}

export type Verdict = {
  /** The median of the rounds, and the two extremes; NaN when nothing was measured. */
  ratio: number
  lowest: number
  highest: number
  result: 'met' | 'below goal' | 'MISSED' | 'not measured'
}

/** Judges a promise by the median of the ratios of its rounds: one disturbed round must not decide. */
export function judge({ measure, must, goal }: Target, ratios: readonly number[]): Verdict {
  const ratio = median(ratios)
  if (Number.isNaN(ratio)) return { ratio, lowest: ratio, highest: ratio, result: 'not measured' }
  const keeps = (bound: number): boolean => (measure === 'perSecond' ? ratio >= bound : ratio <= bound)
  const isGoalKept = goal === null || keeps(goal)
  const result = keeps(must) ? (isGoalKept ? 'met' : 'below goal') : 'MISSED'
  return { ratio, lowest: Math.min(...ratios), highest: Math.max(...ratios), result }
}
