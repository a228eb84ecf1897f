import { explainHour } from '@hexawatt/shared/answers/consumption/explain-hour'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { type ConsumptionSnapshot, consumptionSnapshot } from '@hexawatt/shared/snapshot/consumption'
import type { SnapshotWriter } from '@hexawatt/shared/snapshot/snapshot-store'
import {
  readNewestConsumptionHour,
  type StoredConsumptionHour,
} from '@hexawatt/shared/stored-hours/consumption-hour-store'
import { recomputeConsumption } from '@hexawatt/shared/stored-hours/recompute-consumption'
import type { Clock } from '@hexawatt/shared/time/clock'
import { isoSeconds } from '@hexawatt/shared/time/instant'

type ConsumptionDeps = { sql: Sql; clock: Clock; snapshots: SnapshotWriter; mode: DataMode }

/** How far back the newest hour is looked for: an older one is not served. */
const searchedHours = 24

/**
 * Returns the refresh of the newest hour whose flows are known at all borders, with its explanation. Without such an hour the former snapshot stays: the service
 * refuses it when it is too old. A version is explained once, because that reads the rows of weeks.
 */
export function createConsumptionRefresh(): (deps: ConsumptionDeps) => Promise<void> {
  let explainedVersion: string | null = null
  let explained: ConsumptionSnapshot['explained'] = null

  return async function refreshConsumption({ sql, clock, snapshots, mode }) {
    const now = clock.now()
    const hour = await readNewestConsumptionHour(sql, now.subtract({ hours: searchedHours }), now)
    if (hour === null) return
    const version = `${hour.startMs} ${hour.knownFromMs}`
    if (version !== explainedVersion) explained = await explain(sql, hour)
    explainedVersion = version
    await snapshots.write(consumptionSnapshot, { mode, computedAt: isoSeconds(now), hour, explained }, now)
  }
}

async function explain(sql: Sql, hour: StoredConsumptionHour): Promise<ConsumptionSnapshot['explained']> {
  const recomputed = await recomputeConsumption(sql, hour)
  return recomputed && explainHour(hour, recomputed)
}
