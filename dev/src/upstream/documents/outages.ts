import { hourMs } from '@hexawatt/shared/time/instant'
import { smoothNoise } from '../generator/noise.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { Span } from '../subjects/span.ts'
import type { GeneratingUnit } from './generating-units.ts'

/** Milliseconds in 24 hours of elapsed time. */
export const dayMs = 24 * 3_600_000

/** Something that keeps a unit from running at full power, as it turned out in the end. */
export type Outage = {
  unit: GeneratingUnit
  /** Part of the message's identifier: unique per unit. */
  name: string
  kind: 'planned' | 'forced'
  startEpochMs: number
  endEpochMs: number
  /** Power that stays available, MW. */
  availableMw: number
  /** How much shorter it was first announced, ms. */
  slipMs: number
  /** Announced and called off before it began. */
  isDismissed: boolean
}

/** The instant or length rounded down to a whole quarter-hour, ms: what plants announce. */
export function quarterRounded(ms: number): number {
  return Math.floor(ms / quarterMs) * quarterMs
}

/** A number in [0, 1) that depends on the seed and the index alone: at a whole multiple of its period the noise is a hash. */
function chance(seed: number, index: number): number {
  return (smoothNoise(index * hourMs, 1, seed) + 1) / 2
}

/** A number in [from, to) that depends on the seed and the index alone. */
function chanceBetween(from: number, to: number, seed: number, index: number): number {
  return from + (to - from) * chance(seed, index)
}

/** Year as a fraction at which the fewest units are out: the coldest days. */
const busiestYearShare = 15 / 365
/** How much more is planned in summer than in winter: 0 = evenly. */
const summerPreference = 0.72
/** Days of one yearly outage. */
const shortestPlanDays = { nuclear: 18, other: 5 } as const
const longestPlanDays = { nuclear: 58, other: 30 } as const
/** Share of announced outages that are called off. */
const dismissedShare = 0.04
/** How much later in the fleet's order a unit's turn comes every year, as a share of it: a cycle of 13 to 14 months. */
const yearlyShift = 0.12
const yearMs = 365.25 * dayMs
const fixedPointRounds = 30
const planSeeds = { place: 301, days: 302, slip: 303, slipShare: 305, dismissed: 304 } as const

/**
 * The planned outages of a unit that may meet a span or be announced in it: one a year, from the year before the span to the
 * year after, spread over the fleet so that most are in summer.
 */
export function plannedOutages(unit: GeneratingUnit, span: Span): Outage[] {
  const firstYear = yearOf(span.fromEpochMs) - 1
  const years = Array.from({ length: yearOf(span.untilEpochMs) + 2 - firstYear }, (_, index) => firstYear + index)
  return years.map((year) => plannedOutage(unit, year))
}

function plannedOutage(unit: GeneratingUnit, year: number): Outage {
  const key = unit.index * 10_000 + year
  const kind = unit.fuelType === 'NUCLEAR' ? 'nuclear' : 'other'
  const days = chanceBetween(shortestPlanDays[kind], longestPlanDays[kind], planSeeds.days, key)
  const middleEpochMs = Date.UTC(year) + yearMs * preferredShare(placeInYear(unit, year))
  const startEpochMs = quarterRounded(middleEpochMs - (days * dayMs) / 2)
  const endEpochMs = quarterRounded(startEpochMs + days * dayMs)
  const slips = chance(planSeeds.slip, key) < 0.5
  return {
    unit,
    name: `P${year}`,
    kind: 'planned',
    startEpochMs,
    endEpochMs,
    availableMw: 0,
    slipMs: slips
      ? quarterRounded((endEpochMs - startEpochMs) * chanceBetween(0.05, 0.3, planSeeds.slipShare, key))
      : 0,
    isDismissed: chance(planSeeds.dismissed, key) < dismissedShare,
  }
}

/** Where a unit stands in the year's queue, 0 to 1: evenly spread over the fleet, and later by a step every year. */
function placeInYear(unit: GeneratingUnit, year: number): number {
  const place = (unit.index * 0.618_034 + chance(planSeeds.place, 0) + year * yearlyShift) % 1
  return place < 0 ? place + 1 : place
}

/** Bends an even spread over the year into one with its maximum half a year away from the coldest days. */
function preferredShare(place: number): number {
  const angle = (share: number) => 2 * Math.PI * (share - busiestYearShare)
  let share = place
  // Solves the distribution function for the share; the right side contracts because the preference is below 1.
  for (let round = 0; round < fixedPointRounds; round++) {
    share = place + (summerPreference / (2 * Math.PI)) * Math.sin(angle(share))
  }
  return share
}

function yearOf(epochMs: number): number {
  return new Date(epochMs).getUTCFullYear()
}

/** Each unit fails once in every cell of time of this length. */
const cellDays = 100
/** Days of one failure: from half a day on, long ones rare. */
const shortestFailureDays = 0.5
const furtherFailureDays = 11
/** Share of failures that leave some power. */
const partialShare = 0.35
const failureSeeds = { start: 401, days: 402, partial: 403, left: 404 } as const

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
  const days = shortestFailureDays + furtherFailureDays * chance(failureSeeds.days, key) ** 2
  const latestStartDays = cellDays - shortestFailureDays - furtherFailureDays
  const startEpochMs = quarterRounded(
    (cell * cellDays + chanceBetween(0, latestStartDays, failureSeeds.start, key)) * dayMs,
  )
  const isPartial = chance(failureSeeds.partial, key) < partialShare
  const leftShare = isPartial ? chanceBetween(0.4, 0.9, failureSeeds.left, key) : 0
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
