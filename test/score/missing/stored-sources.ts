import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { assessCarbon, seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeHourlyMeans, type SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'
import type { ScoreRows } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { readCarbonRows, readScoreRows } from '@hexawatt/shared/methodology/score/inputs/read-score-rows'
import { findScoreSpan } from '@hexawatt/shared/methodology/score/inputs/scored-feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { readSlotValues } from '@hexawatt/shared/stored-rows/stored-rows-store'
import {
  type AnalogHours,
  analogFeedIds,
  analogFeeds,
  assembleAnalogInputs,
  computeAnalogSpan,
} from '@hexawatt/svc-ingest/src/forecast/analog-inputs.ts'
import { readKnownValues } from '@hexawatt/svc-ingest/src/forecast/analog-rows-store.ts'
import { createStoredRowsSource } from '@hexawatt/svc-ingest/src/inputs/stored-rows-source.ts'
import type { Missable } from './expected-when-missing.ts'

/** Stored rows of every source, read once, so that any of them can be left out afterwards. */
export type StoredSources = {
  now: Temporal.Instant
  rows: ScoreRows
  generationMix15min: readonly SlotValue[]
  physicalFlows: readonly SlotValue[]
  exchangeSchedules: readonly SlotValue[]
  countryIntensities: readonly CountryIntensity[]
  analogHours: AnalogHours
}

/** Reads a stored state as svc-ingest does, with what it would read only when the hourly feed or the flows are late. */
export async function readStoredSources(sql: Sql, now: Temporal.Instant): Promise<StoredSources> {
  const source = createStoredRowsSource(sql, now)
  const carbon = await readCarbonRows(source, now)
  const { rows } = await readScoreRows(source, now, Promise.resolve(carbon))
  const from = now.subtract({ hours: 24 * seenDays })
  const { physicalFlows, countryIntensities } = carbon
  return {
    now,
    rows,
    physicalFlows,
    countryIntensities,
    generationMix15min: await readSlotValues(sql, { feed: 'generation_mix_15min', from, to: now }, now),
    exchangeSchedules: await readSlotValues(
      sql,
      { feed: 'exchange_schedules', ...findScoreSpan('exchange_schedules', now) },
      now,
    ),
    analogHours: await readAnalogHours(sql, now),
  }
}

/** The rows as they would be if these sources had never been received. */
export function rowsWithout(stored: StoredSources, missing: ReadonlySet<Missable>): ScoreRows {
  const { rows, now } = stored
  const kept = <Row>(source: Missable, values: readonly Row[]): readonly Row[] => (missing.has(source) ? [] : values)
  const factorSet = missing.has('emission_factors') ? null : rows.factorSet
  const generationByType = kept('generation_by_type', rows.generationByType)
  const countryIntensities = kept('country_intensities', stored.countryIntensities)
  const generation = {
    generationByType,
    generationMix15min: kept('generation_mix_15min', stored.generationMix15min),
    physicalFlows: kept('physical_flows', stored.physicalFlows),
    exchangeSchedules: kept('exchange_schedules', stored.exchangeSchedules),
  }
  return {
    carbon: factorSet && assessCarbon({ ...generation, factorSet, countryIntensities }, now),
    generationByType,
    powerExchanges: kept('power_exchanges', rows.powerExchanges),
    gridSignals: kept('grid_signals', rows.gridSignals),
    imbalance: kept('imbalance', rows.imbalance),
    consumption: kept('consumption', rows.consumption),
    consumptionWeekly: kept('consumption_weekly', rows.consumptionWeekly),
    generationForecast: kept('generation_forecast', rows.generationForecast),
    installedCapacities: kept('installed_capacities', rows.installedCapacities),
    unavailabilities: kept('generation_unavailabilities', rows.unavailabilities),
    factorSet,
    hasCountryIntensities: countryIntensities.length > 0,
    received: Object.fromEntries(
      Object.entries(rows.received).map(([feed, received]) => [
        feed,
        missing.has(feed as Missable) ? { newestSlotEnd: null, lastSuccess: null } : received,
      ]),
    ) as ScoreRows['received'],
  }
}

/** Inputs of the forecast, without the cache of svc-ingest; of the mix as much as is read where no hourly generation is known. */
async function readAnalogHours(sql: Sql, now: Temporal.Instant): Promise<AnalogHours> {
  const parts = await Promise.all(
    analogFeedIds.map((feed) =>
      readKnownValues(sql, { feed, series: analogFeeds[feed], ...computeAnalogSpan(feed, now, false, true) }, now),
    ),
  )
  return recordFromEntries(analogFeedIds, (_, index) => computeHourlyMeans(parts[index] ?? []))
}

/** The inputs of the forecast as they would be if these sources had never been received; null without emission factors. */
export function analogWithout(
  { rows, now, analogHours }: StoredSources,
  missing: ReadonlySet<Missable>,
): AnalogInputs | null {
  if (rows.factorSet === null || missing.has('emission_factors')) return null
  const kept = recordFromEntries(analogFeedIds, (feed) => (missing.has(feed) ? new Map() : analogHours[feed]))
  return assembleAnalogInputs(kept, rows.factorSet, now)
}
