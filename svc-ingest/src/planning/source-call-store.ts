import type { ReportedSourceId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** Time and result of the last call of a source: they determine the next call. */
export type SourceCallRow = {
  /** Real time since the last call, ms; null without one. */
  sinceCallMs: number | null
  /** The last call still runs, or was lost before its outcome was recorded. */
  isUnanswered: boolean
  consecutiveFailures: number
  newestSlotEnd: Temporal.Instant | null
  lastSuccessAt: Temporal.Instant | null
}

/** The state of one source; times of calls come from the database's clock, which every program shares. */
export async function readSourceCall(sql: Sql, source: ReportedSourceId): Promise<SourceCallRow> {
  const [row] = await sql<SourceCallRow[]>`
    select (extract(epoch from now() - calls.last_call_at) * 1000)::double precision as since_call_ms,
      not coalesce(calls.is_answered, true) as is_unanswered,
      coalesce(status.consecutive_failures, 0) as consecutive_failures, status.newest_slot_end, status.last_success_at
    from (select ${source}::text as source) asked
    left join source_calls calls using (source)
    left join source_status status using (source)`
  if (row === undefined) throw new Error(`no state of ${source}`)
  return row
}

/** A call to be made. Publishers count calls per application. */
export type SourceCall = { source: ReportedSourceId; application: string; minIntervalMs: number }

/**
 * Records a call before it is made, unless the application's last one is less than `minIntervalMs` ago: the record survives a crash of
 * the caller, and of two callers one succeeds. The call counts as unanswered until its outcome is recorded.
 *
 * @returns whether the call may be made
 */
export async function claimSourceCall(sql: Sql, { source, application, minIntervalMs }: SourceCall): Promise<boolean> {
  const rows = await sql`
    insert into source_calls (source, application, last_call_at, is_answered)
    values (${source}, ${application}, now(), false)
    on conflict (source) do update
      set application = excluded.application, last_call_at = excluded.last_call_at, is_answered = false
    where source_calls.application <> excluded.application
      or source_calls.last_call_at <= now() - make_interval(secs => ${minIntervalMs / 1000}::double precision)
    returning source`
  return rows.length > 0
}
