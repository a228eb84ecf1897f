import { type ParisAxis, readValueAt } from '../axis/paris-axis.ts'

/** Lags that are tried, hours, in this order: positive where the published series runs ahead of what came. */
export const solarLagsHours = [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1] as const
export const windLagsHours = [0, -0.5, 0.5, -1, 1] as const

/** The correction of one Paris day: the published series is read `lagHours` earlier and multiplied by `scale`. */
export type Alignment = { lagHours: number; scale: number }

/** The history of day d: the days d−15 … d−2, the newest that are known when the forecast of d is published at 18:00 of d−1. */
const oldestHistoryDay = 15
const newestHistoryDay = 2
/** The least history: days with an hour that has both values, and such hours. */
const minHistoryDays = 7
const minHistoryHours = 100
/** Bounds of the scale that fits best, and the share of it that is taken. */
const scaleBounds = [0.8, 1.25] as const
const scaleShare = 0.7
/** Penalty of a lag: this share of the error of the shifted series without a scale. */
const lagPenalty = 0.02
/** A later lag must win by more than this, MW: rounding decides nothing. */
const minGainMw = 1e-9

/**
 * A published forecast of wind or sun, corrected day by day for the lag and the level that it had in the two weeks before
 * (docs/methodology/forecast.md#re-aligned-wind-and-sun), MW. Every day has the correction of its own history, so that a past day keeps the one
 * that its forecast was served with. A day with too little history stays as published.
 *
 * @param published MW over the axis, holes NaN
 * @param realised MW over the axis, NaN where it was not known
 */
export function realignPublished(
  axis: ParisAxis,
  published: Float64Array,
  realised: Float64Array,
  lagsHours: readonly number[],
): Float64Array {
  const shifted = lagsHours.map((lagHours) => ({ lagHours, values: shiftSeries(axis, published, lagHours) }))
  const history = prepareHistory(axis, shifted, realised)
  const aligned = published.slice()
  for (const [day, { first, hours }] of axis.days.entries()) {
    const chosen = chooseAlignment(history, day)
    if (chosen === null) continue
    for (let hour = first; hour < first + hours; hour += 1)
      aligned[hour] = chosen.scale * readValueAt(chosen.values, hour)
  }
  return aligned
}

/** The published series read at another time: f(t − lag). */
type ShiftedSeries = { lagHours: number; values: Float64Array }

/** f(t − lag), linear between hours; where the neighbour is unknown f(t), and so in the last hour of a day whose neighbour is published a day later. */
function shiftSeries({ days, dayOf }: ParisAxis, published: Float64Array, lagHours: number): Float64Array {
  const [step, share] = [lagHours > 0 ? -1 : 1, Math.abs(lagHours)]
  return published.map((value, hour) => {
    const { first = 0, hours = 0 } = days[dayOf[hour] ?? 0] ?? {}
    const isLastHour = hour === first + hours - 1
    const neighbour = step === 1 && isLastHour ? Number.NaN : readValueAt(published, hour + step)
    return share === 0 || Number.isNaN(neighbour) ? value : (1 - share) * value + share * neighbour
  })
}

/** The hours that have both values, in their order, with what each lag says of them: every day is judged by some of the same hours. */
type History<Series> = {
  /** Place of the first hour of each day among these hours; one more than there are days. */
  startOf: Int32Array
  realised: Float64Array
  lags: readonly { one: Series; values: Float64Array; sums: readonly DaySums[] }[]
}
/** Σ f·a, Σ f² and Σ |f − a| of one day. */
type DaySums = { products: number; squares: number; misses: number }

export function prepareHistory<Series extends ShiftedSeries>(
  { days }: ParisAxis,
  shifted: readonly Series[],
  realised: Float64Array,
): History<Series> {
  // An hour without a published value lacks it for every lag, and a known one has a value for every lag.
  const published = shifted[0]?.values ?? new Float64Array()
  const known: number[] = []
  const startOf = new Int32Array(days.length + 1)
  for (const [day, { first, hours }] of days.entries()) {
    for (let hour = first; hour < first + hours; hour += 1) {
      if (!Number.isNaN(readValueAt(published, hour)) && !Number.isNaN(readValueAt(realised, hour))) known.push(hour)
    }
    startOf[day + 1] = known.length
  }
  const pick = (values: Float64Array): Float64Array => Float64Array.from(known, (hour) => values[hour] ?? Number.NaN)
  const came = pick(realised)
  const lags = shifted.map((one) => {
    const values = pick(one.values)
    const sums = days.map((_, day) => sumDay(values, came, startOf[day] ?? 0, startOf[day + 1] ?? 0))
    return { one, values, sums }
  })
  return { startOf, realised: came, lags }
}

function sumDay(values: Float64Array, realised: Float64Array, from: number, to: number): DaySums {
  const sums = { products: 0, squares: 0, misses: 0 }
  for (let place = from; place < to; place += 1) {
    const [value, came] = [values[place] ?? 0, realised[place] ?? 0]
    sums.products += value * came
    sums.squares += value ** 2
    sums.misses += Math.abs(value - came)
  }
  return sums
}

/** The lag and the scale of a day that fitted its history best; null with too little history. */
export function chooseAlignment<Series extends ShiftedSeries>(
  { startOf, realised, lags }: History<Series>,
  day: number,
): (Series & Alignment) | null {
  const [oldest, end] = [Math.max(0, day - oldestHistoryDay), Math.max(0, day - newestHistoryDay + 1)]
  const [from, to] = [startOf[oldest] ?? 0, startOf[end] ?? 0]
  const daysWithHours = startOf
    .subarray(oldest, end)
    .filter((start, index) => start < (startOf[oldest + index + 1] ?? 0))
  if (to - from < minHistoryHours || daysWithHours.length < minHistoryDays) return null
  let best: { one: Series; scale: number; error: number } | null = null
  for (const { one, values, sums } of lags) {
    const ofHistory = sums.slice(oldest, end)
    const add = (sum: keyof DaySums): number => ofHistory.reduce((total, ofDay) => total + ofDay[sum], 0)
    const scale = fitScale(add('products'), add('squares'))
    let missed = one.lagHours === 0 ? 0 : lagPenalty * add('misses')
    for (let place = from; place < to; place += 1)
      missed += Math.abs(scale * (values[place] ?? 0) - (realised[place] ?? 0))
    const error = missed / (to - from)
    if (best === null || error < best.error - minGainMw) best = { one, scale, error }
  }
  return best && { ...best.one, scale: best.scale }
}

function fitScale(products: number, squares: number): number {
  const [least, most] = scaleBounds
  return 1 + scaleShare * (Math.min(most, Math.max(least, products / Math.max(squares, 1))) - 1)
}
