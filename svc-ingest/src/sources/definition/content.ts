import type { IntensityBoundary } from '@hexawatt/shared/contract/forecast/accuracy'
import type { NeighbourCountry } from '@hexawatt/shared/grid/borders'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { RegionalPowerMw, RegionCode } from '@hexawatt/shared/grid/regions'
import type { EmissionFactor } from '@hexawatt/shared/methodology/emission-factors'
import type { NationalHour } from '@hexawatt/shared/methodology/forecast/weather/aggregate-weather'
import type { WeatherModel } from '@hexawatt/shared/methodology/forecast/weather/national-weather'
import type { CountryIntensity } from '@hexawatt/shared/methodology/intensity'

/** Content of an answer of a source. A member that the source does not have is absent. */
export type Content = {
  feeds?: readonly FeedContent[]
  regions?: RegionalContent
  intensities?: readonly PublishedIntensity[]
  reference?: ReferenceContent
  weather?: WeatherContent
  neighbour?: NeighbourContent
}

/** Content of an answer for one feed. */
export type FeedContent = { feed: FeedId; normalised: Normalised }

/**
 * One value of one series over one slot, in the product's vocabulary. Every numeric feed normalises to this.
 * `updatedAt` is the publisher's own date of the value; null when it sent none.
 */
export type Measurement = {
  series: string
  slotStart: Temporal.Instant
  slotEnd: Temporal.Instant
  value: number
  updatedAt: Temporal.Instant | null
  /** How final the publisher calls the value, where it says so: a less final one never replaces a more final one of the same publisher. */
  nature?: Nature
}

/** How final a value is, the least final first (`nature` of éCO2mix). */
export const natures = ['real-time', 'consolidated', 'definitive'] as const
export type Nature = (typeof natures)[number]

/**
 * Publication that is not a number over a slot: the signal of a day with its message, or an unavailability message.
 * `key` is the publisher's own identity of it; `body` is JSON in the product's vocabulary.
 */
export type FeedDocument = {
  key: string
  validFrom: Temporal.Instant
  validTo: Temporal.Instant
  body: Readonly<Record<string, unknown>>
  updatedAt: Temporal.Instant | null
}

/** Content of a payload, and its unexpected elements. One odd element never discards the others. */
export type Normalised = {
  measurements: Measurement[]
  documents: FeedDocument[]
  /** Slots and records that could not be read. */
  unreadableSlots: number
  /** Why they could not be read, each reason once. */
  reasons?: readonly string[]
  /** Values that are quarantined, with the reason. */
  refused?: Refused[]
  /** Names in the payload that this program does not know (a new neighbour or type): reported. The reader decides whether their values are stored. */
  newElements?: readonly string[]
  /**
   * Values that an earlier version of the program read from the same payload and that this version leaves out or names differently. They are never stored;
   * the audit accepts stored versions that equal one of them.
   */
  formerReading?: readonly Measurement[]
  /** Number of contradictions between figures of the publisher, by check. They are only counted: no value is refused because of them. */
  contradictions?: Readonly<Record<string, number>>
  /** A member or column that is missing everywhere: the rest is stored, and the poll fails with this text. */
  fault?: string
}

/** A value that is not believed. */
export type Refused = { measurement: Measurement; reason: string }

/** Published values of a region for a quarter-hour. */
export type RegionalRow = {
  region: RegionCode
  slotStart: Temporal.Instant
  slotEnd: Temporal.Instant
  nature: Nature
  powerMw: RegionalPowerMw
}

/** Content of an answer for the regions, and the number of unreadable rows. */
export type RegionalContent = {
  rows: RegionalRow[]
  unreadableRows: number
  /** A column that no row has: the rest is stored, and the poll fails with this text. */
  fault?: string
}

/** Output of a neighbour in the hour that begins at `startMs`: mean MW by production type. An absent type was not published; it is not 0. */
export type NeighbourHourMw = { startMs: number; mwByType: Readonly<Record<string, number>> }

/** Output of one neighbour by hour, ascending, and the values that could not be read. */
export type NeighbourContent = {
  country: NeighbourCountry
  hours: readonly NeighbourHourMw[]
  unreadable: number
  reasons: readonly string[]
  /** Values of slots that are not believed: they are quarantined, and their hour lacks the type. */
  refused: readonly Refused[]
  /** Names of series that this program does not know: reported and not stored, because they may be sums. */
  newElements: readonly string[]
}

/** An intensity that the operator itself publishes, direct emissions. */
export type PublishedIntensity = {
  boundary: IntensityBoundary
  slotStart: Temporal.Instant
  slotEnd: Temporal.Instant
  /** gCO2eq/kWh. */
  gCo2PerKwh: number
  /** MW by series of `generation_mix_15min` that came with it; null where none did. */
  mixMw: Readonly<Record<string, number>> | null
}

/** A slow table that the methodology multiplies by, as one answer gives it: it is stored as a whole. */
export type ReferenceTable =
  | { kind: 'emission factors'; databaseVersion: string; factors: readonly EmissionFactor[] }
  | { kind: 'country intensities'; intensities: readonly CountryIntensity[] }
  | { kind: 'regulated prices'; option: RegulatedOption; prices: readonly RegulatedPrice[] }

/** Option of the regulated tariff: the id of its contract. */
export type RegulatedOption = 'base' | 'hphc' | 'tempo'

/** Regulated prices of one subscribed power over one period of time, all taxes included. */
export type RegulatedPrice = {
  subscribedKva: number
  /** First civil day in Paris, `YYYY-MM-DD`. */
  from: string
  /** First day on which they no longer apply; null while they are in force. */
  to: string | null
  /** Subscription; null where the publisher gives none. */
  eurPerMonth: number | null
  /** By the id of the period in the contract table. */
  eurPerKwh: Readonly<Record<string, number>>
}

/** A reference table, how many of its elements were read, how many could not be read or believed, and why. */
export type ReferenceContent = {
  table: ReferenceTable
  taken: number
  unreadable: number
  reasons: readonly string[]
  /** Names in the payload that this program does not know: reported, and not read. */
  newElements?: readonly string[]
  /** Why the payload, or a part of it, cannot be used: the rest is stored, and the poll fails with this text. */
  fault?: string
}

/** The weather of the country by one model, past and to come, as an answer gives it. */
export type ModelRun = {
  model: WeatherModel
  /** By start of the hour, ms, ascending; an hour without any quantity is absent. */
  hours: ReadonlyMap<number, NationalHour>
  /** The model has no wind at 100 m: it is that at 10 m, scaled up. */
  isWindFrom10m: boolean
}

/** The runs of an answer, how many values of points were taken, how many could not be read or believed, and why. */
export type WeatherContent = {
  runs: readonly ModelRun[]
  taken: number
  unreadable: number
  reasons: readonly string[]
  /** A member that no point has: the rest is stored, and the poll fails with this text. */
  fault?: string
}
