import { feedIds } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { Clock } from '@hexawatt/shared/time/clock'
import { type AccuracyDeps, measureAccuracy } from '../accuracy/measure-accuracy.ts'
import { forgetDeliveries } from '../alerts/delivery-queue-store.ts'
import type { PayloadArchive } from '../archive/payload-archive.ts'
import { sweepObjects } from '../archive/sweep-objects.ts'
import { repairGaps } from '../backfill/repair-gaps.ts'
import { checkFallbacks, type FallbackCheckDeps } from '../fallbacks/check-fallbacks.ts'
import type { MaintenanceTask } from '../jobs/job-definitions.ts'
import { partitionedTables } from '../pipeline/partition-store.ts'
import { type PointRepairDeps, repairPoints } from '../points/repair-points.ts'
import { compareIntensities } from '../published-intensity/compare-intensities.ts'
import { forgetQuarantined, type RetiredMonth, readPayloadMonths, retireMonth } from './retention-store.ts'

type MaintenanceDeps = Omit<PointRepairDeps, 'startedAt'> &
  RetentionDeps &
  AccuracyDeps &
  FallbackCheckDeps & { realClock: Clock }

/** Days ahead for which partitions are created: two further months, one of which may begin tonight. */
const partitionDaysAhead = [0, 31, 62] as const

/** Makes the maintenance tasks. Their results are for the log; null when there was nothing to do. */
export function createMaintenance(deps: MaintenanceDeps) {
  const startedAt = deps.clock.now()

  async function makePartitions(): Promise<void> {
    const now = deps.clock.now()
    const instants = partitionDaysAhead.map((days) => now.add({ hours: 24 * days }))
    for (const table of partitionedTables) await deps.partitions.ensure(table, instants)
  }

  return async function maintain(task: MaintenanceTask, signal?: AbortSignal): Promise<unknown> {
    if (task === 'make_partitions') return makePartitions()
    if (task === 'retire_payloads') return retirePayloads(deps, signal)
    if (task === 'measure_accuracy') return measureAccuracy(deps, signal)
    if (task === 'check_spares') return checkFallbacks(deps, signal)
    if (task === 'compare_intensities') return compareIntensities(deps, signal)
    if (task === 'forget_deliveries') return (await forgetDeliveries(deps.sql, deps.realClock.now(), signal)) || null
    if (task === 'repair_points') return repairPoints({ ...deps, startedAt }, feedIds, signal)
    return repairGaps(deps, feedIds, { from: null, to: null }, signal)
  }
}

type RetentionDeps = {
  sql: Sql
  archive: PayloadArchive
  clock: Clock
  /** Whole months that every payload is kept at least. */
  rawRetentionMonths: number
}

type Retired = {
  months: RetiredMonth[]
  forgottenQuarantined: number
  /** Null where payloads stand in Postgres. */
  objects: Awaited<ReturnType<typeof sweepObjects>> | null
}

/** Most months that one run retires; the daily job catches up. */
const maxMonthsPerRun = 3

/**
 * Retires the months of payloads that lie wholly before the retention: payloads of stored values stay, the rest is dropped with
 * the partition. Quarantined values of the same age are deleted first, because they would keep their payloads. At the end the objects are removed that no
 * row has referred to for a day.
 */
export async function retirePayloads(
  { sql, archive, clock, rawRetentionMonths }: RetentionDeps,
  signal?: AbortSignal,
): Promise<Retired> {
  const current = clock.now().toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()
  const firstKept = current.subtract({ months: rawRetentionMonths })
  const before = Temporal.Instant.from(`${firstKept.toString()}-01T00:00:00Z`)
  const forgottenQuarantined = await forgetQuarantined(sql, before)
  const oldMonths = (await readPayloadMonths(sql)).filter(
    (month) => Temporal.PlainYearMonth.compare(month, firstKept) < 0,
  )
  const months: RetiredMonth[] = []
  for (const month of oldMonths.slice(0, maxMonthsPerRun)) months.push(await retireMonth(sql, month))
  const { writtenBucket } = archive
  const objects = writtenBucket === null ? null : await sweepObjects(sql, writtenBucket, signal)
  return { months, forgottenQuarantined, objects }
}
