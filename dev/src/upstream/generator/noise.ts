import { hourMs } from '@hexawatt/shared/time/instant'

/**
 * Smooth noise in [-1, 1]: random levels at multiples of the period, joined by a smooth curve. It depends only on the instant
 * and the seed, so an instant has the same weather in every run.
 *
 * @param periodHours how long a level persists
 */
export function computeNoise(epochMs: number, periodHours: number, seed: number): number {
  const position = epochMs / (periodHours * hourMs)
  const index = Math.floor(position)
  const level = interpolate(hashToUnit(seed, index), hashToUnit(seed, index + 1), computeSmoothStep(position - index))
  return 2 * level - 1
}

/** Smooth step from 0 to 1 over x in [0, 1]. */
export function computeSmoothStep(x: number): number {
  const clamped = clamp(x, 0, 1)
  return clamped * clamped * (3 - 2 * clamped)
}

/** Linear mix: `a` at 0, `b` at 1. */
export function interpolate(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Hash of two integers in [0, 1): multiply-xorshift, the finaliser of common hash functions. */
function hashToUnit(seed: number, index: number): number {
  let hash = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
