import { createBoundedMap } from '@hexawatt/shared/bounds/bounded-map'
import { hourMs } from '@hexawatt/shared/time/instant'
import { computeNoise } from '../generator/noise.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import type { Span } from '../subjects/span.ts'
import type { GeneratingUnit } from './generating-units.ts'

/** Milliseconds in 24 hours of elapsed time. */
export const dayMs = 24 * hourMs

/** A reduction of the power of a unit, as finally realised. */
export type Outage = {
  unit: GeneratingUnit
  /** Part of the message's identifier: unique per unit. */
  name: string
  kind: 'planned' | 'forced'
  startEpochMs: number
  endEpochMs: number
  /** Remaining available power, MW. */
  availableMw: number
  /** Difference between the final and the first announced end, ms. */
  slipMs: number
  /** Announced, but cancelled before its start. */
  isDismissed: boolean
}

/** Rounds an instant or length down to whole quarter-hours, ms, as plants announce them. */
export function roundToQuarter(ms: number): number {
  return Math.floor(ms / quarterMs) * quarterMs
}

/** A number in [0, 1) that depends only on seed and index: at multiples of its period the noise is a hash. */
function computeChance(seed: number, index: number): number {
  return (computeNoise(index * hourMs, 1, seed) + 1) / 2
}

/** A number in [from, to) that depends only on seed and index. */
function computeChanceBetween(from: number, to: number, seed: number, index: number): number {
  return from + (to - from) * computeChance(seed, index)
}

/** Fraction of the year with the fewest outages: the coldest days. */
const busiestYearShare = 15 / 365
/** Preference for planned outages in summer; 0: none. */
const summerPreference = 0.72
/** Days of one yearly outage. */
const shortestPlanDays = { nuclear: 18, other: 5 } as const
const longestPlanDays = { nuclear: 58, other: 30 } as const
/** Share of announced outages that are cancelled. */
const dismissedShare = 0.04
/** Yearly shift of a unit's place in the fleet's order, as a share of the fleet: a cycle of 13 to 14 months. */
const yearlyShift = 0.12
const yearMs = 365.25 * dayMs
const fixedPointRounds = 30
const planSeeds = { place: 301, days: 302, slip: 303, slipShare: 305, dismissed: 304 } as const

/**
 * The planned outages of a unit that may meet a span or be announced in it: one per year, from the year before the span to the
 * year after it, distributed over the fleet so that most lie in summer.
 */
export function listPlannedOutages(unit: GeneratingUnit, span: Span): Outage[] {
  const firstYear = toYear(span.fromEpochMs) - 1
  const years = Array.from({ length: toYear(span.untilEpochMs) + 2 - firstYear }, (_, index) => firstYear + index)
  return years.map((year) => findPlannedOutage(unit, year))
}

/** By unit and year: every call asks for the same years again. */
const plannedByUnitAndYear = createBoundedMap<Outage, number>(10_000)

function findPlannedOutage(unit: GeneratingUnit, year: number): Outage {
  const key = unit.index * 10_000 + year
  const kept = plannedByUnitAndYear.get(key)
  if (kept !== undefined) return kept
  const outage = computePlannedOutage(unit, year, key)
  plannedByUnitAndYear.set(key, outage)
  return outage
}

function computePlannedOutage(unit: GeneratingUnit, year: number, key: number): Outage {
  const kind = unit.fuelType === 'NUCLEAR' ? 'nuclear' : 'other'
  const days = computeChanceBetween(shortestPlanDays[kind], longestPlanDays[kind], planSeeds.days, key)
  const middleEpochMs = Date.UTC(year) + yearMs * computePreferredShare(computePlaceInYear(unit, year))
  const startEpochMs = roundToQuarter(middleEpochMs - (days * dayMs) / 2)
  const endEpochMs = roundToQuarter(startEpochMs + days * dayMs)
  const slips = computeChance(planSeeds.slip, key) < 0.5
  return {
    unit,
    name: `P${year}`,
    kind: 'planned',
    startEpochMs,
    endEpochMs,
    availableMw: 0,
    slipMs: slips
      ? roundToQuarter((endEpochMs - startEpochMs) * computeChanceBetween(0.05, 0.3, planSeeds.slipShare, key))
      : 0,
    isDismissed: computeChance(planSeeds.dismissed, key) < dismissedShare,
  }
}

/** Place of a unit in the order of a year, 0 to 1: evenly distributed over the fleet, shifted every year. */
function computePlaceInYear(unit: GeneratingUnit, year: number): number {
  const place = (unit.index * 0.618_034 + computeChance(planSeeds.place, 0) + year * yearlyShift) % 1
  return place < 0 ? place + 1 : place
}

/** Maps an even distribution over the year to one with its maximum half a year after the coldest days. */
function computePreferredShare(place: number): number {
  const angle = (share: number) => 2 * Math.PI * (share - busiestYearShare)
  let share = place
  // Inverts the distribution function by fixed-point iteration; it converges because the preference is below 1.
  for (let round = 0; round < fixedPointRounds; round++) {
    share = place + (summerPreference / (2 * Math.PI)) * Math.sin(angle(share))
  }
  return share
}

function toYear(epochMs: number): number {
  return new Date(epochMs).getUTCFullYear()
}

/** Each unit fails once per period of this length, days. */
const cellDays = 100
/** Days of one failure: minimum and range; long failures are rare. */
const shortestFailureDays = 0.5
const furtherFailureDays = 11
/** Share of failures with remaining power. */
const partialShare = 0.35
const failureSeeds = { start: 401, days: 402, partial: 403, left: 404 } as const

/** The failures of a unit that may meet a span. Failures during a planned outage are dropped: no power counts twice. */
export function listForcedOutages(unit: GeneratingUnit, span: Span): Outage[] {
  const cellMs = cellDays * dayMs
  const firstCell = Math.floor(span.fromEpochMs / cellMs) - 1
  const count = Math.floor(span.untilEpochMs / cellMs) - firstCell + 1
  const failures = Array.from({ length: count }, (_, index) => generateFailure(unit, firstCell + index))
  const planned = listPlannedOutages(unit, span).filter(({ isDismissed }) => !isDismissed)
  return failures.filter((failure) => planned.every((outage) => !doOverlap(outage, failure)))
}

function generateFailure(unit: GeneratingUnit, cell: number): Outage {
  const key = unit.index * 10_000 + cell
  const days = shortestFailureDays + furtherFailureDays * computeChance(failureSeeds.days, key) ** 2
  const latestStartDays = cellDays - shortestFailureDays - furtherFailureDays
  const startEpochMs = roundToQuarter(
    (cell * cellDays + computeChanceBetween(0, latestStartDays, failureSeeds.start, key)) * dayMs,
  )
  const isPartial = computeChance(failureSeeds.partial, key) < partialShare
  const leftShare = isPartial ? computeChanceBetween(0.4, 0.9, failureSeeds.left, key) : 0
  return {
    unit,
    name: `F${cell}`,
    kind: 'forced',
    startEpochMs,
    endEpochMs: startEpochMs + roundToQuarter(days * dayMs),
    availableMw: Math.round(unit.installedMw * leftShare),
    slipMs: roundToQuarter(days * dayMs * 0.4),
    isDismissed: false,
  }
}

function doOverlap(a: Outage, b: Outage): boolean {
  return a.startEpochMs < b.endEpochMs && b.startEpochMs < a.endEpochMs
}
