import type { SourceStatus } from '@hexawatt/shared/contract/status'
import { nextDue } from '@hexawatt/shared/grid/feed-calendar'
import { isFeed, type SourceId, sourceIds } from '@hexawatt/shared/grid/feeds'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'
import { readSourceStatus, type SourceStatusRow } from '../pipeline/source-status-store.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/** Hours between two synchronisations of a reference, for `expectedNext`. */
const referencePollHours = 24

/** Writes the freshness of every source as the snapshot that `/api/status` serves. */
export async function refreshStatus(deps: RefreshDeps): Promise<void> {
  const now = deps.clock.now()
  const rows = new Map((await readSourceStatus(deps.sql)).map((row) => [row.source, row]))
  const status = {
    mode: deps.mode,
    generatedAt: isoSeconds(now),
    sources: sourceIds.map((id) => sourceStatus(id, rows.get(id), now)),
  }
  await deps.snapshots.write(statusSnapshot, status, now)
}

function sourceStatus(id: SourceId, row: SourceStatusRow | undefined, now: Temporal.Instant): SourceStatus {
  const newest = row?.newestSlotEnd ?? null
  return {
    id,
    lastSuccess: row?.lastSuccessAt ? isoSeconds(row.lastSuccessAt) : null,
    newestSlot: newest && isoSeconds(newest),
    lagMinutes: newest && minutesBetween(newest, now),
    expectedNext: expectedNext(id, row),
    consecutiveFailures: row?.consecutiveFailures ?? 0,
    demo: row?.isDemo ?? false,
    note: row?.note ?? null,
  }
}

/** When the next slot is due, or the next synchronisation of a reference; null before anything was received. */
export function expectedNext(id: SourceId, row: SourceStatusRow | undefined): string | null {
  if (isFeed(id)) {
    const due = nextDue(id, { newestSlotEnd: row?.newestSlotEnd ?? null, lastSuccess: row?.lastSuccessAt ?? null })
    return due && isoSeconds(due)
  }
  return row?.lastSuccessAt ? isoSeconds(row.lastSuccessAt.add({ hours: referencePollHours })) : null
}
