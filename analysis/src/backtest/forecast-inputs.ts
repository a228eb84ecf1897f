import type { SlotValue } from '@hexawatt/shared/methodology/complete-hour'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/assemble-inputs'
import { type MemorySource, type References, readScoreRows } from '@hexawatt/shared/methodology/score/read-score-rows'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/score-inputs'
import type { ScoreValueFeed } from '@hexawatt/shared/methodology/score/scored-feeds'
import { seedFactorSet } from '@hexawatt/shared/methodology/seed-factor-set'
import { type GridRecord, valuesBetween } from '../recorded/recorded-hours.ts'
import { unrecordedRows } from '../recorded/unrecorded-rows.ts'
import { dayAheadKnownUntilMs, generationKnownUntilMs } from './published-until.ts'

type RecordedFeed = {
  series: keyof GridRecord
  /** Instant, ms, up to which the feed is known at `now`. */
  knownUntilMs: (now: Temporal.Instant) => number
}

/** The feeds that are on record. Of the weekly forecast there is none; what stands in for it counts as known at any time. */
const recordedFeeds: Readonly<Partial<Record<ScoreValueFeed, RecordedFeed>>> = {
  generation_by_type: { series: 'generation', knownUntilMs: generationKnownUntilMs },
  power_exchanges: { series: 'price', knownUntilMs: (now) => dayAheadKnownUntilMs('price', now) },
  consumption: { series: 'consumption', knownUntilMs: (now) => dayAheadKnownUntilMs('consumption', now) },
  consumption_weekly: { series: 'consumptionWeekly', knownUntilMs: () => Number.POSITIVE_INFINITY },
  generation_forecast: {
    series: 'generationForecast',
    knownUntilMs: (now) => dayAheadKnownUntilMs('generationForecast', now),
  },
}

/** The factors that the product ships; yearly intensities of neighbours are not needed, since flows are not on record. */
const shippedReferences: References = { factorSet: { ...seedFactorSet, id: 'shipped' }, countryIntensities: [] }

/** What a forecast issued at `now` could stand on: the record cut at what was published by then. */
export function inputsKnownAt(record: GridRecord, now: Temporal.Instant): ScoreInputs {
  return assembleScoreInputs(readScoreRows(recordedSource(record, now), now).rows, now)
}

/** Answers from the record; a feed that is not on it has nothing, and nothing counts as received. */
function recordedSource(record: GridRecord, now: Temporal.Instant): MemorySource<SlotValue, never> {
  return {
    values(feed, { from, to }) {
      const recorded = recordedFeeds[feed]
      if (recorded === undefined) return []
      const endMs = Math.min(to.epochMilliseconds, recorded.knownUntilMs(now))
      return valuesBetween(record[recorded.series], from.epochMilliseconds, endMs)
    },
    documents: () => [],
    references: () => shippedReferences,
    received: () => unrecordedRows.received,
  }
}
