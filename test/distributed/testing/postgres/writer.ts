import { createSql } from '@hexawatt/shared/postgres/client'

/** Pause between two rows, ms. */
const pauseMs = 20

/**
 * Writes one row after another into a table of its own, and notes which commits were confirmed: what is confirmed and missing afterwards was
 * lost.
 */
export async function startWriter(databaseUrl: string) {
  const sql = createSql(databaseUrl, 'drill', 1)
  await sql`create table drill_rows (n int primary key)`
  const confirmed: number[] = []
  let isStopped = false
  const writing = (async () => {
    for (let n = 1; !isStopped; n += 1) {
      const isConfirmed = await sql`insert into drill_rows values (${n})`.then(
        () => true,
        () => false,
      )
      if (isConfirmed) confirmed.push(n)
      await Bun.sleep(pauseMs)
    }
  })()
  return {
    /** Stops, and tells how many rows were confirmed, and how many of them are missing. */
    async finish(): Promise<{ confirmed: number; lost: number }> {
      isStopped = true
      await writing
      const stored = new Set((await sql<{ n: number }[]>`select n from drill_rows`).map(({ n }) => n))
      await sql.end({ timeout: 1 })
      return { confirmed: confirmed.length, lost: confirmed.filter((n) => !stored.has(n)).length }
    },
  }
}
