import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const repositoryRoot = resolve(import.meta.dir, '../../..')

/** Folder of the recordings that the repository itself holds: tests on these run everywhere. */
export const shippedRecordingsDir = resolve(repositoryRoot, 'recordings')

/**
 * Environment variable: with `1`, tests read nothing outside the repository. `bun run check` sets it, so that it runs the same tests on every
 * machine.
 */
export const shippedOnlySetting = 'HEXAWATT_SHIPPED_RECORDINGS_ONLY'

const isShippedOnly = Bun.env[shippedOnlySetting] === '1'

/** Folder of the long recordings, next to the repository; null when it was not supplied or must not be read. */
export function findReferenceData(): string | null {
  const folder = resolve(repositoryRoot, '../shared/data')
  return !isShippedOnly && existsSync(folder) ? folder : null
}

/** Says loudly that tests are skipped because the recorded data are not read. A green run must not hide it. */
export function reportSkippedReferenceData(what: string): void {
  const why = isShippedOnly ? 'which `bun run check` leaves to `bun run verify`' : 'which are not on this machine'
  console.warn(`SKIPPED: ${what}: it needs the long recordings (../shared/data), ${why}`)
}
