import { round2 } from '@hexawatt/shared/bounds/numbers'
import { dayMs, degreesToRadians, j2000Ms, normalizeDegrees } from './angles.ts'

/**
 * Phase of the moon: 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. The largest terms of the moon's motion (Meeus, Astronomical Algorithms, 48.4)
 * give the instant of a phase within about an hour.
 */
export function computeMoonPhase(atMs: number): number {
  const days = (atMs - j2000Ms) / dayMs
  const elongation = 297.8502 + 12.19074912 * days
  const [sun, moon, double] = [357.5291 + 0.98560028 * days, 134.9634 + 13.06499295 * days, 2 * elongation]
  const sine = (degrees: number) => Math.sin(degreesToRadians(degrees))
  const corrected =
    elongation +
    6.289 * sine(moon) -
    2.1 * sine(sun) +
    1.274 * sine(double - moon) +
    0.658 * sine(double) +
    0.214 * sine(2 * moon) +
    0.11 * sine(elongation)
  return normalizeDegrees(corrected) / 360
}

/** Lit share of the moon's disc, 0–1. */
export const computeLitShare = (phase: number): number => (1 - Math.cos(2 * Math.PI * phase)) / 2

/** Path of the lit part of a disc of radius 1 around 0, as seen from France: a growing moon is lit on its right. */
export function makeMoonPath(phase: number): string {
  const isGrowing = phase < 0.5
  // The border between light and shadow is half an ellipse, which bends into the dark side from the quarter on.
  const width = round2(Math.abs(Math.cos(2 * Math.PI * phase)))
  const isCrescent = computeLitShare(phase) < 0.5
  const border = isGrowing === isCrescent ? 0 : 1
  return `M0-1A1 1 0 0 ${isGrowing ? 1 : 0} 0 1A${width} 1 0 0 ${border} 0-1Z`
}
