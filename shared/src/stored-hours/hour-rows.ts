import { type CarbonAssessment, seenDays } from '../methodology/carbon-assessment.ts'
import type { Finality } from '../methodology/mix-finality.ts'
import { createPastAssessment } from '../methodology/past-assessment.ts'
import type { References } from '../methodology/score/inputs/read-score-rows.ts'
import type { Statements } from '../postgres/client.ts'
import { createKnownRowsSource } from '../stored-rows/as-of-source.ts'
import { readMixFinality } from '../stored-rows/mix-finality-store.ts'
import type { StoredValue } from '../stored-rows/stored-rows-store.ts'
import { hourMs, quarterHourMs } from '../time/instant.ts'

/** Consecutive hours; both are starts of hours, ms, and belong to it. */
export type HourSpan = { firstMs: number; lastMs: number }

/** Rows that the intensities of some hours rest on, each slot in its newest version. Generation and flows reach back the seven days before the first hour. */
export type HourRows = References & {
  generationByType: readonly StoredValue[]
  generationMix15min: readonly StoredValue[]
  physicalFlows: readonly StoredValue[]
  /** Empty while every hour that has ended has flows at every border. */
  exchangeSchedules: readonly StoredValue[]
  /** How final the slots of each source of the mix are, by their start, ms. */
  finalities: Readonly<Record<CarbonAssessment['slotSource'], ReadonlyMap<number, Finality>>>
}

/** The rows of some hours, and the assessment of each by its start, ms; null when the hour is not complete, or without emission factors. */
export type AssessedHours = { rows: HourRows; assessments: ReadonlyMap<number, CarbonAssessment | null> }

/** Starts of the hours of a span, ms. */
export function listHours({ firstMs, lastMs }: HourSpan): number[] {
  return Array.from({ length: (lastMs - firstMs) / hourMs + 1 }, (_, index) => firstMs + index * hourMs)
}

/**
 * Reads and assesses some hours as they were known at an instant. Commercial exchanges are read only where an hour that has ended lacks a consumption value: they
 * do not change the assessment of an hour with known flows.
 *
 * @param sql one connection is enough: the queries come one after the other
 */
export async function assessHours(sql: Statements, span: HourSpan, at: Temporal.Instant): Promise<AssessedHours> {
  const source = createKnownRowsSource(sql, at)
  const first = Temporal.Instant.fromEpochMilliseconds(span.firstMs)
  const end = Temporal.Instant.fromEpochMilliseconds(span.lastMs + hourMs)
  const ofHours = { from: first, to: end }
  const withDaysBefore = { from: first.subtract({ hours: 24 * seenDays }), to: end }
  const rows: HourRows = {
    ...(await source.references()),
    generationByType: await source.values('generation_by_type', withDaysBefore),
    generationMix15min: await source.values('generation_mix_15min', withDaysBefore),
    physicalFlows: await source.values('physical_flows', withDaysBefore),
    exchangeSchedules: [],
    finalities: {
      generation_by_type: await readMixFinality(sql, { feed: 'generation_by_type', ...ofHours }, at),
      generation_mix_15min: await readMixFinality(sql, { feed: 'generation_mix_15min', ...ofHours }, at),
    },
  }
  const assessments = assessEach(rows, span)
  const isOpen = ([startMs, assessment]: readonly [number, CarbonAssessment | null]): boolean =>
    startMs + hourMs <= at.epochMilliseconds && (assessment?.consumptionGCo2eqPerKwh ?? null) === null
  if (!assessments.entries().some(isOpen)) return { rows, assessments }
  const withExchanges = { ...rows, exchangeSchedules: await source.values('exchange_schedules', ofHours) }
  return { rows: withExchanges, assessments: assessEach(withExchanges, span) }
}

function assessEach(rows: HourRows, span: HourSpan): ReadonlyMap<number, CarbonAssessment | null> {
  const { factorSet } = rows
  const assess = factorSet === null ? () => null : createPastAssessment({ ...rows, factorSet })
  return new Map(listHours(span).map((startMs) => [startMs, assess(Temporal.Instant.fromEpochMilliseconds(startMs))]))
}

/** The least final slot of the mix in an hour. */
export function findLeastFinal(finalities: ReadonlyMap<number, Finality>, startMs: number): Finality {
  const starts = Array.from({ length: hourMs / quarterHourMs }, (_, at) => startMs + at * quarterHourMs)
  const found = starts.flatMap((slotStartMs) => finalities.get(slotStartMs) ?? [])
  return found.reduce((least, one) => (one < least ? one : least), found[0] ?? 0)
}
