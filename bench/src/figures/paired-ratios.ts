import { computeMedian } from './percentile.ts'

/** How one candidate compares with its reference: the median of the ratios of all rounds, and the lowest and highest of them. */
export type PairedRatio = { median: number; lowest: number; highest: number }

/**
 * Divides the figures of a candidate by those of its reference, round by round. Both are measured next to each other in each round, so that other
 * load of the machine, which changes from round to round, affects both figures of a ratio.
 *
 * @param ours one figure per round
 * @param theirs the figures of the reference, in the same order
 * @throws RangeError without rounds, or when a figure has no partner
 */
export function computePairedRatio(ours: readonly number[], theirs: readonly number[]): PairedRatio {
  if (ours.length === 0 || ours.length !== theirs.length) throw new RangeError('figures of different rounds')
  const ratios = ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))
  return { median: computeMedian(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) }
}

/** Promised bounds of a ratio: `must` is required, `goal` is desired. */
export type Target = {
  /** The side of the bounds on which a ratio meets them: rates `atLeast`, times `atMost`. */
  side: 'atLeast' | 'atMost'
  must: number
  /** At or beyond `must`. */
  goal?: number
}

export type Verdict = 'met' | 'below goal' | 'MISSED'

/** Judges a ratio; a ratio that is no number is missed. */
export function judgeRatio(ratio: number, { side, must, goal = must }: Target): Verdict {
  const meets = (bound: number): boolean => (side === 'atLeast' ? ratio >= bound : ratio <= bound)
  if (!meets(must)) return 'MISSED'
  return meets(goal) ? 'met' : 'below goal'
}

/** The bounds of a target in words, such as `at least 1 (goal 1.1)`. */
export function describeTarget({ side, must, goal }: Target): string {
  const bound = `${side === 'atLeast' ? 'at least' : 'at most'} ${must}`
  return goal === undefined ? bound : `${bound} (goal ${goal})`
}
