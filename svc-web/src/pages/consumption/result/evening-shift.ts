import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { PricedCurve } from '@hexawatt/shared/methodology/load-curve/statement/priced-curve'
import { halfHours, splitAtHalfHours, sumHalfHours, toMeanKw } from './day-profile.ts'

/** The evening whose consumption may move, hours of the clock in Paris. */
export const evening = { fromHour: 17, toHour: 22 } as const
/** Hours of the same day into which it moves. */
export const targetHours = 4

/** Differences below these are none, EUR and g: binary noise. */
const equal = { eur: 1e-9, grams: 1e-6 }
const decimals = 6

/**
 * What moving all of the evenings' consumption would have changed under a contract. Every figure grows with the share that is moved, in a straight line:
 * of a fifth, it is a fifth.
 */
export type EveningShift = {
  key: string
  /** Days with consumption in the evening on which moving it saves money or, at equal cost, emissions. */
  movedDays: number
  /** Days on which nothing is saved: nothing is moved then. */
  unchangedDays: number
  /** Days whose prices or intensities are unknown: nothing is moved then. */
  unknownDays: number
  savedEur: number
  /** By the production boundary; negative where the cheaper hours emit more. */
  savedKgCo2eq: number
  /** By half-hour of the mean day: what leaves it and what is added, kW. */
  outKw: (number | null)[]
  inKw: (number | null)[]
}

/** The consumption of one evening: energy, its cost and emissions, by half-hours. NaN = unknown. */
type Evening = { kwh: number; eur: number; grams: number; byHalf: Map<number, number> }

/**
 * Moves the consumption of each evening evenly into the best hours of its day outside of the evening: the cheapest, of equal price those that emit least,
 * then the earliest. One shift for each contract, in their order.
 */
export function computeEveningShifts(priced: PricedCurve): EveningShift[] {
  const { axis, contracts } = priced
  const otherHours = Array.from({ length: axis.count }, (_, hour) => hour).filter(
    (hour) => !isEvening(axis.minuteOfDay[hour] ?? 0),
  )
  const hoursOfDay = Map.groupBy(otherHours, (hour) => axis.dayIndex[hour] ?? 0)
  const { minutes } = sumHalfHours(priced)
  const toMeans = (energy: Float64Array) => Array.from(energy, (kwh, half) => toMeanKw(kwh, minutes[half] ?? 0))
  return contracts.map(({ key }, index) => {
    const { savedEur, savedGrams, out, into, ...days } = moveEvenings(priced, index, hoursOfDay)
    return {
      key,
      ...days,
      savedEur: roundHalfAwayFromZero(savedEur, decimals),
      savedKgCo2eq: roundHalfAwayFromZero(savedGrams / 1_000, decimals),
      outKw: toMeans(out),
      inKw: toMeans(into),
    }
  })
}

/** Sums of all days. @param hoursOfDay hours outside of the evening by the day of the axis */
function moveEvenings(priced: PricedCurve, contractIndex: number, hoursOfDay: ReadonlyMap<number, readonly number[]>) {
  const { axis } = priced
  const [out, into] = [new Float64Array(halfHours), new Float64Array(halfHours)]
  const shift = { movedDays: 0, unchangedDays: 0, unknownDays: 0, savedEur: 0, savedGrams: 0, out, into }
  for (const [day, { kwh, eur, grams, byHalf }] of collectEvenings(priced, contractIndex)) {
    if (!(kwh > 0)) continue
    const targets = findTargets(priced, contractIndex, hoursOfDay.get(day) ?? [])
    if (targets.length < targetHours || Number.isNaN(eur) || Number.isNaN(grams)) {
      shift.unknownDays += 1
      continue
    }
    const savedEur = eur - (kwh * sum(targets, 'eur')) / targetHours
    const savedGrams = grams - (kwh * sum(targets, 'grams')) / targetHours
    if (savedEur < -equal.eur || (savedEur <= equal.eur && savedGrams <= equal.grams)) {
      shift.unchangedDays += 1
      continue
    }
    shift.movedDays += 1
    shift.savedEur += savedEur
    shift.savedGrams += savedGrams
    for (const [half, energy] of byHalf) out[half] = (out[half] ?? 0) + energy
    for (const { hour } of targets) {
      const half = Math.floor((axis.minuteOfDay[hour] ?? 0) / 30)
      for (const one of [half, half + 1]) into[one] = (into[one] ?? 0) + kwh / targetHours / 2
    }
  }
  return shift
}

/** The best of some hours; fewer where the price or the intensity of too many is unknown. */
function findTargets({ axis, contracts }: PricedCurve, contractIndex: number, hours: readonly number[]): Target[] {
  return hours
    .map((hour) => ({
      hour,
      eur: contracts[contractIndex]?.computePrice(hour, 0, 60) ?? Number.NaN,
      grams: axis.production[hour] ?? Number.NaN,
    }))
    .filter(({ eur, grams }) => !Number.isNaN(eur) && !Number.isNaN(grams))
    .sort(compareTargets)
    .slice(0, targetHours)
}

const isEvening = (minuteOfDay: number): boolean =>
  minuteOfDay >= evening.fromHour * 60 && minuteOfDay < evening.toHour * 60

/** Consumption of the evenings by the day of the axis. */
function collectEvenings({ axis, pieces, prices }: PricedCurve, contractIndex: number): Map<number, Evening> {
  const evenings = new Map<number, Evening>()
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const hour = pieces.hour[piece] ?? 0
    const minuteOfDay = (axis.minuteOfDay[hour] ?? 0) + (pieces.offsetMinutes[piece] ?? 0)
    if (!isEvening(minuteOfDay)) continue
    const day = axis.dayIndex[hour] ?? 0
    const ofDay = evenings.get(day) ?? { kwh: 0, eur: 0, grams: 0, byHalf: new Map<number, number>() }
    evenings.set(day, ofDay)
    const [energyKwh, length] = [pieces.energyKwh[piece] ?? 0, pieces.minutes[piece] ?? 0]
    ofDay.kwh += energyKwh
    ofDay.eur += energyKwh * (prices[contractIndex]?.[piece] ?? Number.NaN)
    ofDay.grams += energyKwh * (axis.production[hour] ?? Number.NaN)
    for (const { half, minutes } of splitAtHalfHours(minuteOfDay, length)) {
      ofDay.byHalf.set(half, (ofDay.byHalf.get(half) ?? 0) + (energyKwh * minutes) / length)
    }
  }
  return evenings
}

type Target = { hour: number; eur: number; grams: number }

function compareTargets(one: Target, other: Target): number {
  if (Math.abs(one.eur - other.eur) > equal.eur) return one.eur - other.eur
  if (Math.abs(one.grams - other.grams) > equal.grams) return one.grams - other.grams
  return one.hour - other.hour
}

const sum = (targets: readonly Target[], figure: 'eur' | 'grams'): number =>
  targets.reduce((total, target) => total + target[figure], 0)
