import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import type { Objective, PriceBasis } from '../../contract/planning/choices.ts'
import { type GridSignalStatus, gridSignalStatuses } from '../../grid/public-signals.ts'
import type { ParisSlot } from '../../time/paris-clock.ts'
import type { SlotPrice } from '../tariffs/slot-prices.ts'
import type { Load } from './load.ts'
import { listSlots, type SlotSegment } from './optimise.ts'
import { computePlanBand, type ValuePaths } from './value-paths.ts'

/** A forecast value with its p10 and p90; null where no band is known. */
export type BandedValue = { central: number; low: number | null; high: number | null }

/** A quarter-hour of the window with everything that is forecast of it; null = unknown. */
export type PlanSlot = ParisSlot & {
  price: SlotPrice | null
  gCo2PerKwh: BandedValue | null
  /** Composite 0–100 before rounding, by the weighting that was asked for. */
  score: BandedValue | null
  gridSignal: GridSignalStatus | null
}

/** Paths of each quantity, of whose slots the window is a part; null where there are none. */
export type PlanPaths = Readonly<Record<Objective, ValuePaths | null>>

export type PlanCost = {
  eur: number
  low: number | null
  high: number | null
  basis: PriceBasis
  certainty: SlotPrice['certainty']
}
export type PlanCarbon = { gCo2eq: number; low: number | null; high: number | null; gCo2PerKwh: number }

/** A plan with its figures, rounded to {@link exactDecimals}. A figure is null when it is unknown in one slot of the plan. */
export type PlanFigures = {
  segments: readonly SlotSegment[]
  cost: PlanCost | null
  carbon: PlanCarbon | null
  /** Mean of the score over the plan. */
  score: number | null
  worstGridSignal: GridSignalStatus | null
}

/**
 * Sums over slots and over paths differ by binary noise, which is cut off: a cost and the ends of its band that are equal are then rounded alike, also
 * where they are half of the last digit that is served.
 */
const exactDecimals = 9
const toExact = (value: number): number => roundHalfAwayFromZero(value, exactDecimals)

/** The least certain basis last: a plan is as certain as its least certain slot. */
const bases: readonly PriceBasis[] = ['regulated', 'auction', 'expected', 'estimate']

/** Computes cost, emissions and score of a plan with the forecast of its slots. */
export function computePlanFigures(
  segments: readonly SlotSegment[],
  slots: readonly PlanSlot[],
  { energyKWh }: Pick<Load, 'energyKWh'>,
  paths: PlanPaths,
): PlanFigures {
  const run = listSlots(segments).flatMap((index) => slots[index] ?? [])
  const signals = run.flatMap(({ gridSignal }) => gridSignal ?? [])
  const scores = allOrNull(run.map(({ score }) => score))
  return {
    segments,
    cost: computePlanCost(segments, run, energyKWh / run.length, paths.cost),
    carbon: computePlanCarbon(segments, run, energyKWh, paths.carbon),
    score: scores && toExact(sum(scores.map(({ central }) => central)) / run.length),
    worstGridSignal: signals.length === run.length ? findWorst(gridSignalStatuses, signals) : null,
  }
}

/**
 * Market prices have the band of the error paths over the whole plan; regulated prices that of the colours: dearest and cheapest
 * possible colour of each slot.
 */
function computePlanCost(
  segments: readonly SlotSegment[],
  run: readonly PlanSlot[],
  slotKWh: number,
  paths: ValuePaths | null,
): PlanCost | null {
  const prices = allOrNull(run.map(({ price }) => price))
  if (prices === null) return null
  const basis = findWorst(
    bases,
    prices.map((price) => price.basis),
  )
  if (basis === null) return null
  const isMarket = basis === 'auction' || basis === 'estimate'
  const band = isMarket
    ? paths && computePlanBand(paths, segments)
    : { low: sumOrNull(prices.map(({ low }) => low)), high: sumOrNull(prices.map(({ high }) => high)) }
  return {
    eur: toExact(sum(prices.map(({ eurPerKwh }) => eurPerKwh)) * slotKWh),
    low: multiplyOrNull(band?.low ?? null, slotKWh),
    high: multiplyOrNull(band?.high ?? null, slotKWh),
    basis,
    certainty: prices.every(({ certainty }) => certainty === 'confirmed') ? 'confirmed' : 'unconfirmed',
  }
}

function computePlanCarbon(
  segments: readonly SlotSegment[],
  run: readonly PlanSlot[],
  energyKWh: number,
  paths: ValuePaths | null,
): PlanCarbon | null {
  const values = allOrNull(run.map(({ gCo2PerKwh }) => gCo2PerKwh))
  if (values === null) return null
  const gCo2PerKwh = toExact(sum(values.map(({ central }) => central)) / run.length)
  const band = paths && computePlanBand(paths, segments)
  const slotKWh = energyKWh / run.length
  return {
    gCo2eq: toExact(gCo2PerKwh * energyKWh),
    low: multiplyOrNull(band?.low ?? null, slotKWh),
    high: multiplyOrNull(band?.high ?? null, slotKWh),
    gCo2PerKwh,
  }
}

/** All of them, or null when one is unknown. */
function allOrNull<Value>(values: readonly (Value | null)[]): Value[] | null {
  const present = values.flatMap((value) => value ?? [])
  return present.length === values.length && values.length > 0 ? present : null
}

function sumOrNull(values: readonly (number | null)[]): number | null {
  const present = allOrNull(values)
  return present && sum(present)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const multiplyOrNull = (value: number | null, factor: number): number | null =>
  value === null ? null : toExact(value * factor)

/** The value that comes last in `order`. */
function findWorst<Value>(order: readonly Value[], values: readonly Value[]): Value | null {
  return order.findLast((value) => values.includes(value)) ?? null
}
