import type { DataMode } from '../grid/feeds.ts'
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

/** Stamps a new database with its mode, or checks that the stamp is this mode. */
export async function ensureDataMode(sql: Sql, requested: DataMode): Promise<void> {
  await sql`insert into data_stamp (mode) values (${requested}) on conflict do nothing`
  const stamped = await readDataMode(sql)
  if (stamped !== null && stamped !== requested) throw new DataModeMismatchError(stamped, requested)
}

/** The mode of a database; null when nothing was ever stored. */
export async function readDataMode(sql: Sql): Promise<DataMode | null> {
  const [row] = await sql<{ mode: DataMode }[]>`select mode from data_stamp`
  return row?.mode ?? null
}
