import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { assessCarbon, seenDays } from '@hexawatt/shared/methodology/carbon-assessment'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/assemble-inputs'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/score-inputs'
import { seedFactorSet } from '@hexawatt/shared/methodology/seed-factor-set'
import { hourMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { type GridRecord, valuesBetween } from '../recorded/recorded-hours.ts'
import { unrecordedRows } from '../recorded/unrecorded-rows.ts'
import { dayAheadKnownUntilMs, generationKnownUntilMs } from './published-until.ts'

/** Paris days of prices before the present one that the product reads. */
const priceDaysBack = 13
/** So far back forecasts of wind and sun are read: beyond the last published one the same hour of an earlier day stands in. */
const forecastDaysBack = 7
const dayMs = 24 * hourMs
/** Hours that the last hour of a forecast can end after its issue. */
const forecastMs = (maxForecastHours + 1) * hourMs

/** What a forecast issued at `now` could stand on: the record cut at what was published by then. */
export function inputsKnownAt(record: GridRecord, now: Temporal.Instant): ScoreInputs {
  const nowMs = now.epochMilliseconds
  const generationByType = valuesBetween(record.generation, nowMs - seenDays * dayMs, generationKnownUntilMs(now))
  const carbon = assessCarbon(
    {
      generationByType,
      generationMix15min: [],
      physicalFlows: [],
      factorSet: seedFactorSet,
      countryIntensities: [],
    },
    now,
  )
  const rows = {
    ...unrecordedRows,
    carbon,
    generationByType,
    powerExchanges: valuesBetween(
      record.price,
      addParisDays(now, -priceDaysBack).epochMilliseconds,
      dayAheadKnownUntilMs('price', now),
    ),
    consumption: valuesBetween(record.consumption, nowMs, dayAheadKnownUntilMs('consumption', now)),
    consumptionWeekly: valuesBetween(record.consumptionWeekly, nowMs, nowMs + forecastMs),
    generationForecast: valuesBetween(
      record.generationForecast,
      nowMs - forecastDaysBack * dayMs,
      dayAheadKnownUntilMs('generationForecast', now),
    ),
    factorSet: seedFactorSet,
  }
  return assembleScoreInputs(rows, now)
}
