import type { Round } from './measure.ts'

/** The rounds of one candidate: each figure's median, and the best rate. */
export type Summary = { median: Round; bestPerSecond: number }

/** Medians, because the machine does other things too: one bad round must not decide. */
export function summarise(rounds: readonly Round[]): Summary {
  const median = (figure: keyof Round): number => {
    const sorted = rounds.map((round) => round[figure]).sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    median: {
      requests: median('requests'),
      perSecond: median('perSecond'),
      p50Ms: median('p50Ms'),
      p99Ms: median('p99Ms'),
      ownUsPerRequest: median('ownUsPerRequest'),
      redisUsPerRequest: median('redisUsPerRequest'),
      hopsPerRequest: median('hopsPerRequest'),
    },
    bestPerSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
  }
}
