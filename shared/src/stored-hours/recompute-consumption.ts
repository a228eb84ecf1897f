import type { CarbonAssessment } from '../methodology/carbon-assessment.ts'
import type { Statements } from '../postgres/client.ts'
import { type ComputedConsumptionHour, computeConsumption } from './compute-consumption.ts'
import type { StoredConsumptionHour } from './consumption-hour-store.ts'
import { assessHours, type HourRows } from './hour-rows.ts'
import type { NeighbourHours } from './neighbour-pasts.ts'

/** An hour that was computed again, and what it rests on. */
export type RecomputedConsumption = {
  hour: ComputedConsumptionHour
  assessment: CarbonAssessment
  rows: HourRows
  neighbours: NeighbourHours
}

/**
 * Computes a stored version of an hour again, from the stored rows as they were known when it was computed.
 *
 * @returns null when these rows do not give the version: rows were removed, or were stored late with an earlier instant
 */
export async function recomputeConsumption(
  sql: Statements,
  stored: StoredConsumptionHour,
): Promise<RecomputedConsumption | null> {
  const { knownFromMs, ...former } = stored
  const at = Temporal.Instant.fromEpochMilliseconds(knownFromMs)
  const span = { firstMs: stored.startMs, lastMs: stored.startMs }
  const assessed = await assessHours(sql, span, at)
  const {
    hours: [hour],
    neighbours,
  } = await computeConsumption(sql, assessed, span, at)
  const assessment = assessed.assessments.get(stored.startMs) ?? null
  if (hour === undefined || assessment === null || !Bun.deepEquals(hour, former)) return null
  return { hour, assessment, rows: assessed.rows, neighbours }
}
