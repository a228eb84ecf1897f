import { repairGaps } from '../backfill/repair-gaps.ts'
import { feedRegistry } from '../feeds/registry.ts'
import type { MaintenanceTask } from '../jobs/maintenance-job.ts'
import { partitionedTables } from '../pipeline/partition-store.ts'
import { type PointRepairDeps, repairPoints } from '../points/repair-points.ts'
import { type RetentionDeps, retirePayloads } from './retire-payloads.ts'

export type MaintenanceDeps = PointRepairDeps & RetentionDeps

/** Days ahead for which partitions are made: two further months, one of which may begin tonight. */
const partitionDaysAhead = [0, 31, 62] as const

/** Does the maintenance tasks, each by itself; what they return is for the log, null when there was nothing to do. */
export function createMaintenance(deps: MaintenanceDeps) {
  async function makePartitions(): Promise<void> {
    const now = deps.clock.now()
    const instants = partitionDaysAhead.map((days) => now.add({ hours: 24 * days }))
    for (const table of partitionedTables) await deps.partitions.ensure(table, instants)
  }

  return async function maintain(task: MaintenanceTask, signal?: AbortSignal): Promise<unknown> {
    if (task === 'make_partitions') return makePartitions()
    if (task === 'retire_payloads') return retirePayloads(deps)
    if (task === 'repair_points') return repairPoints(deps, feedRegistry, signal)
    return repairGaps(deps, feedRegistry, { from: null, to: null }, signal)
  }
}
