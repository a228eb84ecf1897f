/** Halves go up in size. A hair is added, because a half is often stored a hair too small. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const size = Math.floor(Math.abs(value) * scale + 0.5 + 1e-7) / scale
  return value < 0 && size > 0 ? -size : size
}

/** Reads a scale: pairs of x and score, x ascending. */
export function readScale(scale: readonly [number, number][], x: number): number {
  const sections = scale.slice(1).map((upper, index) => [scale[index] ?? upper, upper] as const)
  const [firstX, firstScore] = scale[0] ?? [0, 0]
  if (x < firstX) return firstScore
  for (const [[leftX, leftScore], [rightX, rightScore]] of sections) {
    if (x <= rightX) {
      const way = (x - leftX) / (rightX - leftX)
      return leftScore * (1 - way) + rightScore * way
    }
  }
  return scale.at(-1)?.[1] ?? 0
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
export const mean = (values: readonly number[]): number => sum(values) / values.length

/** As in a French newspaper. */
export function french(value: number, decimals: number): string {
  const rounded = roundTo(value, decimals)
  const [whole = '', fraction = ''] = Math.abs(rounded).toFixed(decimals).split('.')
  const grouped = whole.replace(/(\d)(?=(\d{3})+$)/g, '$1\u202f')
  return `${rounded < 0 ? '−' : ''}${grouped}${fraction === '' ? '' : `,${fraction}`}`
}
