import { hourMs } from '../../time/instant.ts'
import { parisTimeZone } from '../../time/paris.ts'

/** Capacities of a year count until so long after it began, hours: the next file comes weeks into its own year. */
const capacitiesCountForHours = 400 * 24

/** The oldest calendar year (Paris) whose installed capacities still count at an instant: it began less than 400 days before. */
export function oldestCapacityYear(at: Temporal.Instant): number {
  return yearOf(at.subtract({ hours: capacitiesCountForHours })) + 1
}

/**
 * Installed capacity by type over an hour, MW: of the newest published year that has begun and still counts.
 *
 * @returns undefined when no such year is known
 */
export function installedMwByTypeAt(
  installedMwByYear: ReadonlyMap<number, Readonly<Record<string, number>>>,
  hourStartMs: number,
): Readonly<Record<string, number>> | undefined {
  const hourStart = Temporal.Instant.fromEpochMilliseconds(hourStartMs)
  const year = yearOf(hourStart)
  const ofThisYear = installedMwByYear.get(year)
  if (ofThisYear !== undefined || oldestCapacityYear(hourStart) === year) return ofThisYear
  return installedMwByYear.get(year - 1)
}

const yearOf = (instant: Temporal.Instant): number => instant.toZonedDateTimeISO(parisTimeZone).year

/** What of one unit is out over one span. */
export type Outage = {
  /** Code of the unit: overlapping messages about one unit cannot take away more than it has. */
  unitCode: string
  productionType: string
  /** ms since the epoch. */
  startMs: number
  endMs: number
  unavailableMw: number
  /** Capacity of the unit, MW; null when the message does not say it. */
  installedMw: number | null
}

/** Types whose output can be decided on (methodology, "adequacy"). */
export const programmableTypes = [
  'NUCLEAR',
  'FOSSIL_GAS',
  'FOSSIL_HARD_COAL',
  'FOSSIL_OIL',
  'HYDRO_WATER_RESERVOIR',
  'HYDRO_PUMPED_STORAGE',
  'BIOMASS',
  'WASTE',
] as const

/**
 * Programmable capacity that is available over one hour, MW: installed minus what is out, type by type, never below 0. An
 * outage that covers a part of the hour counts for that part.
 *
 * @param installedMwByType MW; a type that is absent has none
 */
export function availableProgrammableMw(
  installedMwByType: Readonly<Record<string, number>>,
  outages: readonly Outage[],
  hourStartMs: number,
): number {
  const outMwByType = unavailableMwByType(outages, hourStartMs)
  return programmableTypes.reduce(
    (sum, type) => sum + Math.max(0, (installedMwByType[type] ?? 0) - (outMwByType.get(type) ?? 0)),
    0,
  )
}

function unavailableMwByType(outages: readonly Outage[], hourStartMs: number): Map<string, number> {
  const underWay = outages.filter((outage) => shareOfHour(outage, hourStartMs) > 0)
  const byType = new Map<string, number>()
  for (const ofUnit of Map.groupBy(underWay, ({ unitCode }) => unitCode).values()) {
    const [{ productionType } = { productionType: '' }] = ofUnit
    byType.set(productionType, (byType.get(productionType) ?? 0) + unavailableMwOfUnit(ofUnit, hourStartMs))
  }
  return byType
}

/** Messages about one unit add up, but not above the capacity that one of them gives. */
function unavailableMwOfUnit(outages: readonly Outage[], hourStartMs: number): number {
  const outMw = outages.reduce((sum, outage) => sum + shareOfHour(outage, hourStartMs) * outage.unavailableMw, 0)
  const known = outages.flatMap(({ installedMw }) => installedMw ?? [])
  return known.length === 0 ? outMw : Math.min(outMw, Math.max(...known))
}

function shareOfHour({ startMs, endMs }: Outage, hourStartMs: number): number {
  return (Math.min(endMs, hourStartMs + hourMs) - Math.max(startMs, hourStartMs)) / hourMs
}
