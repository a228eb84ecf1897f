import { seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import {
  type References,
  readScoreRows,
  type ScoreSource,
} from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import type { ScoreValueFeed } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { addParisDays, toParisTime } from '@hexawatt/shared/time/paris'
import { type GridRecord, listValuesBetween } from '../recorded/recorded-hours.ts'
import { unrecordedRows } from '../recorded/recorded-rows.ts'
import { type Emulation, recordedOnly } from './emulated-inputs.ts'

type RecordedFeed = {
  series: keyof GridRecord
  /** Instant, ms, up to which the feed is known at `now`. */
  knownUntilMs: (now: Temporal.Instant, emulation: Emulation) => number
}

/** The feeds that were recorded. The weekly forecast was not: its stand-in counts as known at any time. */
const recordedFeeds: Readonly<Partial<Record<ScoreValueFeed, RecordedFeed>>> = {
  generation_by_type: { series: 'generation', knownUntilMs: computeGenerationKnownUntilMs },
  power_exchanges: { series: 'price', knownUntilMs: (now) => computeDayAheadKnownUntilMs('price', now) },
  consumption: { series: 'consumption', knownUntilMs: (now) => computeDayAheadKnownUntilMs('consumption', now) },
  consumption_weekly: { series: 'consumptionWeekly', knownUntilMs: () => Number.POSITIVE_INFINITY },
  generation_forecast: {
    series: 'generationForecast',
    knownUntilMs: (now) => computeDayAheadKnownUntilMs('generationForecast', now),
  },
}

/** The factors that the product ships. Intensities of neighbours are not needed, because flows were not recorded. */
const shippedReferences: References = { factorSet: { ...seedFactorSet, id: 'shipped' }, countryIntensities: [] }

/** The inputs of a forecast issued at `now`: the part of the record that was published by then. */
export async function readKnownInputs(
  record: GridRecord,
  now: Temporal.Instant,
  emulation = recordedOnly,
): Promise<ScoreInputs> {
  const { rows } = await readScoreRows(createRecordedSource(record, now, emulation), now)
  return assembleScoreInputs(rows, now)
}

/** Reads from the record. A feed that was not recorded is empty, and nothing counts as received. */
function createRecordedSource(
  record: GridRecord,
  now: Temporal.Instant,
  emulation: Emulation,
): ScoreSource<SlotValue, never> {
  return {
    async values(feed, { from, to }) {
      const recorded = recordedFeeds[feed]
      if (recorded === undefined) return []
      const endMs = Math.min(to.epochMilliseconds, recorded.knownUntilMs(now, emulation))
      return listValuesBetween(record[recorded.series], from.epochMilliseconds, endMs)
    },
    documents: async () => [],
    references: async () => shippedReferences,
    received: async () => unrecordedRows.received,
  }
}

/** When the whole next Paris day of a day-ahead feed is published, Paris time (docs/operate/feeds.md). */
export const dayAheadTimes = {
  price: Temporal.PlainTime.from('13:30'),
  generationForecast: Temporal.PlainTime.from('18:00'),
  consumption: Temporal.PlainTime.from('19:30'),
} as const

/** An hour of generation is published this long after its end. */
const generationDueMs = 60 * minuteMs

/** Instant, ms, up to which a day-ahead feed is known at `now`: the end of today or, from its time of day on, of tomorrow. */
export function computeDayAheadKnownUntilMs(feed: keyof typeof dayAheadTimes, now: Temporal.Instant): number {
  const timeOfDay = toParisTime(now).toPlainTime()
  const isTomorrowOut = Temporal.PlainTime.compare(timeOfDay, dayAheadTimes[feed]) >= 0
  return addParisDays(now, isTomorrowOut ? 2 : 1).epochMilliseconds
}

/** End, ms, of the newest hour of generation known at `now`; with `fresh-hour`, the hour that has just ended. */
export function computeGenerationKnownUntilMs(now: Temporal.Instant, emulation = recordedOnly): number {
  const dueMs = emulation.has('fresh-hour') ? 0 : generationDueMs
  return Math.floor((now.epochMilliseconds - dueMs) / hourMs) * hourMs
}
