import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { PricedCurve } from '@hexawatt/shared/methodology/load-curve/statement/priced-curve'
import { carbonAnchors, interpolateLinearly } from '@hexawatt/shared/methodology/score/sub-scores/scales'

const hoursOfDay = 24
const decimals = 3

/** Consumption and grid of an hour of the clock over a month. */
export type HoneycombCell = {
  /** Mean consumption of the hours that the file covers, kWh per hour; null where it covers none. */
  kwhPerHour: number | null
  /** Mean intensity of the grid in the same hours, production boundary; null where it is known of none. */
  gCo2eqPerKwh: number | null
  /** Carbon sub-score of that intensity, 0–100. */
  score: number | null
}

/** The 24 hours of a calendar month; of a file over more than a year, all years together. */
export type HoneycombRow = {
  /** The first month of the file in this row, `YYYY-MM`. */
  month: string
  cells: HoneycombCell[]
}

/** Carbon sub-score of an intensity, as the score rates an hour; a whole number. */
export const rateIntensity = (gCo2eqPerKwh: number): number =>
  Math.round(interpolateLinearly(carbonAnchors, gCo2eqPerKwh))

type Sums = { kwh: Float64Array; minutes: Float64Array; knownMinutes: Float64Array; gramMinutes: Float64Array }

/** Consumption and intensity by calendar month and hour of the clock in Paris, from the first month of the file on. */
export function computeHoneycomb({ axis, pieces }: PricedCurve): HoneycombRow[] {
  const rows = new Map<string, Sums & { month: string }>()
  const rowOfMonth = axis.months.map((month) => {
    const calendarMonth = month.slice('YYYY-'.length)
    const row = rows.get(calendarMonth) ?? { month, ...createSums() }
    rows.set(calendarMonth, row)
    return row
  })
  for (let piece = 0; piece < pieces.count; piece += 1) {
    const hour = pieces.hour[piece] ?? 0
    const row = rowOfMonth[axis.days[axis.dayIndex[hour] ?? 0]?.monthIndex ?? 0]
    if (row === undefined) continue
    const clockHour = Math.floor((axis.minuteOfDay[hour] ?? 0) / 60)
    const minutes = pieces.minutes[piece] ?? 0
    const grams = axis.production[hour] ?? Number.NaN
    add(row.kwh, clockHour, pieces.energyKwh[piece] ?? 0)
    add(row.minutes, clockHour, minutes)
    if (Number.isNaN(grams)) continue
    add(row.knownMinutes, clockHour, minutes)
    add(row.gramMinutes, clockHour, minutes * grams)
  }
  return [...rows.values()].map(({ month, ...sums }) => ({
    month,
    cells: Array.from({ length: hoursOfDay }, (_, hour) => toCell(sums, hour)),
  }))
}

function createSums(): Sums {
  const create = () => new Float64Array(hoursOfDay)
  return { kwh: create(), minutes: create(), knownMinutes: create(), gramMinutes: create() }
}

function add(sums: Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value
}

function toCell({ kwh, minutes, knownMinutes, gramMinutes }: Sums, hour: number): HoneycombCell {
  const [ofHour, known] = [minutes[hour] ?? 0, knownMinutes[hour] ?? 0]
  const gCo2eqPerKwh = known > 0 ? (gramMinutes[hour] ?? 0) / known : null
  return {
    kwhPerHour: ofHour > 0 ? roundHalfAwayFromZero(((kwh[hour] ?? 0) * 60) / ofHour, decimals) : null,
    gCo2eqPerKwh: gCo2eqPerKwh && roundHalfAwayFromZero(gCo2eqPerKwh, decimals),
    score: gCo2eqPerKwh === null ? null : rateIntensity(gCo2eqPerKwh),
  }
}
