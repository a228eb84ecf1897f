import {
  type WindowObjective,
  windowDurationsMinutes,
  windowObjectives,
} from '@hexawatt/shared/alerts/alert-conditions'
import { composeOutlookBody } from '@hexawatt/shared/answers/outlook-body'
import { round2 } from '@hexawatt/shared/bounds/numbers'
import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import { optimise } from '@hexawatt/shared/methodology/schedule/optimise'
import type { ForecastSnapshot } from '@hexawatt/shared/snapshot/kinds'

const horizonHours = 24

/** A window and the average of the optimised quantity in it. */
export type BestWindow = { start: string; end: string; averageValue: number }

/** Key of {@link findBestWindows}: the objective and the duration. */
const buildWindowKey = (objective: WindowObjective, durationMinutes: number): string =>
  `${objective} ${durationMinutes}`

/**
 * The best uninterrupted window of the next 24 hours for every objective and duration, on the quarter-hours and with the optimiser of `/v1/schedule`. Of
 * equal ones the earliest. A window without enough known forecast is missing.
 */
export function findBestWindows(
  forecast: ForecastSnapshot | null,
  now: Temporal.Instant,
): ReadonlyMap<string, BestWindow> {
  const sources = { forecast, gridStatus: null, tariff: null, tariffOutlook: null }
  const request = { resolution: '15m', requestedHours: horizonHours, planHours: horizonHours } as const
  const { slots, servedHours } = composeOutlookBody(sources, request, now)
  const windows = new Map<string, BestWindow>()
  // The best of half a day is not the best of the next 24 hours.
  if (servedHours < horizonHours) return windows
  for (const objective of windowObjectives) {
    const values = slots.map(({ globalScore, carbon, price }) =>
      objective === 'score' ? globalScore : objective === 'carbon' ? carbon.gCo2PerKwh : price.eurPerMwh,
    )
    for (const durationMinutes of windowDurationsMinutes) {
      const slotCount = durationMinutes / slotMinutes
      const first = findFirstSlot(objective === 'score' ? values.map((value) => value && -value) : values, slotCount)
      const [start, end] = [slots[first]?.start, slots[first + slotCount - 1]?.end]
      if (start === undefined || end === undefined) continue
      const sum = values.slice(first, first + slotCount).reduce<number>((total, value) => total + (value ?? 0), 0)
      windows.set(buildWindowKey(objective, durationMinutes), { start, end, averageValue: round2(sum / slotCount) })
    }
  }
  return windows
}

/** First slot of the window with the smallest sum; NaN when there is none. */
function findFirstSlot(values: readonly (number | null)[], slots: number): number {
  const schedule = optimise({ values, slots, maxSegments: 1, minOnSlots: slots, tieBreak: 'early' })
  return schedule.isFeasible ? (schedule.segments[0]?.first ?? Number.NaN) : Number.NaN
}
