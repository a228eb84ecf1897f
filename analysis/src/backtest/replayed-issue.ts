import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { maxForecastHours } from '@hexawatt/shared/contract/score'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import type { AnalogHour } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { ForecastConstants } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import { computeRefinedIssue, firstRefinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import {
  findLastKnownValue,
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { computeComposite } from '@hexawatt/shared/methodology/score/composite'
import { computeEstimates, type ScoredSlot, scoreForecast } from '@hexawatt/shared/methodology/score/score-slot'
import { projectIntensity } from '@hexawatt/shared/methodology/score/sub-scores/projected-mix'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { toSubScoreValues } from '@hexawatt/shared/methodology/score/sub-scores/sub-scores'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import type { RefinementRun } from '../refinements/refinement-run.ts'
import {
  allInputs,
  createAnalogInputs,
  groupBySeries,
  type Omission,
  omitInputs,
  type RecordedSeries,
} from './analog-inputs.ts'
import { type Emulation, hasWeather, recordedOnly } from './emulated-inputs.ts'
import { computeDayAheadKnownUntilMs, computeGenerationKnownUntilMs, readKnownInputs } from './forecast-inputs.ts'

/**
 * What is forecast: intensity with life-cycle and with direct factors in gCO2eq/kWh (less is better), national composite 0–100 before rounding
 * (more is better), price beyond the auction in EUR/MWh, load beyond its publication in MW.
 */
export const targets = ['intensity', 'direct', 'score', 'price', 'load'] as const
export type Target = (typeof targets)[number]

/** Forecast methods: version 2 and version 1 of the product, and the two naive ones. */
export const methods = ['analog', 'carryOver', 'flat', 'sameHour'] as const
export type Method = (typeof methods)[number]

/** Realised value of each hour, by target. */
export type Realised = Readonly<Record<Target, ReadonlyMap<number, number>>>

/** One hour of an issue: the value of each method, and the realised one; null where there is none. */
export type HourOutcome = {
  startMs: number
  lead: number
  realised: number | null
  /** Whether the value itself had been published: no method is judged on it. */
  isPublished: boolean
  predicted: Readonly<Record<Method, number | null>>
  /** Spread of ln(intensity) that the analog method sees; null for other targets. */
  spread: number | null
}

/** The hours of the forecasts that were issued at one instant. */
export type IssueOutcome = { issuedAt: Temporal.Instant; hours: Readonly<Record<Target, readonly HourOutcome[]>> }

/** Differences between an issue and the product: omitted inputs, emulated inputs, other constants, other score weights. */
export type IssueTerms = {
  omission: Omission
  emulation: Emulation
  /** Undefined: those of the product. */
  constants: ForecastConstants | undefined
  weights: ScoreWeights
  /** Corrections learnt from earlier issues. Null: published wind and sun are re-aligned, but no correction has been learnt. */
  refinementRun: RefinementRun | null
}

/** An issue with the inputs of the score and the hours of the analog method; null without them. */
export type DetailedIssueOutcome = IssueOutcome & { inputs: ScoreInputs; analog: readonly AnalogHour[] | null }

/** Issues the forecast of `now` by both versions from what was published by then, and the two persistences from the same data. */
export async function replayIssue(
  record: GridRecord,
  realised: Realised,
  now: Temporal.Instant,
  series: RecordedSeries = groupBySeries(record),
  {
    omission = allInputs,
    emulation = recordedOnly,
    constants,
    weights = nationalWeights,
    refinementRun = null,
  }: Partial<IssueTerms> = {},
): Promise<DetailedIssueOutcome> {
  const inputs = await readKnownInputs(record, now, emulation)
  const directInputs = { ...inputs, gCo2eqPerKwhByType: operatorDirectFactors }
  const known = omitInputs(createAnalogInputs(series, now, emulation), now, omission)
  const hours = hasWeather(emulation) ? maxOutlookHours : maxForecastHours
  const newestMs = computeGenerationKnownUntilMs(now, emulation) - hourMs
  const realisedByRule = { lifeCycle: realised.intensity, direct: realised.direct }
  const refinements = refinementRun === null ? firstRefinements : refinementRun.prepare(now, newestMs, realisedByRule)
  // Where the observed weather ends, the product would serve 48 hours.
  const hoursAhead = known.weather === null ? maxForecastHours : hours
  const analog = computeRefinedIssue(known, now, hoursAhead, refinements, constants)?.hours ?? null
  if (analog !== null) refinementRun?.add(now, analog)
  const estimates = computeEstimates(inputs, now)
  const carried = scoreForecast(inputs, now, hours, null, estimates)
  const scored = analog && scoreForecast(inputs, now, hours, analog, estimates)
  const earlierMs = carried.map(({ startMs }) => listSameHoursOfEarlierDays(startMs))
  const readScore = (slot: ScoredSlot | undefined): number | null =>
    slot === undefined ? null : computeComposite(toSubScoreValues(slot.subScores), slot.known, weights)
  const listOutcomes = (
    target: Target,
    ofHour: (slot: ScoredSlot, index: number) => Pick<HourOutcome['predicted'], 'analog' | 'carryOver'>,
  ): HourOutcome[] => {
    const knownUntilMs = computeKnownUntilMs(target, now, emulation)
    const flat = findLastKnownValue(realised[target], knownUntilMs)
    return carried.map((slot, index) => {
      const { startMs } = slot
      const value = realised[target].get(startMs) ?? null
      const isPublished = startMs < knownUntilMs
      const carbon = analog?.[index + 1]?.carbon
      return {
        startMs,
        lead: index + 1,
        realised: value,
        isPublished,
        predicted: isPublished
          ? { analog: value, carryOver: value, flat: value, sameHour: value }
          : {
              ...ofHour(slot, index),
              flat,
              sameHour: findSameHourValue(realised[target], earlierMs[index] ?? [], knownUntilMs),
            },
        spread:
          (target === 'direct' ? carbon?.direct : target === 'intensity' ? carbon?.lifeCycle : null)?.spread ?? null,
      }
    })
  }
  const findAnalogHour = (index: number) => analog?.[index + 1]
  return {
    issuedAt: now,
    ...{ inputs, analog },
    hours: {
      intensity: listOutcomes('intensity', (slot, index) => ({
        analog: findAnalogHour(index)?.carbon.lifeCycle?.gCo2eqPerKwh ?? null,
        carryOver: slot.gCo2eqPerKwh,
      })),
      direct: listOutcomes('direct', ({ startMs }, index) => ({
        analog: findAnalogHour(index)?.carbon.direct?.gCo2eqPerKwh ?? null,
        carryOver: projectIntensity(directInputs, startMs, now),
      })),
      score: listOutcomes('score', (slot, index) => ({
        analog: readScore(scored?.[index]),
        carryOver: readScore(slot),
      })),
      price: listOutcomes('price', ({ subScores }, index) => ({
        analog: findAnalogHour(index)?.priceEurPerMwh ?? null,
        carryOver: subScores.price.basis.eurPerMwh,
      })),
      load: listOutcomes('load', ({ subScores: { adequacy } }, index) => ({
        analog: findAnalogHour(index)?.loadMw ?? null,
        carryOver: adequacy.basis.kind === 'margin' ? null : adequacy.basis.consumptionMw,
      })),
    },
  }
}

/** Instant, ms, up to which realised values of a target are known at `now`. */
export function computeKnownUntilMs(target: Target, now: Temporal.Instant, emulation = recordedOnly): number {
  if (target === 'price') return computeDayAheadKnownUntilMs('price', now)
  return target === 'load'
    ? computeDayAheadKnownUntilMs('consumption', now)
    : computeGenerationKnownUntilMs(now, emulation)
}
