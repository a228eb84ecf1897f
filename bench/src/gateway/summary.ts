import { median } from '../percentile.ts'
import type { Round } from './measure.ts'

/** The rounds of one candidate: each figure's median, and the best rate. */
export type Summary = { median: Round; bestPerSecond: number }

/** Medians, because the machine does other things too: one bad round must not decide. */
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
