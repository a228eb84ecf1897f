import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { composite } from '@hexawatt/shared/methodology/score/composite'
import { type ScoredSlot, scoreForecast } from '@hexawatt/shared/methodology/score/score-slot'
import { valuesOf } from '@hexawatt/shared/methodology/score/sub-scores'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { inputsKnownAt } from './forecast-inputs.ts'
import { lastKnownValue, sameHourValue } from './persistence.ts'

/** What is forecast: intensity in gCO2eq/kWh (less is better), national composite 0–100 before rounding (more is better). */
export const targets = ['intensity', 'score'] as const
export type Target = (typeof targets)[number]

/** Ways to look ahead: the product's forecast, and the two that cost nothing. */
export const methods = ['forecast', 'flat', 'sameHour'] as const
export type Method = (typeof methods)[number]

/** Realised value of each hour, by target. */
export type Realised = Readonly<Record<Target, ReadonlyMap<number, number>>>

/** One hour of an issue: what each method said, and what came. Null where there is no value. */
export type HourOutcome = { lead: number; realised: number | null; said: Readonly<Record<Method, number | null>> }

/** Everything that was said at one instant, and what came. */
export type IssueOutcome = { issuedAt: Temporal.Instant; hours: Readonly<Record<Target, readonly HourOutcome[]>> }

/** Issues the forecast of `now` from what was published by then, and the two persistences from the same knowledge. */
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
