import { hourMs } from '@hexawatt/shared/time/instant'
import { smoothNoise } from '../generator/noise.ts'

/** A number in [0, 1) that depends on the seed and the index alone: at a whole multiple of its period the noise is a hash. */
export function chance(seed: number, index: number): number {
  return (smoothNoise(index * hourMs, 1, seed) + 1) / 2
}

/** A number in [from, to) that depends on the seed and the index alone. */
export function chanceBetween(from: number, to: number, seed: number, index: number): number {
  return from + (to - from) * chance(seed, index)
}
