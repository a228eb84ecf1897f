import { pricedColors, slotMinutes } from '../../contract/planning/choices.ts'
import type { ParisSlot } from '../../time/paris-clock.ts'
import { computeQuantile } from '../forecast/bands.ts'
import type { ColorProbabilities, ColorsOf } from '../tariffs/slot-prices.ts'
import type { TariffPricer } from '../tariffs/tariff-prices.ts'
import type { SlotSegment } from './optimise.ts'

/**
 * Courses that a quantity may take over the slots of a window: the forecast with the errors of an earlier issue each, or the colours of the days.
 * A plan is judged along whole paths, because errors of neighbouring slots go together. Kept as running sums, so that a plan of any length costs
 * two look-ups per piece. Made once per issue.
 */
export type ValuePaths = {
  /** `sums[n][path]` = sum of the first n slots: a plan reads whole rows. NaN from an unknown slot on, such a path is left out. */
  sums: readonly Float64Array[]
  /** Probability of each path; null = all alike. */
  weights: readonly number[] | null
  /** Index, among the slots of the paths, of the window's first slot. */
  first: number
  /** The value of a slot is `factor` · the path's value + `offset`. */
  factor: number
  offset: number
}

/** How an error was taken: realised − forecast, or ln(realised / forecast). */
export type ErrorKind = 'difference' | 'logRatio'

/** Computes the error of a forecast value; NaN when one of the two values is unknown. */
export function computeError(kind: ErrorKind, realised: number | null, forecast: number | null): number {
  if (realised === null || forecast === null) return Number.NaN
  return kind === 'difference' ? realised - forecast : Math.log(realised / forecast)
}

/**
 * The forecast with each of some archived paths of errors.
 *
 * @param forecast value of each slot; null = unknown
 * @param errors of each path by slot; NaN = unknown
 * @param isKnown slots whose value is known, such as auctioned prices: they have no error
 * @param bounds that a value keeps to, such as 0 and 100 for a score
 */
export function buildErrorPaths(
  forecast: readonly (number | null)[],
  errors: readonly ArrayLike<number>[],
  kind: ErrorKind,
  isKnown: (slot: number) => boolean = () => false,
  [least, most]: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): ValuePaths {
  const sums = computeRunningSums(forecast.length, errors.length, (slot, path) => {
    const value = forecast[slot] ?? Number.NaN
    const error = isKnown(slot) ? 0 : (errors[path]?.[slot] ?? Number.NaN)
    return Math.min(most, Math.max(least, kind === 'difference' ? value + error : value * Math.exp(error)))
  })
  return { sums, weights: null, first: 0, factor: 1, offset: 0 }
}

/**
 * Prices under every combination of colours that is possible, each with its probability; days count as independent.
 *
 * @param tariffDates tariff day of each slot
 * @param probabilities by tariff day; null where a day's are unknown
 * @param eurPerKwh price of a slot under a colour; null = unknown
 * @returns null where a day is unknown
 */
export function buildColorPaths(
  tariffDates: readonly string[],
  probabilities: ColorsOf,
  eurPerKwh: (slot: number, color: keyof ColorProbabilities) => number | null,
): ValuePaths | null {
  let paths: { weight: number; colors: ReadonlyMap<string, keyof ColorProbabilities> }[] = [
    { weight: 1, colors: new Map() },
  ]
  for (const date of new Set(tariffDates)) {
    const ofDay = probabilities(date)
    if (ofDay === null) return null
    paths = paths.flatMap(({ weight, colors }) =>
      pricedColors
        .filter((color) => ofDay[color] > 0)
        .map((color) => ({ weight: weight * ofDay[color], colors: new Map([...colors, [date, color]]) })),
    )
  }
  const sums = computeRunningSums(tariffDates.length, paths.length, (slot, path) => {
    const color = paths[path]?.colors.get(tariffDates[slot] ?? '')
    return (color === undefined ? null : eurPerKwh(slot, color)) ?? Number.NaN
  })
  return { sums, weights: paths.map(({ weight }) => weight), first: 0, factor: 1, offset: 0 }
}

/**
 * Prices of a contract along each combination of colours, up to the first day whose colours are unknown; a contract without colours has one path,
 * because its prices are certain.
 */
export function buildContractPaths(
  pricer: TariffPricer,
  slots: readonly ParisSlot[],
  colorsOf: ColorsOf,
): ValuePaths | null {
  const priceOf = (slot: ParisSlot, colors: ColorProbabilities | null): number | null =>
    pricer.computePrice(slot, slotMinutes, null, () => colors)?.eurPerKwh ?? null
  if (!pricer.hasColors) {
    const prices = slots.map((slot) => priceOf(slot, null))
    return buildErrorPaths(prices, [new Float64Array(slots.length)], 'difference')
  }
  const firstUnknown = slots.findIndex(({ tariffDate }) => colorsOf(tariffDate) === null)
  const known = firstUnknown < 0 ? slots : slots.slice(0, firstUnknown)
  return buildColorPaths(
    known.map(({ tariffDate }) => tariffDate),
    colorsOf,
    (index, color) => {
      const slot = known[index]
      return slot === undefined ? null : priceOf(slot, { blue: 0, white: 0, red: 0, [color]: 1 })
    },
  )
}

/**
 * Converts paths of market prices, EUR/MWh, to paths of consumer prices, EUR/kWh: (price + adder) · (1 + VAT).
 *
 * @param adders of each slot, EUR/kWh; null = unknown
 */
export function toPaidPaths(paths: ValuePaths, adders: readonly (number | null)[], vatPercent: number): ValuePaths {
  const withVat = 1 + vatPercent / 100
  const toPaid = { factor: withVat / 1_000, offset: 0 }
  const [first = 0] = adders
  if (first !== null && adders.every((adder) => adder === first)) {
    return { ...paths, ...toPaid, offset: first * withVat }
  }
  let addedEurPerMwh = 0
  const sums = paths.sums.map((row, slots) => {
    if (slots > 0) addedEurPerMwh += (adders[slots - 1] ?? Number.NaN) * 1_000
    return row.map((sum) => sum + addedEurPerMwh)
  })
  return { ...paths, sums, ...toPaid }
}

function computeRunningSums(
  slots: number,
  paths: number,
  valueIn: (slot: number, path: number) => number,
): readonly Float64Array[] {
  const sums = [new Float64Array(paths)]
  for (let slot = 0; slot < slots; slot += 1) {
    sums.push((sums[slot] ?? new Float64Array(paths)).map((sum, path) => sum + valueIn(slot, path)))
  }
  return sums
}

/** Sum of the values of a plan along each path; NaN where a slot is unknown. */
function computePlanSums({ sums, first, factor, offset }: ValuePaths, segments: readonly SlotSegment[]): Float64Array {
  const slots = segments.reduce((count, segment) => count + segment.slots, 0)
  const total = new Float64Array(sums[0]?.length ?? 0)
  for (const segment of segments) {
    const before = sums[first + segment.first]
    const after = sums[first + segment.first + segment.slots]
    for (let path = 0; path < total.length; path += 1) {
      total[path] = (total[path] ?? 0) + (after?.[path] ?? Number.NaN) - (before?.[path] ?? Number.NaN)
    }
  }
  return total.map((sum) => factor * sum + offset * slots)
}

/** p10 and p90 of the sum of a plan over paths that are all alike; null where no path is known. */
export function computePlanBand(
  paths: ValuePaths,
  segments: readonly SlotSegment[],
): { low: number; high: number } | null {
  const sums = computePlanSums(paths, segments)
    .filter((sum) => !Number.isNaN(sum))
    .sort()
  return sums.length === 0 ? null : { low: computeQuantile(sums, 0.1), high: computeQuantile(sums, 0.9) }
}

/** Sums that differ by less are equal: a plan is not better by binary noise. */
const equalWithin = 1e-9

/**
 * Probability that one plan has a smaller sum than another, over the paths that know both.
 *
 * @returns 0 to 1; null where no path is known
 */
export function computeProbabilityBelow(
  paths: ValuePaths,
  segments: readonly SlotSegment[],
  others: readonly SlotSegment[],
): number | null {
  const [sums, otherSums] = [computePlanSums(paths, segments), computePlanSums(paths, others)]
  let [below, total] = [0, 0]
  for (const [path, sum] of sums.entries()) {
    const other = otherSums[path] ?? Number.NaN
    if (Number.isNaN(sum - other)) continue
    const weight = paths.weights?.[path] ?? 1
    total += weight
    if (sum < other - equalWithin) below += weight
  }
  return total === 0 ? null : below / total
}

/** Number of paths that know both plans. */
export function countKnownPaths(
  paths: ValuePaths,
  segments: readonly SlotSegment[],
  others: readonly SlotSegment[],
): number {
  const [sums, otherSums] = [computePlanSums(paths, segments), computePlanSums(paths, others)]
  return sums.filter((sum, path) => !Number.isNaN(sum - (otherSums[path] ?? Number.NaN))).length
}
