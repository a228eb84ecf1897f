import type { Sql } from '@hexawatt/shared/postgres/client'

/** Forgets refused values that were seen before an instant. Returns how many. */
export async function forgetQuarantined(sql: Sql, before: Temporal.Instant): Promise<number> {
  const { count } = await sql`delete from quarantined_values where seen_at < ${before}`
  return count
}
