import type { FeedId } from '@hexawatt/shared/grid/feeds'

/** Half-open span of time `[from, until)`, epoch milliseconds. */
export type Span = { fromEpochMs: number; untilEpochMs: number }

/** Average power over one slot, MW, and the instant from which it is public. */
export type Slot = { startEpochMs: number; endEpochMs: number; publishedEpochMs: number; powerMw: number }

/** Slots of one series in time order. `key` is `TYPE`, `TYPE/SUBTYPE`, or `SENDER>RECEIVER` by energy identification code. */
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
  /** Slots that start in the span and are already public. A slot that is not known is absent. */
  slots(subject: FeedId, span: Span): Promise<Answer<Series[]>>
  /** Every line of the emission factor database. */
  factorLines(): Promise<Answer<readonly FactorLine[]>>
  /** Every yearly intensity that is already published. */
  yearlyIntensities(): Promise<Answer<readonly YearlyIntensity[]>>
}

/** Whether the instant lies in the span. */
export function spanHolds(span: Span, epochMs: number): boolean {
  return epochMs >= span.fromEpochMs && epochMs < span.untilEpochMs
}

/** Whether two spans share an instant. */
export function spansMeet(a: Span, b: Span): boolean {
  return a.fromEpochMs < b.untilEpochMs && b.fromEpochMs < a.untilEpochMs
}
