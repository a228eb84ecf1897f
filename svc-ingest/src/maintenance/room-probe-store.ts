import type { Sql } from '@hexawatt/shared/postgres/client'

/** Writes enough that the server needs new disk space, in a transaction that is rolled back. Rejects when the disk is full. */
export type RoomProbe = () => Promise<void>

/** Rows of the probe, about 1 kB each: more than fits into partly used pages. */
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
