import { type GridSignalStatus, gridSignalStatuses } from '@hexawatt/shared/grid/public-signals'
import type { BandedValue, PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toDay, toParisDayStartMs } from '@hexawatt/shared/time/paris-clock'

/** Consecutive quarter-hours. */
export type Span = { first: number; slots: number }

/** The hours of the clock that the slots touch; the first and the last one may be shorter. */
export function listHours(slots: readonly PlanSlot[]): Span[] {
  const hours: Span[] = []
  for (const [index, { startMs }] of slots.entries()) {
    const last = hours.at(-1)
    if (last === undefined || startMs % hourMs === 0) hours.push({ first: index, slots: 1 })
    else last.slots += 1
  }
  return hours
}

/** Means over a span; null where a value is unknown in one of its quarter-hours. */
export type SpanMeans = {
  score: number | null
  gCo2PerKwh: BandedValue | null
  eurPerKwh: number | null
  isPriceEstimated: boolean
  /** The most serious signal. */
  signal: GridSignalStatus | null
  solarMw: number | null
  windMw: number | null
}

export type HourlyInputs = {
  slots: readonly PlanSlot[]
  solarMw: readonly (number | null)[]
  windMw: readonly (number | null)[]
  signals: readonly (GridSignalStatus | null)[]
}

export function computeMeans({ slots, solarMw, windMw, signals }: HourlyInputs, spans: readonly Span[]): SpanMeans {
  const indices = spans.flatMap(({ first, slots: count }) => Array.from({ length: count }, (_, index) => first + index))
  const run = indices.flatMap((index) => slots[index] ?? [])
  const intensities = run.map(({ gCo2PerKwh }) => gCo2PerKwh)
  const central = meanOrNull(intensities.map((value) => value?.central ?? null))
  const known = indices.flatMap((index) => signals[index] ?? [])
  const level = Math.max(...known.map((status) => gridSignalStatuses.indexOf(status)))
  const isSignalKnown = known.length === indices.length
  return {
    score: meanOrNull(run.map(({ score }) => score?.central ?? null)),
    gCo2PerKwh:
      central === null
        ? null
        : {
            central,
            low: meanOrNull(intensities.map((value) => value?.low ?? null)),
            high: meanOrNull(intensities.map((value) => value?.high ?? null)),
          },
    eurPerKwh: meanOrNull(run.map(({ price }) => price?.eurPerKwh ?? null)),
    isPriceEstimated: run.some(({ price }) => price?.basis === 'estimate' || price?.basis === 'expected'),
    // A serious status is shown even if another part of the hour is unknown.
    signal: isSignalKnown || level >= 2 ? (gridSignalStatuses[level] ?? null) : null,
    solarMw: meanOrNull(indices.map((index) => solarMw[index] ?? null)),
    windMw: meanOrNull(indices.map((index) => windMw[index] ?? null)),
  }
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return values.length === 0 ? null : sum / values.length
}

/** Signal of a day with its hours from midnight in Paris on, where they are published. */
export type DaySignals = {
  date: string
  status: GridSignalStatus
  hours?: readonly (GridSignalStatus | null)[] | null | undefined
}

/** The signal of each quarter-hour: that of its hour, else that of its day; null where none is published. */
export function listSlotSignals(slots: readonly PlanSlot[], days: readonly DaySignals[]): (GridSignalStatus | null)[] {
  const byDate = new Map(days.map((day) => [day.date, { ...day, startMs: toParisDayStartMs(toDay(day.date)) }]))
  return slots.map(({ date, startMs }) => {
    const day = byDate.get(date)
    if (day === undefined) return null
    return day.hours ? (day.hours[Math.floor((startMs - day.startMs) / hourMs)] ?? null) : day.status
  })
}
