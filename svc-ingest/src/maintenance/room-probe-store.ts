import type { Sql } from '@hexawatt/shared/postgres/client'

/** Writes so much that the server must find room on its disk for it, in a transaction that is taken back. Rejects when it has none. */
export type RoomProbe = () => Promise<void>

/** Rows of the probe, of about 1 kB each: more than any page that the server may have left over. */
const probeRows = 200

/** Ends the transaction of a probe that found room. */
class FoundRoom extends Error {}

export function createRoomProbe(sql: Sql): RoomProbe {
  return async () => {
    try {
      await sql.begin(async (tx) => {
        await tx`create temporary table room_probe (filler text) on commit drop`
        await tx`insert into room_probe select repeat(md5(n::text), 32) from generate_series(1, ${probeRows}::int) n`
        throw new FoundRoom()
      })
    } catch (error) {
      if (!(error instanceof FoundRoom)) throw error
    }
  }
}
