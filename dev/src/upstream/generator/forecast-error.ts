import { hourMs } from '@hexawatt/shared/time/instant'
import { smoothNoise } from './noise.ts'

/** Lead from which a forecast is no better than the climate, hours. */
const maxLeadHours = 10 * 24
/** Lead that even the last issue before a slot counts as: no forecast is exact. */
const minLeadHours = 1

/**
 * Relative error of a forecast, in [-scale, scale] at a day's lead and growing with the root of the lead. Like the weather
 * it depends on the instant and the seed alone, so that every later issue of a slot moves towards what will be realised.
 *
 * @param scale largest relative error at a lead of 24 hours
 */
export function relativeError(startEpochMs: number, issuedEpochMs: number, scale: number, seed: number): number {
  const leadHours = Math.min(maxLeadHours, Math.max(minLeadHours, (startEpochMs - issuedEpochMs) / hourMs))
  const weather = 0.75 * smoothNoise(startEpochMs, 11, seed) + 0.25 * smoothNoise(startEpochMs, 3, seed + 1)
  return scale * Math.sqrt(leadHours / 24) * weather
}
