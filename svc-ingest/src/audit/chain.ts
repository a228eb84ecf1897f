import type { Sql } from '@hexawatt/shared/postgres/client'
import { readPointDays, readPointLines } from './stored-point-store.ts'

/** One link of the chain: a UTC day with points. `digest` is SHA-256 in hexadecimal. */
export type ChainDay = { day: string; points: number; digest: string }

/** Digest before the first day. */
const chainStart = '0'.repeat(64)

/** Days whose points are in memory at once: 8 MB. */
const daysAtOnce = 31

/**
 * The chain over the stored points, day by day: the digest of a day is the SHA-256 of the digest before it and the day's points, one
 * line each. It begins at the first stored point, so that the last digest covers everything before it.
 */
export async function* walkPointChain(sql: Sql): AsyncGenerator<ChainDay> {
  const days = await readPointDays(sql)
  if (days === null) return
  let digest = chainStart
  for (let from = days.first; Temporal.PlainDate.compare(from, days.last) <= 0; from = from.add({ days: daysAtOnce })) {
    const lines = await readPointLines(sql, from, from.add({ days: daysAtOnce }))
    for (const [day, ofDay] of Map.groupBy(lines, (line) => line.day)) {
      digest = computeDayDigest(
        digest,
        ofDay.map(({ line }) => line),
      )
      yield { day, points: ofDay.length, digest }
    }
  }
}

/** SHA-256 of the digest before a day and the lines of the day, each ended by a line feed. */
function computeDayDigest(previous: string, lines: readonly string[]): string {
  const hasher = new Bun.CryptoHasher('sha256').update(`${previous}\n`)
  for (const line of lines) hasher.update(`${line}\n`)
  return hasher.digest('hex')
}

/** The last link; null without points. */
export async function readChainHead(sql: Sql): Promise<ChainDay | null> {
  let head: ChainDay | null = null
  for await (const day of walkPointChain(sql)) head = day
  return head
}
