import { type DataMode, dataModes, isRealMode } from '../grid/feeds.ts'
import type { Sql } from './client.ts'

/** The database holds data of another mode than the program was started in. */
export class DataModeMismatchError extends Error {
  override readonly name = 'DataModeMismatchError'
  readonly stamped: DataMode
  readonly requested: DataMode

  constructor(stamped: DataMode, requested: DataMode) {
    super(
      `This database holds ${stamped} data and cannot be used in ${requested} mode: ` +
        `invented and real rows never stand side by side. Use another database (or --data-dir) for ${requested} mode.`,
    )
    this.stamped = stamped
    this.requested = requested
  }
}

/** Modes whose data may stand in one database with those of `mode`, itself included. */
function modesBeside(mode: DataMode): readonly DataMode[] {
  return isRealMode(mode) ? dataModes.filter(isRealMode) : [mode]
}

/**
 * Stamps a new database with its mode, or checks that its data may stand beside those of this mode: live and open data may, and the stamp then
 * names the newer mode.
 *
 * @throws DataModeMismatchError
 */
export async function ensureDataMode(sql: Sql, requested: DataMode): Promise<void> {
  await sql`
    insert into data_stamp (mode) values (${requested})
    on conflict (only_row) do update set mode = excluded.mode
    where data_stamp.mode <> excluded.mode and data_stamp.mode = any(${[...modesBeside(requested)]}::text[])`
  const stamped = await readDataMode(sql)
  if (stamped !== null && stamped !== requested) throw new DataModeMismatchError(stamped, requested)
}

/** The mode of a database; null when nothing was ever stored. */
export async function readDataMode(sql: Sql): Promise<DataMode | null> {
  const [row] = await sql<{ mode: DataMode }[]>`select mode from data_stamp`
  return row?.mode ?? null
}
