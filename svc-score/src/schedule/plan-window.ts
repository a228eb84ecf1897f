import { toSubScoreValues } from '@hexawatt/shared/answers/energy-score'
import { type ForecastIntensity, type KnownColor, readIntensity } from '@hexawatt/shared/answers/outlook-body'
import { type EmissionChoice, type Objective, slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import { isInHourRanges } from '@hexawatt/shared/contract/planning/hour-ranges'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { Weighting } from '@hexawatt/shared/http/weighting-query'
import type { BandedValue, PlanPaths, PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import type { PlanRequest } from '@hexawatt/shared/methodology/schedule/plan-load'
import {
  buildContractPaths,
  computePlanBand,
  toPaidPaths,
  type ValuePaths,
} from '@hexawatt/shared/methodology/schedule/value-paths'
import { computeComposite } from '@hexawatt/shared/methodology/score/composite'
import type { ColorsOf, SpotPrice } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import type { Tariff, TariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import type { ForecastHour, TariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import type { ParisSlot } from '@hexawatt/shared/time/paris-clock'
import {
  areScoreErrorsShipped,
  findQuantityPaths,
  findScorePaths,
  memoize,
  type PlanInputSlot,
  type PlanInputs,
} from './plan-inputs.ts'
import type { ScheduleQuery } from './schedule-query.ts'

/** Basis of a plan, in addition to the query. */
export type PlanBasis = {
  inputs: PlanInputs
  weighting: Weighting
  tariffDays: TariffSnapshot['days']
  /** Published and forecast colours by the date of their tariff day. */
  colors: ReadonlyMap<string, KnownColor>
  /** Prices of the tariff of the query. */
  pricer: TariffPricer
}

export type PlanWindow = Pick<PlanRequest, 'slots' | 'isQuiet' | 'paths' | 'yesterday' | 'yesterdayGCo2PerKwh'> & {
  /** True when a probability that is calculated by the given quantity rests on the shipped errors. */
  arePathsShipped: (comparedBy: Objective) => boolean
}

type WindowQuery = Pick<ScheduleQuery, 'objective' | 'emissions' | 'contract' | 'estimate' | 'quiet'>

/**
 * Creates prices, intensities and scores of the quarter-hours `[from, to)` with their error paths. A value without a band gets p10 and p90 of its error
 * paths.
 *
 * @param from index of the first slot
 */
export function createPlanWindow(basis: PlanBasis, query: WindowQuery, from: number, to: number): PlanWindow {
  const { inputs, weighting, pricer } = basis
  const { weights } = weighting
  const { objective, emissions, contract, estimate } = query
  const findColors: ColorsOf = (date) => basis.colors.get(date)?.probabilities ?? null
  const scoreOf = memoize(({ subScores, knownDimensions }: ForecastHour) =>
    computeComposite(toSubScoreValues(subScores), knownDimensions, weights),
  )
  const quantity = intensityOfEmissions[emissions]
  const findIntensity = ({ hour }: PlanInputSlot) => hour && toIntensity(hour, quantity)
  const findScore = ({ hour }: PlanInputSlot) => hour && scoreOf(hour)
  const findPrice = (slot: PlanInputSlot) => pricer.computePrice(slot, slotMinutes, findMarketPrice(slot), findColors)
  const whole: PlanPaths = {
    carbon: findQuantityPaths(inputs, quantity, (slot) => findIntensity(slot)?.central ?? null),
    score: objective === 'score' ? findScorePaths(inputs, weights, findScore) : null,
    cost: buildCostPaths(basis, contract.tariff, findColors),
  }
  const isPrudent = estimate === 'prudent'
  const findBand = (paths: ValuePaths | null, slot: number) =>
    isPrudent && paths !== null ? computePlanBand(paths, [{ first: slot, slots: 1 }]) : null
  const slots = inputs.slots.slice(from, to).map((slot, index): PlanSlot => {
    const at = from + index
    const { startMs, date, minuteOfDay, tariffDate, gridSignal } = slot
    const score = findScore(slot)
    const scoreBand = score === null ? null : findBand(whole.score, at)
    return {
      startMs,
      date,
      minuteOfDay,
      tariffDate,
      gridSignal,
      price: addBand(findPrice(slot), () => findBand(whole.cost, at)),
      gCo2PerKwh: addBand(findIntensity(slot), () => findBand(whole.carbon, at)),
      score: score === null ? null : { central: score, low: scoreBand?.low ?? null, high: scoreBand?.high ?? null },
    }
  })
  const takeFirstPath = (paths: ValuePaths | null): ValuePaths | null => paths && { ...paths, first: from }
  return {
    slots,
    isQuiet: slots.map(({ minuteOfDay }) => isInHourRanges(query.quiet, minuteOfDay)),
    paths: { carbon: takeFirstPath(whole.carbon), score: takeFirstPath(whole.score), cost: takeFirstPath(whole.cost) },
    yesterday: listYesterday(basis, query, findColors).slice(from, to),
    yesterdayGCo2PerKwh: inputs.yesterday(quantity).slice(from, to),
    arePathsShipped: (comparedBy) =>
      comparedBy === 'score' ? areScoreErrorsShipped(inputs, weights) : areShipped(inputs, comparedBy, quantity, slots),
  }
}

const intensityOfEmissions = {
  lifecycle: 'carbon',
  direct: 'directCarbon',
  consumption: 'consumptionCarbon',
} as const satisfies Record<EmissionChoice, ForecastIntensity>

function toIntensity(hour: ForecastHour, of: ForecastIntensity): BandedValue | null {
  const { gCo2PerKwh: central, band } = readIntensity(hour, of)
  return central === null ? null : { central, low: band?.low ?? null, high: band?.high ?? null }
}

function findMarketPrice({ hour, eurPerMwh }: PlanInputSlot): SpotPrice | null {
  if (hour === null || eurPerMwh === null) return null
  const { basis, band } = hour.price
  // An auctioned price is certain: its band is the price itself, even when the mean of the hour has a band.
  const edges =
    basis === 'auction' ? { low: eurPerMwh, high: eurPerMwh } : { low: band?.low ?? null, high: band?.high ?? null }
  return { eurPerMwh, ...edges, basis: basis ?? 'estimate' }
}

/** Prices of a contract are uncertain only by the colours; market prices have the errors of earlier forecasts. */
function buildCostPaths({ inputs, pricer }: PlanBasis, tariff: Tariff, colorsOf: ColorsOf): ValuePaths | null {
  const { slots } = inputs
  if (tariff.kind !== 'spot') return buildContractPaths(pricer, slots, colorsOf)
  const spot = findQuantityPaths(inputs, 'price', ({ eurPerMwh }) => eurPerMwh)
  const adders = slots.map((slot) => pricer.computeAdder(slot, slotMinutes))
  return toPaidPaths(spot, adders, tariff.vatPercent)
}

/** Returns the value unchanged when it has a band, or when no band is known. */
function addBand<Value extends { low: number | null; high: number | null }>(
  value: Value | null,
  bandOf: () => { low: number; high: number } | null,
): Value | null {
  if (value === null || (value.low !== null && value.high !== null)) return value
  const band = bandOf()
  return band === null ? value : { ...value, ...band }
}

/** Whether past values of an objective are stored: scores are stored only with the national weighting. */
export function hasRealisedValues(objective: Objective, { weights }: Weighting): boolean {
  return objective !== 'score' || weights === nationalWeights
}

/** Value of the objective at the same Paris time of the day before; the cost in any unit, because only its order counts. */
function listYesterday(
  { inputs, weighting, pricer }: PlanBasis,
  query: WindowQuery,
  colorsOf: ColorsOf,
): readonly (number | null)[] {
  const { objective, emissions, contract } = query
  const { tariff } = contract
  if (objective === 'carbon') return inputs.yesterday(intensityOfEmissions[emissions])
  if (!hasRealisedValues(objective, weighting)) return inputs.slots.map(() => null)
  if (objective === 'score') return inputs.yesterday('score')
  const market = tariff.kind === 'spot' ? inputs.yesterday('price') : null
  // An adder that is the same at all hours does not change the order.
  if (tariff.kind === 'spot' && typeof tariff.adder === 'number' && market !== null) return market
  return inputs.slots.map((slot, index) => {
    const before = {
      ...slot,
      date: findDayBefore(slot.date),
      tariffDate: findDayBefore(slot.tariffDate),
    } satisfies ParisSlot
    return pricer.computePrice(before, slotMinutes, toKnownPrice(market?.[index]), colorsOf)?.eurPerKwh ?? null
  })
}

function toKnownPrice(eurPerMwh: number | null | undefined): SpotPrice | null {
  return eurPerMwh == null ? null : { eurPerMwh, low: null, high: null, basis: 'auction' }
}

const findDayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()

/** Whether the probability depends on shipped errors; auctioned and regulated prices have no errors. */
function areShipped(
  { errors }: PlanInputs,
  objective: Exclude<Objective, 'score'>,
  quantity: ForecastIntensity,
  slots: readonly PlanSlot[],
): boolean {
  if (objective === 'cost') return slots.some(({ price }) => price?.basis === 'estimate') && errors('price').areShipped
  return errors(quantity).areShipped
}
