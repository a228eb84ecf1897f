import type { Sql } from '@hexawatt/shared/postgres/client'
import type { BackfillPiece } from './backfill-plan.ts'

/** Name of a piece within a plan. */
export function pieceKey({ feed, window }: BackfillPiece): string {
  return `${feed.id} ${window.start.epochMilliseconds} ${window.end.epochMilliseconds}`
}

/** Keys of the pieces that an earlier, interrupted run has done. */
export async function readDonePieces(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ key: string }[]>`
    select feed || ' ' || (extract(epoch from window_start) * 1000)::bigint || ' ' ||
      (extract(epoch from window_end) * 1000)::bigint as key
    from backfill_pieces`
  return new Set(rows.map(({ key }) => key))
}

/** Notes that a piece is done; noted twice it is noted once. */
export async function noteDonePiece(sql: Sql, { feed, window }: BackfillPiece, changedSlots: number): Promise<void> {
  await sql`
    insert into backfill_pieces (feed, window_start, window_end, changed_slots)
    values (${feed.id}, ${window.start}, ${window.end}, ${changedSlots})
    on conflict (feed, window_start, window_end) do update set done_at = now()`
}

/** Forgets the progress of these feeds within the span of their pieces: the next backfill begins anew. */
export async function forgetPieces(sql: Sql, pieces: readonly BackfillPiece[]): Promise<void> {
  if (pieces.length === 0) return
  const feeds = [...new Set(pieces.map(({ feed }) => feed.id))]
  const starts = pieces.map(({ window }) => window.start).sort(Temporal.Instant.compare)
  const ends = pieces.map(({ window }) => window.end).sort(Temporal.Instant.compare)
  await sql`
    delete from backfill_pieces
    where feed = any(${feeds}::text[]) and window_start >= ${starts[0] ?? null} and window_end <= ${ends.at(-1) ?? null}`
}
