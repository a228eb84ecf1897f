import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { Incident } from '@hexawatt/shared/contract/status'
import type { Sql } from '@hexawatt/shared/postgres/client'
import {
  applyChanges,
  forgetLaterIncidents,
  inTurn,
  readRecentIncidents,
  readShownIncidents,
  readWatch,
  writeWatch,
} from './incident-store.ts'
import { findStatusChanges, isSetBack, observeStates } from './status-changes.ts'

/**
 * Compares what the dashboard says with the newest check and stores what has changed: a source that became late, missing or replaced, or is back; score and
 * forecast; an interruption of svc-ingest itself.
 *
 * @returns the newest incidents, the newest first
 */
export function recordIncidents(
  sql: Sql,
  dashboard: Pick<DashboardResponse, 'mode' | 'score' | 'hours' | 'sources'>,
  now: Temporal.Instant,
): Promise<Incident[]> {
  const observed = observeStates(dashboard)
  return inTurn(sql, async (tx) => {
    const stored = await readWatch(tx)
    const wasSetBack = isSetBack(stored, now)
    if (wasSetBack) await forgetLaterIncidents(tx, now)
    // Another svc-ingest, whose clock is a little ahead, has looked already.
    const isLater = stored !== null && !wasSetBack && Temporal.Instant.compare(stored.checkedAt, now) > 0
    if (!isLater) {
      const known = { watch: wasSetBack ? null : stored, recent: await readRecentIncidents(tx, now) }
      const noticesGaps = dashboard.mode !== 'replay'
      const { changes, watch } = findStatusChanges({ ...known, observed, noticesGaps }, now)
      await applyChanges(tx, changes, now)
      await writeWatch(tx, watch)
    }
    return readShownIncidents(tx)
  })
}
