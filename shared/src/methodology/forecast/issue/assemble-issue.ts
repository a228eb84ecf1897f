import { nationalWeights } from '../../../contract/profiles.ts'
import { maxForecastHours } from '../../../contract/score.ts'
import type { FeedId, ReferenceId } from '../../../grid/feeds.ts'
import { hourMs } from '../../../time/instant.ts'
import type { ConsumptionForecast, ImportHour } from '../../imports/consumption-forecast.ts'
import { computeComposite } from '../../score/composite.ts'
import { type ScoredSlot, scoreIssue } from '../../score/score-slot.ts'
import { projectIntensity } from '../../score/sub-scores/projected-mix.ts'
import { computedForecastHours, type ScoreInputs } from '../../score/sub-scores/score-inputs.ts'
import { toSubScoreValues } from '../../score/sub-scores/sub-scores.ts'
import type { AnalogHour, AnalogInputs, AnalogIssue, EmissionRule } from '../analog-forecast.ts'
import type { PublishedSeries } from '../axis/filled-past.ts'
import { computeAdditiveBand, computeBand, findBandBucket, findFrozenLevels } from '../bands.ts'
import {
  type BandedValue,
  type BandLevels,
  type ForecastIssue,
  type ForecastIssueHour,
  quantityOfRule,
} from '../forecast-issue.ts'
import {
  computeRefinedIssue,
  type RefinedHour,
  type RefinedIssue,
  type Refinements,
} from '../refinements/refined-issue.ts'
import type { RegressionName } from '../weather/weather-drivers.ts'
import { addConsumptionBands, forecastIssuedConsumption } from './add-consumption.ts'

/** Everything that an issue is made of, as known at its instant. */
export type KnownAtIssue = {
  inputs: ScoreInputs
  /** Inputs of version 2; null without emission factors. */
  analog: AnalogInputs | null
  levels: BandLevels
  /** Null: none, as in version 2. */
  refinements: Refinements | null
  /** Past hours whose imports were known, ascending; null: nothing is said of consumption, as by programs before hourly imports. */
  imports: readonly ImportHour[] | null
}

/** An issue, and the score of each of its hours in the same order: the API and the archive show the same forecast. */
export type ScoredIssue = { issue: ForecastIssue; slots: ScoredSlot[] }

/**
 * Greatest age of the newest realised hour that a mix is projected from, hours after its end. At this age the forecast still errs less than a copy
 * of yesterday (docs/develop/adr/0012); beyond it no intensity is given.
 */
const maxGenerationAgeHours = 48
/** From this age on, hours after its end, generation counts among the missing inputs, as for the live score. */
const lateGenerationHours = 6
/** The same of imports: flows come later than generation. */
const lateImportHours = 12
const noCarbon = { lifeCycle: null, direct: null } as const
const scoreBounds = [0, 100] as const

/**
 * The forecast of `now`: the analog mix, or with fewer than 48 hours of generation the carry-over of version 1, with its bands. Pure and deterministic.
 *
 * @param hours hours after the one that holds `now`; the carry-over, which no weather enters, has those without weather at most
 */
export function assembleIssue(known: KnownAtIssue, now: Temporal.Instant, hours: number): ScoredIssue {
  const { inputs, analog, levels, refinements, imports } = known
  const projected = analog && computeRefinedIssue(analog, now, hours, refinements)
  const analogHours = projected && dropStaleMix(projected, now)
  const reach = analogHours === null ? Math.min(hours, computedForecastHours) : hours
  const slots = scoreIssue(inputs, now, reach, analogHours)
  const directInputs = { ...inputs, gCo2eqPerKwhByType: analog?.factors.direct ?? null }
  // Of an issue of 50 hours nothing beyond 48 h is served but in the minutes after a full hour, with the band of 48 h.
  const toBandLead = (lead: number): number => (reach > computedForecastHours ? lead : Math.min(lead, maxForecastHours))
  const hoursOfProduction = slots.map((slot, lead) => {
    const hour = analogHours?.[lead] ?? null
    const carried = { lifeCycle: slot.gCo2eqPerKwh, direct: projectIntensity(directInputs, slot.startMs, now) }
    return {
      startMs: slot.startMs,
      lead,
      ...toDrivers(hour),
      ...addBands(slot, toBandLead(lead), hour, carried, levels),
    }
  })
  const consumption = imports && forecastIssuedConsumption(projected, hoursOfProduction, imports)
  return {
    issue: {
      issuedAt: now,
      method: analogHours === null ? 'carry_over' : 'analog_mix',
      missingInputs: [
        ...listMissingInputs(known, projected, now),
        ...listMissingImports(known, projected, consumption, now),
      ],
      newestGenerationStartMs: projected?.newestGenerationStartMs ?? findNewestRealisedStartMs(inputs),
      consumptionMethod: consumption?.method ?? null,
      newestConsumptionStartMs: consumption?.newestStartMs ?? null,
      hours: hoursOfProduction.map((hour, index) => {
        return { ...hour, ...addConsumptionBands(consumption?.hours[index], toBandLead(hour.lead), levels) }
      }),
    },
    slots,
  }
}

/** Without a mix where the newest generation is too old; price and load are still estimated. */
function dropStaleMix({ newestGenerationStartMs, hours }: RefinedIssue, now: Temporal.Instant): RefinedHour[] {
  if (computeAgeHours(newestGenerationStartMs, now) <= maxGenerationAgeHours) return hours
  return hours.map((hour) => ({ ...hour, powerMwByType: {}, carbon: noCarbon, corrections: noCarbon }))
}

const computeAgeHours = (startMs: number, now: Temporal.Instant): number =>
  (now.epochMilliseconds - startMs) / hourMs - 1

const findNewestRealisedStartMs = ({ realised }: ScoreInputs): number | null => realised && realised.endMs - hourMs

function toDrivers(hour: RefinedHour | null) {
  const { loadMw = null, windMw = null, solarMw = null } = hour ?? {}
  const powerMwByType = hour === null || Object.keys(hour.powerMwByType).length === 0 ? null : hour.powerMwByType
  return { loadMw, windMw, solarMw, powerMwByType, corrections: hour?.corrections ?? noCarbon }
}

function addBands(
  { subScores, known }: ScoredSlot,
  lead: number,
  hour: AnalogHour | null,
  carried: Readonly<Record<EmissionRule, number | null>>,
  levels: BandLevels,
): Pick<ForecastIssueHour, 'carbon' | 'directCarbon' | 'price' | 'score' | 'spreads' | 'isPriceAuctioned'> {
  const bucket = findBandBucket(lead)
  const addIntensityBand = (rule: EmissionRule): BandedValue => {
    if (hour === null) return { value: carried[rule], band: null }
    const forecast = hour.carbon[rule]
    if (forecast === null) return { value: null, band: null }
    const { gCo2eqPerKwh, spread } = forecast
    const ofBucket = levels[quantityOfRule[rule]][bucket] ?? findFrozenLevels(lead)
    return { value: gCo2eqPerKwh, band: computeBand(gCo2eqPerKwh, spread, ofBucket) }
  }
  const score = computeComposite(toSubScoreValues(subScores), known, nationalWeights)
  const scoreLevels = levels.score[bucket]
  return {
    carbon: addIntensityBand('lifeCycle'),
    directCarbon: addIntensityBand('direct'),
    price: addPriceBand(subScores.price.basis, levels.price[bucket] ?? null),
    score: { value: score, band: scoreLevels ? computeAdditiveBand(score, scoreLevels, scoreBounds) : null },
    spreads: { lifeCycle: hour?.carbon.lifeCycle?.spread ?? null, direct: hour?.carbon.direct?.spread ?? null },
    isPriceAuctioned: subScores.price.basis.kind === 'day_ahead',
  }
}

/** An auctioned price is certain: its band is itself. The median of a year is no forecast of an hour. */
function addPriceBand(
  { kind, eurPerMwh }: ScoredSlot['subScores']['price']['basis'],
  levels: BandLevels['price'][number],
): BandedValue {
  if (kind === 'day_ahead') return { value: eurPerMwh, band: { low: eurPerMwh, high: eurPerMwh } }
  if (kind === 'median') return { value: null, band: null }
  return { value: eurPerMwh, band: levels && computeAdditiveBand(eurPerMwh, levels) }
}

/** Feeds and references that an issue lacks, or whose newest values are too old for it; regressions on the weather that have too little of the past. */
function listMissingInputs(
  { analog }: KnownAtIssue,
  projected: AnalogIssue | null,
  now: Temporal.Instant,
): (FeedId | ReferenceId | RegressionName)[] {
  if (analog === null) return ['emission_factors']
  const isLate = projected === null || computeAgeHours(projected.newestGenerationStartMs, now) > lateGenerationHours
  const isMissing = (series: PublishedSeries): boolean => !hasReachedNow(series, now)
  const { windAndSun, load, price } = analog
  return [
    ...(isLate ? (['generation_by_type'] as const) : []),
    ...(isMissing(windAndSun.windOnshore) || isMissing(windAndSun.solar) ? (['generation_forecast'] as const) : []),
    ...(isMissing(load) ? (['consumption'] as const) : []),
    ...(isMissing(price) ? (['power_exchanges'] as const) : []),
    ...(projected?.unfitted ?? []),
  ]
}

/** Imports are missing when they are too old, or known of too few hours to be forecast; a mix that is carried over is no fault of theirs. */
function listMissingImports(
  { imports }: KnownAtIssue,
  projected: AnalogIssue | null,
  consumption: ConsumptionForecast | null,
  now: Temporal.Instant,
): 'imports'[] {
  if (imports === null) return []
  if (consumption === null || computeAgeHours(consumption.newestStartMs, now) > lateImportHours) return ['imports']
  return consumption.method === 'similar_hours' || projected === null ? [] : ['imports']
}

function hasReachedNow(
  { byHour, publishedUntilMs }: PublishedSeries,
  { epochMilliseconds }: Temporal.Instant,
): boolean {
  const hourInProgressMs = Math.floor(epochMilliseconds / hourMs) * hourMs
  return publishedUntilMs > epochMilliseconds || byHour.get(hourInProgressMs) !== undefined
}
