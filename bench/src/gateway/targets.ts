import { type PairedRatio, pairedRatio, type Target, type Verdict, verdictOf } from '../figures/paired-ratios.ts'
import type { CandidateId } from './candidates.ts'

/** A promise about the ratio of two candidates. */
export type GatewayTarget = Target & {
  text: string
  candidate: CandidateId
  reference: CandidateId
  /** The compared figure. */
  measure: 'perSecond' | 'p99Ms'
}

/** Promises of the product with all checks, all headers and both limits. */
export const targets: readonly GatewayTarget[] = [
  rate('cached', 'nginxLua', { must: 2, goal: 2.5 }, 'cached / nginx + Lua'),
  rate('cached', 'nginxPlain', { must: 1, goal: 1.1 }, 'cached / nginx plain proxy'),
  rate('cached', 'nginxCacheEqualHeaders', { must: 0.85, goal: 1 }, 'cached / nginx with cache and equal headers'),
  rate('cached', 'fastify', { must: 3.5 }, 'cached / Fastify'),
  rate('uncached', 'nginxLuaDifferent', { must: 1, goal: 1.3 }, 'uncached / nginx + Lua'),
  rate('uncached', 'nginxPlainDifferent', { must: 0.5, goal: 0.6 }, 'uncached / nginx plain proxy'),
  rate('uncached', 'fastifyDifferent', { must: 1.7, goal: 2 }, 'uncached / Fastify'),
  slowest('cached', 'nginxPlain', 'p99 cached / nginx plain proxy'),
  slowest('uncached', 'nginxPlainDifferent', 'p99 uncached / nginx plain proxy'),
  rate('cachedCrowd', 'cached', { must: 0.8 }, 'cached, 256 / 32 connections'),
  rate('uncachedCrowd', 'uncached', { must: 0.8 }, 'uncached, 256 / 32 connections'),
]

type Bounds = Omit<Target, 'side'>

function rate(candidate: CandidateId, reference: CandidateId, bounds: Bounds, text: string): GatewayTarget {
  return { text: `requests/s ${text}`, candidate, reference, measure: 'perSecond', side: 'atLeast', ...bounds }
}

function slowest(candidate: CandidateId, reference: CandidateId, text: string): GatewayTarget {
  return { text, candidate, reference, measure: 'p99Ms', side: 'atMost', must: 2, goal: 1.5 }
}

/** One candidate that was loaded once, in the order of a round. */
export type Step = { id: CandidateId } & Readonly<Record<GatewayTarget['measure'], number>>

/**
 * Judges a promise by the ratios of the rounds. A candidate that ran several times in a round counts where it ran closest to the
 * reference.
 *
 * @returns null when one of the two did not run
 */
export function judge(
  target: GatewayTarget,
  rounds: readonly (readonly Step[])[],
): { ratio: PairedRatio; verdict: Verdict } | null {
  const pairs = rounds.flatMap((steps) => closestPair(target, steps))
  if (pairs.length === 0) return null
  const figuresOf = (side: 'ours' | 'theirs') => pairs.map((pair) => pair[side][target.measure])
  const ratio = pairedRatio(figuresOf('ours'), figuresOf('theirs'))
  return { ratio, verdict: verdictOf(ratio.median, target) }
}

function closestPair({ candidate, reference }: GatewayTarget, steps: readonly Step[]): { ours: Step; theirs: Step }[] {
  const placed = steps.map((step, place) => ({ ...step, place }))
  const references = placed.filter(({ id }) => id === reference)
  return placed
    .filter(({ id }) => id === candidate)
    .flatMap((ours) => references.map((theirs) => ({ ours, theirs, distance: Math.abs(ours.place - theirs.place) })))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 1)
}
