import type { Span } from '../../subjects/span-old.ts'
import { chance, chanceBetween } from '../chance.ts'
import type { GeneratingUnit } from '../generating-units.ts'
import { plannedOutages } from '../outages.ts'
import { dayMs, type Outage } from './outage.ts'
import { quarterRounded } from './quarter-rounded.ts'

/** Each unit fails once in every cell of time of this length. */
const cellDays = 100
/** Days of one failure: from half a day on, long ones rare. */
const shortestDays = 0.5
const furtherDays = 11
/** Share of failures that leave some power. */
const partialShare = 0.35
const seeds = { start: 401, days: 402, partial: 403, left: 404 } as const

/** The failures of a unit that may meet a span; none while it is out as planned, so that no power is missing twice. */
export function forcedOutages(unit: GeneratingUnit, span: Span): Outage[] {
  const cellMs = cellDays * dayMs
  const firstCell = Math.floor(span.fromEpochMs / cellMs) - 1
  const count = Math.floor(span.untilEpochMs / cellMs) - firstCell + 1
  const failures = Array.from({ length: count }, (_, index) => failureOf(unit, firstCell + index))
  const planned = plannedOutages(unit, span).filter(({ isDismissed }) => !isDismissed)
  return failures.filter((failure) => planned.every((outage) => !overlap(outage, failure)))
}

function failureOf(unit: GeneratingUnit, cell: number): Outage {
  const key = unit.index * 10_000 + cell
  const days = shortestDays + furtherDays * chance(seeds.days, key) ** 2
  const latestStartDays = cellDays - shortestDays - furtherDays
  const startEpochMs = quarterRounded((cell * cellDays + chanceBetween(0, latestStartDays, seeds.start, key)) * dayMs)
  const isPartial = chance(seeds.partial, key) < partialShare
  const leftShare = isPartial ? chanceBetween(0.4, 0.9, seeds.left, key) : 0
  return {
    unit,
    name: `F${cell}`,
    kind: 'forced',
    startEpochMs,
    endEpochMs: startEpochMs + quarterRounded(days * dayMs),
    availableMw: Math.round(unit.installedMw * leftShare),
    slipMs: quarterRounded(days * dayMs * 0.4),
    isDismissed: false,
  }
}

function overlap(a: Outage, b: Outage): boolean {
  return a.startEpochMs < b.endEpochMs && b.startEpochMs < a.endEpochMs
}
