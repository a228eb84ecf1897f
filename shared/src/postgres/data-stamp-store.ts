import { defaultZone } from '../config/zone.ts'
import { type DataMode, dataModes, isRealMode } from '../grid/feeds.ts'
import { withTimeout } from '../time/with-timeout.ts'
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

/** A store holds data of another zone than the program was started for. */
export class ZoneMismatchError extends Error {
  override readonly name = 'ZoneMismatchError'

  /** @param store such as "This database" */
  constructor(store: string, stamped: string, requested: string) {
    super(
      `${store} holds data of the zone ${stamped} and cannot be used for ${requested}: ` +
        `an installation is one zone. Name another one for ${requested}, or set ZONE=${stamped}.`,
    )
  }
}

/** Lists the modes whose data may share a database with data of `mode`, including `mode`. */
function listCompatibleModes(mode: DataMode): readonly DataMode[] {
  return isRealMode(mode) ? dataModes.filter(isRealMode) : [mode]
}

/**
 * Stamps a new database with its mode and zone, or checks that data of this mode and zone may share it: the zone must be equal; live and open data may
 * share a database, and the stamp then names the newer mode.
 *
 * @throws DataModeMismatchError or ZoneMismatchError
 */
export async function ensureDataMode(sql: Sql, requested: DataMode, zone = defaultZone): Promise<void> {
  await sql`
    insert into data_stamp (mode, zone) values (${requested}, ${zone})
    on conflict (only_row) do update set mode = excluded.mode
    where data_stamp.zone = excluded.zone
      and data_stamp.mode <> excluded.mode and data_stamp.mode = any(${[...listCompatibleModes(requested)]}::text[])`
  const stamp = await readStamp(sql)
  if (stamp === null) return
  if (stamp.zone !== zone) throw new ZoneMismatchError('This database', stamp.zone, zone)
  if (stamp.mode !== requested) throw new DataModeMismatchError(stamp.mode, requested)
}

/** Reads the mode of a database; null when nothing was ever stored. */
export async function readDataMode(sql: Sql): Promise<DataMode | null> {
  // The zone is not checked: `bun run up` reads a database before it migrates it.
  const [row] = await sql<{ mode: DataMode }[]>`select mode from data_stamp`
  return row?.mode ?? null
}

/** Maximum wait of a start for the stamp of a store, ms: programs start without their stores too. */
export const stampTimeoutMs = 2_000

/**
 * Refuses a database of another zone. A database that does not answer, or has no stamp yet, is not refused: no value is served from it.
 *
 * @throws ZoneMismatchError
 */
export async function refuseOtherZone(sql: Sql, zone: string): Promise<void> {
  const stamp = await withTimeout(stampTimeoutMs, readStamp(sql)).catch(() => null)
  if (stamp !== null && stamp.zone !== zone) throw new ZoneMismatchError('This database', stamp.zone, zone)
}

async function readStamp(sql: Sql): Promise<{ mode: DataMode; zone: string } | null> {
  const [row] = await sql<{ mode: DataMode; zone: string }[]>`select mode, zone from data_stamp`
  return row ?? null
}

/**
 * Resolves when the server takes writes: by an update of no row, which a replica and a demoted primary refuse with SQLSTATE 25006.
 *
 * @throws as the driver does
 */
export async function requireWritable(sql: Sql): Promise<void> {
  await sql`update data_stamp set mode = mode where false`
}
