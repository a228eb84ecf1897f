import type { Span } from '../subjects/span-old.ts'
import { chance, chanceBetween } from './chance.ts'
import type { GeneratingUnit } from './generating-units.ts'
import { dayMs, type Outage } from './unavailabilities/outage.ts'
import { quarterRounded } from './unavailabilities/quarter-rounded.ts'

/** Year as a fraction at which the fewest units are out: the coldest days. */
const busiestYearShare = 15 / 365
/** How much more is planned in summer than in winter: 0 = evenly. */
const summerPreference = 0.72
/** Days of one yearly outage. */
const shortestDays = { nuclear: 18, other: 5 } as const
const longestDays = { nuclear: 58, other: 30 } as const
/** Share of announced outages that are called off. */
const dismissedShare = 0.04
/** How much later in the fleet's order a unit's turn comes every year, as a share of it: a cycle of 13 to 14 months. */
const yearlyShift = 0.12
const yearMs = 365.25 * dayMs
const fixedPointRounds = 30
const seeds = { place: 301, days: 302, slip: 303, slipShare: 305, dismissed: 304 } as const

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
  const days = chanceBetween(shortestDays[kind], longestDays[kind], seeds.days, key)
  const middleEpochMs = Date.UTC(year) + yearMs * preferredShare(placeInYear(unit, year))
  const startEpochMs = quarterRounded(middleEpochMs - (days * dayMs) / 2)
  const endEpochMs = quarterRounded(startEpochMs + days * dayMs)
  const slips = chance(seeds.slip, key) < 0.5
  return {
    unit,
    name: `P${year}`,
    kind: 'planned',
    startEpochMs,
    endEpochMs,
    availableMw: 0,
    slipMs: slips ? quarterRounded((endEpochMs - startEpochMs) * chanceBetween(0.05, 0.3, seeds.slipShare, key)) : 0,
    isDismissed: chance(seeds.dismissed, key) < dismissedShare,
  }
}

/** Where a unit stands in the year's queue, 0 to 1: evenly spread over the fleet, and later by a step every year. */
function placeInYear(unit: GeneratingUnit, year: number): number {
  const place = (unit.index * 0.618_034 + chance(seeds.place, 0) + year * yearlyShift) % 1
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
