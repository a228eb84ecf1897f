/** Agreement of a series with another, g/kWh; the correlation is Pearson's. */
export type SeriesErrors = {
  hours: number
  mae: number
  /** Mean of the differences. */
  bias: number
  /** MAE that is left when the mean difference is taken out of each: another choice of emission factors mainly moves the level. */
  debiasedMae: number
  correlation: number
}

/** Agreement of pairs `[ours, theirs]`; null without any. */
export function computeSeriesErrors(pairs: readonly (readonly [ours: number, theirs: number])[]): SeriesErrors | null {
  const hours = pairs.length
  if (hours === 0) return null
  const mean = (value: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / hours
  const [ofOurs, ofTheirs] = [mean(([ours]) => ours), mean(([, theirs]) => theirs)]
  const bias = ofOurs - ofTheirs
  const covariance = mean(([ours, theirs]) => (ours - ofOurs) * (theirs - ofTheirs))
  const variances = mean(([ours]) => (ours - ofOurs) ** 2) * mean(([, theirs]) => (theirs - ofTheirs) ** 2)
  return {
    hours,
    mae: mean(([ours, theirs]) => Math.abs(ours - theirs)),
    bias,
    debiasedMae: mean(([ours, theirs]) => Math.abs(ours - theirs - bias)),
    correlation: covariance / Math.sqrt(variances),
  }
}
