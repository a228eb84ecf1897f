import * as v from 'valibot'
import { hourMs } from '../../../time/instant.ts'
import { toParisYear } from '../../../time/paris.ts'

/** Capacities of a year are valid this long from its start, hours: the next file appears weeks into its own year. */
const capacitiesCountForHours = 400 * 24

/** The oldest calendar year (Paris) with valid capacities at an instant: it began less than 400 days before. */
export function computeOldestCapacityYear(at: Temporal.Instant): number {
  return toParisYear(at.subtract({ hours: capacitiesCountForHours })) + 1
}

/**
 * Installed capacity by type over an hour, MW, of the newest published year that has begun and is valid.
 *
 * @returns undefined when no year is valid
 */
export function findInstalledMwByType(
  installedMwByYear: ReadonlyMap<number, Readonly<Record<string, number>>>,
  hourStartMs: number,
): Readonly<Record<string, number>> | undefined {
  const hourStart = Temporal.Instant.fromEpochMilliseconds(hourStartMs)
  const year = toParisYear(hourStart)
  const ofThisYear = installedMwByYear.get(year)
  if (ofThisYear !== undefined || computeOldestCapacityYear(hourStart) === year) return ofThisYear
  return installedMwByYear.get(year - 1)
}

/** Unavailable capacity of one unit over one span. */
export type Outage = {
  /** Code of the unit: overlapping messages about one unit are capped at its capacity. */
  unitCode: string
  productionType: string
  /** ms since the epoch. */
  startMs: number
  endMs: number
  unavailableMw: number
  /** Capacity of the unit, MW; null when the message has none. */
  installedMw: number | null
}

/** Types with controllable output (docs/methodology/score.md#the-four-dimensions). */
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

/** Capacity of a programmable type over an hour, MW. */
export type ProgrammableCapacity = {
  productionType: (typeof programmableTypes)[number]
  installedMw: number
  unavailableMw: number
  /** Installed less unavailable, never below 0. */
  availableMw: number
}

/**
 * Programmable capacity over one hour by type. An outage over a part of the hour counts for that part.
 *
 * @param installedMwByType MW; an absent type has none
 */
export function listProgrammableCapacities(
  installedMwByType: Readonly<Record<string, number>>,
  outages: readonly Outage[],
  hourStartMs: number,
): ProgrammableCapacity[] {
  const outMwByType = sumUnavailableMwByType(outages, hourStartMs)
  return programmableTypes.map((productionType) => {
    const installedMw = installedMwByType[productionType] ?? 0
    const unavailableMw = outMwByType.get(productionType) ?? 0
    return { productionType, installedMw, unavailableMw, availableMw: Math.max(0, installedMw - unavailableMw) }
  })
}

/** Available programmable capacity, MW. */
export function sumAvailableMw(capacities: readonly ProgrammableCapacity[]): number {
  return capacities.reduce((sum, { availableMw }) => sum + availableMw, 0)
}

function sumUnavailableMwByType(outages: readonly Outage[], hourStartMs: number): Map<string, number> {
  const underWay = outages.filter((outage) => computeShareOfHour(outage, hourStartMs) > 0)
  const byType = new Map<string, number>()
  for (const ofUnit of Map.groupBy(underWay, ({ unitCode }) => unitCode).values()) {
    const [{ productionType } = { productionType: '' }] = ofUnit
    byType.set(productionType, (byType.get(productionType) ?? 0) + sumUnavailableMwOfUnit(ofUnit, hourStartMs))
  }
  return byType
}

/** Sum of the messages about one unit, at most the greatest capacity that they state. */
function sumUnavailableMwOfUnit(outages: readonly Outage[], hourStartMs: number): number {
  const outMw = outages.reduce((sum, outage) => sum + computeShareOfHour(outage, hourStartMs) * outage.unavailableMw, 0)
  const known = outages.flatMap(({ installedMw }) => installedMw ?? [])
  return known.length === 0 ? outMw : Math.min(outMw, Math.max(...known))
}

function computeShareOfHour({ startMs, endMs }: Outage, hourStartMs: number): number {
  return (Math.min(endMs, hourStartMs + hourMs) - Math.max(startMs, hourStartMs)) / hourMs
}

const CapacityMw = v.nullable(v.number())

/** An unavailability message as svc-ingest stores it (`feed_documents.body`), without unused members. */
export const OutageMessage = v.object({
  fuelType: v.string(),
  unitEicCode: v.nullable(v.string()),
  unitName: v.nullable(v.string()),
  installedCapacityMw: CapacityMw,
  eventStatus: v.nullable(v.string()),
  periods: v.array(v.object({ start: v.string(), end: v.string(), unavailableMw: CapacityMw })),
})
export type OutageMessage = v.InferOutput<typeof OutageMessage>

/**
 * Adds its message to a stored document.
 *
 * @throws when the body is no unavailability message
 */
export function addOutageMessage<Document extends { body: unknown }>(
  document: Document,
): Document & { message: OutageMessage } {
  return { ...document, message: v.parse(OutageMessage, document.body) }
}

/** Statuses of withdrawn and expired messages. */
const endedStatuses: ReadonlySet<string> = new Set(['DISMISSED', 'INACTIVE'])

/**
 * The outages of a message: one per period with a known capacity; none when it was withdrawn. A message without a unit counts as its own
 * unit.
 *
 * @param key the publisher's id of the message
 */
export function listOutages(key: string, message: OutageMessage): Outage[] {
  if (message.eventStatus !== null && endedStatuses.has(message.eventStatus)) return []
  const unitCode = message.unitEicCode ?? message.unitName ?? key
  return message.periods.flatMap(({ start, end, unavailableMw }) =>
    unavailableMw === null
      ? []
      : [
          {
            unitCode,
            productionType: message.fuelType,
            startMs: Temporal.Instant.from(start).epochMilliseconds,
            endMs: Temporal.Instant.from(end).epochMilliseconds,
            unavailableMw,
            installedMw: message.installedCapacityMw,
          },
        ],
  )
}
