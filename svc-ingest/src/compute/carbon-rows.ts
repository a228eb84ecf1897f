import type { FeedId } from '@hexawatt/shared/grid/feeds'
import {
  assessCarbon,
  type CarbonAssessment,
  hourlyFeedMaxLagMs,
  seenDays,
} from '@hexawatt/shared/methodology/carbon-assessment'
import type { CountryIntensity } from '@hexawatt/shared/methodology/consumption-intensity'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readCountryIntensities } from '../references/country-intensities/country-intensity-store.ts'
import { readFactorSet, type StoredFactorSet } from '../references/emission-factors/factor-set-store.ts'
import { readSlotValues, type StoredValue } from './slot-value-store.ts'

/** What the carbon intensity rests on as known at one instant, and the assessment made of it. */
export type CarbonRows = {
  generationByType: StoredValue[]
  /** Empty while the hourly feed is not behind. */
  generationMix15min: StoredValue[]
  physicalFlows: StoredValue[]
  factorSet: StoredFactorSet | null
  countryIntensities: CountryIntensity[]
  /** Null when no hour is complete, or without factors. */
  assessment: CarbonAssessment | null
}

/** Reads the last seven days and assesses the newest complete hour: once for the intensity and the score. */
export async function readCarbonRows(sql: Sql, now: Temporal.Instant): Promise<CarbonRows> {
  const from = now.subtract({ hours: 24 * seenDays })
  const read = (feed: FeedId) => readSlotValues(sql, { feed, from, to: now }, now)
  const [generationByType, physicalFlows, factorSet, countryIntensities] = await Promise.all([
    read('generation_by_type'),
    read('physical_flows'),
    readFactorSet(sql, now),
    readCountryIntensities(sql, now),
  ])
  const rows = { generationByType, generationMix15min: [], physicalFlows, factorSet, countryIntensities }
  const assessment = assess(rows, now)
  // The quarter-hourly rows are ten times as many, and count only when the hourly feed is behind.
  if (assessment !== null && !isLate(assessment, now)) return { ...rows, assessment }
  const withMix = { ...rows, generationMix15min: await read('generation_mix_15min') }
  return { ...withMix, assessment: assess(withMix, now) }
}

function assess(rows: Omit<CarbonRows, 'assessment'>, now: Temporal.Instant): CarbonAssessment | null {
  const { factorSet } = rows
  return factorSet === null ? null : assessCarbon({ ...rows, factorSet }, now)
}

function isLate(assessment: CarbonAssessment, now: Temporal.Instant): boolean {
  const slotEndMs = Temporal.Instant.from(assessment.slotEnd).epochMilliseconds
  return now.epochMilliseconds - slotEndMs > hourlyFeedMaxLagMs
}
