import type { SlotSubject } from './slot-subject.ts'
import type { PlannedSlot } from './slots.ts'
import type { Span } from './span-old.ts'

/**
 * One slot, the instant from which it is public, and its value: average power in MW, but EUR/MWh in the series `PRICE` and
 * degrees Celsius in the series of temperatures.
 */
export type Slot = PlannedSlot & { value: number }

/**
 * Slots of one series in time order. `key` is `TYPE`, `TYPE/SUBTYPE`, `FAMILY/TYPE`, or `SENDER>RECEIVER` by energy
 * identification code, with its family before it where there are several.
 */
export type Series = { key: string; slots: Slot[] }

/** Whether values were measured once or made up by the demo's model; every answer says which. */
export type Origin = 'recorded' | 'generated'

/** Content with where it comes from. `note` (ASCII) says how it was derived; null when there is nothing to say. */
export type Answer<Content> = { origin: Origin; note: string | null; content: Content }

/** One line of the agency's database under its column names; an empty cell is an absent member. */
export type FactorLine = Readonly<Record<string, string | number>>

/** Yearly intensity of one country; `countryCode` (ISO-3) is null for aggregates such as a continent. */
export type YearlyIntensity = {
  entity: string
  countryCode: string | null
  year: number
  gCo2eqPerKwh: number
}

/** What the demo upstream serves from; the routes know nothing else about data. */
export type GridSource = {
  /** Slots that start in the span and are already public, of the families asked for. A slot that is not known is absent. */
  slots(subject: SlotSubject, span: Span, isAsked?: (family: string) => boolean): Promise<Answer<Series[]>>
  /** Every line of the emission factor database. */
  factorLines(): Promise<Answer<readonly FactorLine[]>>
  /** Every yearly intensity that is already published. */
  yearlyIntensities(): Promise<Answer<readonly YearlyIntensity[]>>
}
