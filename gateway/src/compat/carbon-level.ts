import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import type { CarbonLevel } from '@hexawatt/shared/contract/formats/electricity-maps-mix'
import { HoursResponse } from '@hexawatt/shared/contract/hours'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisDate } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'

/** Hours before an hour that it is compared with: those of seven days. */
const comparedHours = 7 * 24

/** Fewest known hours of a comparison: two days. */
export const minComparedHours = 48

/** Tolerates columns and fields that a newer service adds. */
const { hours, productionGCo2PerKwh } = HoursResponse.entries
const { estimatedGCo2PerKwh } = CarbonIntensityResponse.entries
const Intensity = v.object({ estimatedGCo2PerKwh })
const Months = v.array(v.object({ hours, productionGCo2PerKwh }))

/** The Paris months of every hour that the newest published hour can be compared with, the oldest first. */
export function listComparedMonths(now: Temporal.Instant): string[] {
  // The newest published hour has ended, and is at most some hours old.
  const newest = now.subtract({ hours: 1 })
  const oldest = newest.subtract({ hours: comparedHours + maxAgeMinutes.intensity / 60 })
  return [...new Set([oldest, newest].map((instant) => parisDate(instant).toPlainYearMonth().toString()))]
}

/**
 * The carbon level of an hour (docs/develop/decisions.md#carbon-level): its rank among the known hours of the seven days before it, in thirds. Equal hours
 * count half, so that a week without any difference is moderate.
 * @param intensity body of `GET /v1/carbon/intensity`
 * @param startMs start of its hour
 * @param months bodies of `GET /api/hours`
 * @returns null when fewer than {@link minComparedHours} hours are known
 */
export function findCarbonLevel(intensity: unknown, startMs: number, months: readonly unknown[]): CarbonLevel | null {
  const { estimatedGCo2PerKwh: own } = v.parse(Intensity, intensity)
  const compared = v.parse(Months, months).flatMap((month) =>
    month.hours.flatMap((start, index) => {
      const hoursBefore = (startMs - Date.parse(start)) / hourMs
      const value = hoursBefore > 0 && hoursBefore <= comparedHours ? month.productionGCo2PerKwh[index] : null
      return value == null ? [] : [value]
    }),
  )
  if (compared.length < minComparedHours) return null
  const lower = compared.filter((value) => value < own).length
  const equal = compared.filter((value) => value === own).length
  const rank = (lower + equal / 2) / compared.length
  if (rank < 1 / 3) return 'low'
  return rank > 2 / 3 ? 'high' : 'moderate'
}
