/**
 * Percentile with linear interpolation between the two nearest values: at rank `(n − 1) · percent / 100` counted from 0.
 *
 * @param ascending at least one value, sorted
 * @throws RangeError when there is no value
 */
export function percentile(ascending: readonly number[], percent: number): number {
  const rank = ((ascending.length - 1) * percent) / 100
  const below = ascending[Math.floor(rank)]
  const above = ascending[Math.ceil(rank)]
  if (below === undefined || above === undefined) throw new RangeError('A percentile needs at least one value.')
  return below + (rank - Math.floor(rank)) * (above - below)
}
