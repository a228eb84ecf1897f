import { computePairedRatio, type PairedRatio, type Target } from '../figures/paired-ratios.ts'
import type { CandidateId } from './candidates.ts'

/** Two candidates whose figures are divided. */
export type Comparison = {
  text: string
  candidate: CandidateId
  reference: CandidateId
  /** The compared figure. */
  measure: 'perSecond' | 'p99Ms'
}

/** A promise about the ratio of two candidates. */
export type GatewayTarget = Comparison & Target

/** Promises of the product with all checks, all headers and both limits. */
export const targets: readonly GatewayTarget[] = [
  createRateTarget('cached', 'nginxLua', { must: 2, goal: 2.5 }, 'cached / nginx + Lua'),
  createRateTarget('cached', 'nginxPlain', { must: 1, goal: 1.1 }, 'cached / nginx plain proxy'),
  createRateTarget(
    'cached',
    'nginxCacheEqualHeaders',
    { must: 0.85, goal: 1 },
    'cached / nginx with cache and equal headers',
  ),
  createRateTarget('cached', 'fastify', { must: 3.5 }, 'cached / Fastify'),
  createRateTarget('uncached', 'nginxLuaDifferent', { must: 1, goal: 1.3 }, 'uncached / nginx + Lua'),
  createRateTarget('uncached', 'nginxPlainDifferent', { must: 0.5, goal: 0.6 }, 'uncached / nginx plain proxy'),
  createRateTarget('uncached', 'fastifyDifferent', { must: 1.7, goal: 2 }, 'uncached / Fastify'),
  createLatencyTarget('cached', 'nginxPlain', 'p99 cached / nginx plain proxy'),
  createLatencyTarget('uncached', 'nginxPlainDifferent', 'p99 uncached / nginx plain proxy'),
  createRateTarget('cachedCrowd', 'cached', { must: 0.8 }, 'cached, 256 / 32 connections'),
  createRateTarget('uncachedCrowd', 'uncached', { must: 0.8 }, 'uncached, 256 / 32 connections'),
]

/** Printed without a promise: the processors of one machine also run wrk, the upstream and Redis. */
export const allCoresComparisons: readonly Comparison[] = [
  createRateComparison('cachedAllCores', 'nginxCacheAllCores', 'cached / nginx with cache and equal headers'),
  createRateComparison('cachedAllCores', 'nginxPlainAllCores', 'cached / nginx plain proxy'),
  createRateComparison('uncachedAllCores', 'nginxPlainDifferentAllCores', 'uncached / nginx plain proxy'),
]

type Bounds = Omit<Target, 'side'>

function createRateTarget(candidate: CandidateId, reference: CandidateId, bounds: Bounds, text: string): GatewayTarget {
  return { ...createRateComparison(candidate, reference, text), side: 'atLeast', ...bounds }
}

function createRateComparison(candidate: CandidateId, reference: CandidateId, text: string): Comparison {
  return { text: `requests/s ${text}`, candidate, reference, measure: 'perSecond' }
}

function createLatencyTarget(candidate: CandidateId, reference: CandidateId, text: string): GatewayTarget {
  return { text, candidate, reference, measure: 'p99Ms', side: 'atMost', must: 2, goal: 1.5 }
}

/** One candidate that was loaded once, in the order of a round. */
export type Step = { id: CandidateId } & Readonly<Record<Comparison['measure'], number>>

/**
 * Candidate / reference over the rounds. A candidate that ran several times in a round counts where it ran closest to the reference.
 *
 * @returns null when the candidate or the reference did not run
 */
export function computeRatio(comparison: Comparison, rounds: readonly (readonly Step[])[]): PairedRatio | null {
  const pairs = rounds.flatMap((steps) => findClosestPair(comparison, steps))
  if (pairs.length === 0) return null
  const figuresOf = (side: 'ours' | 'theirs') => pairs.map((pair) => pair[side][comparison.measure])
  return computePairedRatio(figuresOf('ours'), figuresOf('theirs'))
}

function findClosestPair({ candidate, reference }: Comparison, steps: readonly Step[]): { ours: Step; theirs: Step }[] {
  const placed = steps.map((step, place) => ({ ...step, place }))
  const references = placed.filter(({ id }) => id === reference)
  return placed
    .filter(({ id }) => id === candidate)
    .flatMap((ours) => references.map((theirs) => ({ ours, theirs, distance: Math.abs(ours.place - theirs.place) })))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 1)
}
