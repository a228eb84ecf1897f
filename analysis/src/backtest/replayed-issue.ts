import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { composite } from '@hexawatt/shared/methodology/score/composite'
import { type ScoredSlot, scoreForecast } from '@hexawatt/shared/methodology/score/score-slot'
import { valuesOf } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { generationKnownUntilMs, inputsKnownAt } from './forecast-inputs.ts'

/** What is forecast: intensity in gCO2eq/kWh (less is better), national composite 0–100 before rounding (more is better). */
export const targets = ['intensity', 'score'] as const
export type Target = (typeof targets)[number]

/** Forecast methods: the product's, and the two naive ones. */
export const methods = ['forecast', 'flat', 'sameHour'] as const
export type Method = (typeof methods)[number]

/** Realised value of each hour, by target. */
export type Realised = Readonly<Record<Target, ReadonlyMap<number, number>>>

/** One hour of an issue: the value of each method, and the realised one; null where there is none. */
export type HourOutcome = { lead: number; realised: number | null; said: Readonly<Record<Method, number | null>> }

/** The hours of the forecasts that were issued at one instant. */
export type IssueOutcome = { issuedAt: Temporal.Instant; hours: Readonly<Record<Target, readonly HourOutcome[]>> }

/** Issues the forecast of `now` from what was published by then, and the two persistences from the same data. */
export function replayIssue(record: GridRecord, realised: Realised, now: Temporal.Instant): IssueOutcome {
  const slots = scoreForecast(inputsKnownAt(record, now), now, maxForecastHours)
  const outcomes = (target: Target, forecastOf: (slot: ScoredSlot) => number | null): HourOutcome[] => {
    const flat = lastKnownValue(realised[target], now)
    return slots.map((slot, index) => ({
      lead: index + 1,
      realised: realised[target].get(slot.startMs) ?? null,
      said: { forecast: forecastOf(slot), flat, sameHour: sameHourValue(realised[target], slot.startMs, now) },
    }))
  }
  return {
    issuedAt: now,
    hours: {
      intensity: outcomes('intensity', ({ gCo2eqPerKwh }) => gCo2eqPerKwh),
      score: outcomes('score', ({ subScores }) => composite(valuesOf(subScores), nationalWeights)),
    },
  }
}

/** How far back a realised value is looked for, days. */
const maxDaysBack = 7

type ValueByHour = ReadonlyMap<number, number>

/** Flat persistence: the newest realised value that was published by `now`; null when a week holds none. */
export function lastKnownValue(realised: ValueByHour, now: Temporal.Instant): number | null {
  const knownUntilMs = generationKnownUntilMs(now)
  for (let hoursBack = 1; hoursBack <= maxDaysBack * 24; hoursBack += 1) {
    const value = realised.get(knownUntilMs - hoursBack * hourMs)
    if (value !== undefined) return value
  }
  return null
}

/**
 * Same hour as yesterday: the realised value of the same Paris hour on the newest day of which it was published by `now`; null
 * when a week holds none.
 */
export function sameHourValue(realised: ValueByHour, startMs: number, now: Temporal.Instant): number | null {
  const knownUntilMs = generationKnownUntilMs(now)
  const hour = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone)
  for (let days = 1; days <= maxDaysBack; days += 1) {
    const earlierMs = hour.subtract({ days }).epochMilliseconds
    const value = earlierMs + hourMs <= knownUntilMs ? realised.get(earlierMs) : undefined
    if (value !== undefined) return value
  }
  return null
}
