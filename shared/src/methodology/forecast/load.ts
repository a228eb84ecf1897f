import type { FilledSeries } from './axis/filled-past.ts'
import { computeDayMean, type ParisAxis, readValueAt } from './axis/paris-axis.ts'
import { computeWeightedMean, countDaysBetween, listPastHours, maxPastDays, type PastHour } from './axis/same-hours.ts'

/** Half-life of a day's weight, days. */
const halfLifeDays = 10
/** Weight of a day of another kind, relative to a day of the same kind. */
const otherKindWeight = 0.02
/** κ: how much of the last published day's level the first day beyond it keeps, and the later ones. */
const levelKept = { firstDay: 0.9, later: 0.8 } as const

/**
 * Load L(t) (docs/methodology/forecast.md#drivers-of-the-target-hour): the published forecast of consumption, MW; beyond it Σ wⱼ·lf(bⱼ) · exp(κ·a), wⱼ = ½^(j/10) · (kind equal ? 1 : 0.02). NaN without any past.
 *
 * @param load lf, filled
 */
export function computeLoadMw(axis: ParisAxis, load: FilledSeries, hour: number): number {
  const published = readValueAt(load.values, hour)
  if (!Number.isNaN(published)) return published
  const kind = findDayKind(axis, axis.dayOf[hour])
  const past = listPastHours(axis, hour, load.lastDay, maxPastDays, ({ index, day }: PastHour) =>
    computeWeight(index, findDayKind(axis, day) === kind),
  )
  const kept = countDaysBetween(axis, load.lastDay, hour) <= 1 ? levelKept.firstDay : levelKept.later
  return computeWeightedMean(past, load.values) * Math.exp(kept * computeLevelOfLastDay(axis, load))
}

/** a = ln(mean of day D / Σ wₑ·mean of day e), e = D−1 … D−28; 0 where there is no such day. */
function computeLevelOfLastDay(axis: ParisAxis, { values, lastDay }: FilledSeries): number {
  const kind = findDayKind(axis, lastDay)
  let [sum, weights] = [0, 0]
  for (let index = 0; index < maxPastDays; index += 1) {
    const day = lastDay - 1 - index
    const mean = computeDayMean(axis, values, day)
    if (Number.isNaN(mean)) continue
    const weight = computeWeight(index, findDayKind(axis, day) === kind)
    sum += weight * mean
    weights += weight
  }
  const level = Math.log((computeDayMean(axis, values, lastDay) * weights) / sum)
  return Number.isFinite(level) ? level : 0
}

function computeWeight(index: number, isSameKind: boolean): number {
  return 0.5 ** (index / halfLifeDays) * (isSameKind ? 1 : otherKindWeight)
}

function findDayKind({ days }: ParisAxis, day: number | undefined): number | undefined {
  return day === undefined ? undefined : days[day]?.kind
}
