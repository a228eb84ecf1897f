import { feedRegistry } from '../feeds/registry.ts'
import { repairGaps } from '../gaps/repair-gaps.ts'
import type { IngestDeps } from '../pipeline/ingest-window.ts'
import { partitionedTables } from '../pipeline/partition-store.ts'
import { type RetentionDeps, retirePayloads } from '../retention/retire-payloads.ts'
import type { MaintenanceTask } from './maintenance-job.ts'

export type MaintenanceDeps = IngestDeps & RetentionDeps

/** Days ahead for which partitions are made: two further months, one of which may begin tonight. */
const partitionDaysAhead = [0, 31, 62] as const

/** Does the daily maintenance tasks, each by itself; what they return is for the log. */
export function createMaintenance(deps: MaintenanceDeps) {
  async function makePartitions(): Promise<void> {
    const now = deps.clock.now()
    const instants = partitionDaysAhead.map((days) => now.add({ hours: 24 * days }))
    for (const table of partitionedTables) await deps.partitions.ensure(table, instants)
  }

  return async function maintain(task: MaintenanceTask, signal?: AbortSignal): Promise<unknown> {
    if (task === 'make_partitions') return makePartitions()
    if (task === 'retire_payloads') return retirePayloads(deps)
    return repairGaps(deps, feedRegistry, { from: null, to: null }, signal)
  }
}
