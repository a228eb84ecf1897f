/** A point of a scale: at `x` (in the unit of the scale) the sub-score is `score` (0–100). */
export type Anchor = readonly [x: number, score: number]

/** Score at `x` on straight lines between the anchors (ascending in x), flat outside of them. */
export function piecewiseLinear(anchors: readonly Anchor[], x: number): number {
  const upper = anchors.findIndex(([anchorX]) => x <= anchorX)
  if (upper === -1) return anchors.at(-1)?.[1] ?? Number.NaN
  const [x1, score1] = anchors[upper] ?? [Number.NaN, Number.NaN]
  const [x0, score0] = anchors[upper - 1] ?? [x1, score1]
  // From the upper end, so that an anchor is hit exactly: there the binary product and quotient need not cancel out.
  return x1 === x0 ? score1 : score1 - ((score1 - score0) * (x1 - x)) / (x1 - x0)
}
