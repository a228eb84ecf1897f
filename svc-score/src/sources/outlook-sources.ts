import type { OutlookSources } from '@hexawatt/shared/answers/outlook-body'
import { type Dated, dropIfFromFuture, isOverdue } from '@hexawatt/shared/snapshot/snapshot-age'
import { computeNextComputationMs, type LatestSnapshots } from './latest-snapshots.ts'

/**
 * Reads what the outlook, plans and exports are made of; null = unknown, or of the future of a clock that was set back.
 *
 * @throws AppError `service_unavailable`
 */
export async function readOutlookSources(latest: LatestSnapshots, nowMs: number) {
  const known = await Promise.all([latest.forecast(), latest.gridStatus(), latest.tariff(), latest.tariffOutlook()])
  const dropFuture = <Snapshot extends Dated<unknown>>(snapshot: Snapshot | null) => dropIfFromFuture(snapshot, nowMs)
  const forecast = dropFuture(known[0])
  const [gridStatus, tariff, tariffOutlook] = [dropFuture(known[1]), dropFuture(known[2]), dropFuture(known[3])]
  const dated = [forecast, gridStatus, tariff, tariffOutlook]
  return {
    /** Equal while the same snapshots are the newest. */
    dated,
    /** When the newest of them was computed, ms; 0 without any. */
    changedAtMs: Math.max(...dated.map((source) => source?.computedAtMs ?? 0)),
    bodies: {
      forecast: forecast?.body ?? null,
      gridStatus: gridStatus?.body ?? null,
      tariff: tariff?.body ?? null,
      tariffOutlook: tariffOutlook?.body ?? null,
    } satisfies OutlookSources,
    /** The forecast is missing or overdue, or a source of it was late. */
    isForecastLate: forecast === null || forecast.body.hasLateSource || isOverdue(forecast, nowMs),
    /** When the next forecast is expected, ms; null without one. */
    nextForecastMs: forecast === null ? null : computeNextComputationMs(forecast.computedAtMs, nowMs),
    /** When the forecast of the colours was computed, ms; null without one. */
    colorsComputedAtMs: tariffOutlook?.computedAtMs ?? null,
    mode: forecast?.body.mode ?? (await latest.status())?.mode ?? null,
  }
}
