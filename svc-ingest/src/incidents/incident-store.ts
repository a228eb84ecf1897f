import { type Incident, shownIncidents } from '@hexawatt/shared/contract/status'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { findFlappingStart, type IncidentChange, type RecentIncident, type Watch } from './status-changes.ts'

/** Days that an incident is kept after its end. */
const keptDays = 90
/** Most incidents that are kept. */
const maxIncidents = 1_000

/** Work in a transaction that only one svc-ingest at a time runs: each sees what the one before it has noted, so that nothing is noted twice. */
export async function inTurn<Result>(sql: Sql, work: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('incidents'))`
    return work(tx)
  }) as Promise<Result>
}

/** The newest check; null before the first. */
export async function readWatch(tx: TransactionSql): Promise<Watch | null> {
  const [watch] = await tx<Watch[]>`select checked_at, settles_at, seen_well from incident_watch`
  return watch ?? null
}

export async function writeWatch(tx: TransactionSql, { checkedAt, settlesAt, seenWell }: Watch): Promise<void> {
  await tx`
    insert into incident_watch (checked_at, settles_at, seen_well) values (${checkedAt}, ${settlesAt}, ${[...seenWell]}::text[])
    on conflict (is_only) do update
    set checked_at = excluded.checked_at, settles_at = excluded.settles_at, seen_well = excluded.seen_well`
}

/** Of each subject the newest incident that lasts, or that ended within the hours in which a subject counts as flapping. */
export async function readRecentIncidents(tx: TransactionSql, now: Temporal.Instant): Promise<RecentIncident[]> {
  return tx<RecentIncident[]>`
    select distinct on (subject) id, subject, state, ended_at from incidents
    where ended_at is null or ended_at > ${findFlappingStart(now)}
    order by subject, ended_at desc nulls first`
}

/** Applies changes; whenever one adds a row, rows beyond the bounds are deleted. */
export async function applyChanges(
  tx: TransactionSql,
  changes: readonly IncidentChange[],
  now: Temporal.Instant,
): Promise<void> {
  for (const change of changes) {
    if (change.kind === 'close') {
      await tx`update incidents set ended_at = greatest(started_at, ${now}) where id = ${change.id} and ended_at is null`
    } else if (change.kind === 'worsen') {
      await tx`update incidents set state = ${change.state} where id = ${change.id}`
    } else if (change.kind === 'reopen') {
      await tx`
        update incidents set state = ${change.state}, ended_at = null, occurrences = occurrences + 1
        where id = ${change.id} and ended_at is not null`
    } else {
      await tx`
        insert into incidents (subject, state, started_at, ended_at)
        values (${change.subject}, ${change.state}, ${change.from}, ${change.to})`
    }
  }
  if (changes.some(({ kind }) => kind === 'open')) await forgetOldIncidents(tx, now)
}

async function forgetOldIncidents(tx: TransactionSql, now: Temporal.Instant): Promise<void> {
  await tx`
    delete from incidents
    where ended_at < ${now.subtract({ hours: 24 * keptDays })}
      or id in (select id from incidents where ended_at is not null order by started_at desc, id desc offset ${maxIncidents})`
}

/** Takes back what was noted of instants after this one: the clock of the data was set back. */
export async function forgetLaterIncidents(tx: TransactionSql, now: Temporal.Instant): Promise<void> {
  await tx`delete from incidents where started_at > ${now}`
  await tx`update incidents set ended_at = null where ended_at > ${now} and subject not in (select subject from incidents where ended_at is null)`
}

/** The newest incidents, the newest first. */
export async function readShownIncidents(tx: TransactionSql): Promise<Incident[]> {
  const rows = await tx<
    (Omit<Incident, 'startedAt' | 'endedAt'> & { startedAt: Temporal.Instant; endedAt: Temporal.Instant | null })[]
  >`
    select subject, state, started_at, ended_at, occurrences from incidents
    order by started_at desc, id desc limit ${shownIncidents}`
  return rows.map(({ startedAt, endedAt, ...incident }) => ({
    ...incident,
    startedAt: isoSeconds(startedAt),
    endedAt: endedAt && isoSeconds(endedAt),
  }))
}
