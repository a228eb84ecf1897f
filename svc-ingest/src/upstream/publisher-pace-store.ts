import type { SourceName } from '@hexawatt/shared/grid/publishers'
import type { Fragment, Sql, Statements } from '@hexawatt/shared/postgres/client'

/** Why a publisher is not called now. */
export type Refusal = { kind: 'gap' | 'paused' | 'budget' | 'kept'; waitMs: number }

/**
 * Claims one call of a publisher for all programs that share this database: the gap since the last call has passed, no pause is in force, and the day's
 * budget is not used up. Times are the database's.
 *
 * @param limits `keptCalls` of a day are not for this call: the share of them that belongs to the rest of the day is left
 * @returns null when the call may be made, and then it is counted
 */
export async function claimPublisherCall(
  sql: Sql,
  publisher: SourceName,
  { gapMs, callsPerDay, keptCalls = 0 }: { gapMs: number; callsPerDay: number; keptCalls?: number },
): Promise<Refusal | null> {
  return sql.begin(async (tx) => {
    await tx`insert into publisher_pauses (publisher) values (${publisher}) on conflict do nothing`
    const [state] = await tx<{ pausedMs: number; gapLeftMs: number }[]>`
      select greatest(0, extract(epoch from not_before - now()) * 1000)::double precision as paused_ms,
        greatest(0, ${gapMs}::double precision - extract(epoch from now() - last_call_at) * 1000)::double precision as gap_left_ms
      from publisher_pauses where publisher = ${publisher} for update`
    if (state === undefined) throw new Error(`no pace of ${publisher}`)
    if ((state.pausedMs ?? 0) > 0) return { kind: 'paused', waitMs: state.pausedMs }
    if ((state.gapLeftMs ?? 0) > 0) return { kind: 'gap', waitMs: state.gapLeftMs }
    const [counted] = await tx<{ calls: number }[]>`
      insert into publisher_calls (publisher, day, calls) values (${publisher}, (now() at time zone 'utc')::date, 1)
      on conflict (publisher, day) do update set calls = publisher_calls.calls + 1
        where publisher_calls.calls < ${callsPerDay}::double precision - ${keptCalls}::double precision * ${shareOfDayLeft(tx)}
      returning calls`
    if (counted === undefined) return { kind: keptCalls > 0 ? 'kept' : 'budget', waitMs: 0 }
    await tx`update publisher_pauses set last_call_at = now() where publisher = ${publisher}`
    return null
  })
}

/** Longest pause after a refusal without a date, ms. */
const maxPauseMs = 3_600_000
/** Longest pause to a date that the publisher named, days: quotas are renewed monthly at the latest. */
const maxQuotaPauseDays = 32

/**
 * Stops the calls of a publisher after a refusal: until the date that it named, else for `waitMs`, doubled with each refusal in a row up to an hour.
 * A date that has passed counts as no date, and a pause in force is never shortened: another program may know of a later end.
 *
 * @returns length of the pause, ms
 */
export async function pausePublisher(
  sql: Sql,
  publisher: SourceName,
  pause: { until: Temporal.Instant | null; waitMs: number; reason: string },
): Promise<number> {
  const { until, waitMs, reason } = pause
  const named = sql`case when ${until}::timestamptz is null then null
    else least(${until}::timestamptz, now() + make_interval(days => ${maxQuotaPauseDays}::int)) end`
  const [row] = await sql<{ pauseMs: number }[]>`
    insert into publisher_pauses as pauses (publisher, not_before, refusals, reason)
    values (${publisher}, greatest(now() + make_interval(secs => ${waitMs / 1000}::double precision), ${named}), 1, ${reason})
    on conflict (publisher) do update set refusals = pauses.refusals + 1, reason = excluded.reason,
      not_before = greatest(pauses.not_before, excluded.not_before, now() + make_interval(
        secs => least(${maxPauseMs / 1000}::double precision, ${waitMs / 1000}::double precision * 2 ^ least(pauses.refusals, 12))))
    returning (extract(epoch from not_before - now()) * 1000)::double precision as pause_ms`
  return row?.pauseMs ?? waitMs
}

/** Ends the row of refusals of a publisher that answered. A pause in force stays: the answer is of a call that began before the refusal. */
export async function recordPublisherAnswered(sql: Sql, publisher: SourceName): Promise<void> {
  await sql`update publisher_pauses set refusals = 0, not_before = null, reason = null
    where publisher = ${publisher} and (refusals > 0 or not_before is not null)
      and (not_before is null or not_before <= now())`
}

/** Records whether a publisher says that its quota runs low; a publisher that says nothing has not. */
export async function recordQuota(sql: Sql, publisher: SourceName, isLow: boolean): Promise<void> {
  await sql`update publisher_pauses set is_quota_low = ${isLow} where publisher = ${publisher} and is_quota_low <> ${isLow}`
}

/** Whether a publisher last said that its quota runs low. */
export async function isQuotaLow(sql: Sql, publisher: SourceName): Promise<boolean> {
  const [row] = await sql<{ isLow: boolean }[]>`
    select is_quota_low as is_low from publisher_pauses where publisher = ${publisher}`
  return row?.isLow ?? false
}

/** How much longer a publisher must not be called, ms; 0 for the operator, whose refusals delay only the refused source. */
export async function readPublisherPauseMs(sql: Sql, publisher: SourceName): Promise<number> {
  const [row] = await sql<{ pauseMs: number | null }[]>`
    select (extract(epoch from not_before - now()) * 1000)::double precision as pause_ms
    from publisher_pauses where publisher = ${publisher}`
  return Math.max(0, row?.pauseMs ?? 0)
}

/** Calls of a publisher on the current UTC day, and the share of that day that is left, 0–1; both by the database's clock. */
export async function readCallsToday(sql: Sql, publisher: SourceName): Promise<{ calls: number; shareLeft: number }> {
  const [row] = await sql<{ calls: number; shareLeft: number }[]>`
    select coalesce((select calls from publisher_calls where publisher = ${publisher} and day = (now() at time zone 'utc')::date), 0)::int as calls,
      (${shareOfDayLeft(sql)})::double precision as share_left`
  if (row === undefined) throw new Error(`no calls of ${publisher}`)
  return row
}

/** Share of the current UTC day that is left, 0–1, by the database's clock. */
function shareOfDayLeft(sql: Statements): Fragment {
  return sql`(1 - extract(epoch from now() at time zone 'utc' - date_trunc('day', now() at time zone 'utc')) / 86400)`
}
