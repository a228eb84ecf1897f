import { join } from 'node:path'
import { findDatabaseUser, type ServiceUser } from '@hexawatt/dev/src/embedded/service-user.ts'
import { createProcesses, type Processes } from '../processes.ts'
import { killProcessesIn } from './postgres-processes.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'

/** Where packages are unpacked that this machine has not installed. */
export const cacheDir = join(import.meta.dir, '../../../../.hexawatt/cache')

/** Where a drill runs: its processes, each in a folder of its own below one, and who Postgres is. */
export type DrillPlace = { processes: Processes; user: ServiceUser | undefined; programs: PostgresPrograms }

/**
 * Makes the place of a drill. `close` ends every process in it and deletes its folder.
 *
 * @returns with `place` null, and the reason printed, when a program cannot be had on this machine
 */
export async function openDrillPlace(drill: string) {
  const processes = await createProcesses()
  const user = await findDatabaseUser(() => undefined)
  const programs = await findPostgresPrograms({ cacheDir, folder: processes.folder, user })
  const isMissing = typeof programs === 'string'
  if (isMissing) console.warn(`SKIPPED: ${drill}: ${programs}`)
  return {
    place: isMissing ? null : { processes, user, programs },
    async close(): Promise<void> {
      // Before the rest: Patroni would start a Postgres again, and a Postgres is in no group of its Patroni.
      await killProcessesIn(processes.folder)
      await processes.stop()
    },
  }
}
