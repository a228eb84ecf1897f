import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const repositoryRoot = resolve(import.meta.dir, '../../..')

/** Folder of the recordings that the repository itself holds: tests on these run everywhere. */
export const shippedRecordingsDir = resolve(repositoryRoot, 'recordings')

/** Folder of the long recordings, beside the repository; null where it was not supplied. */
export function referenceDataDir(): string | null {
  const folder = resolve(repositoryRoot, '../shared/data')
  return existsSync(folder) ? folder : null
}

/** Says loudly that tests are skipped because the recorded data are not there. A green run must not hide it. */
export function sayReferenceDataSkipped(what: string): void {
  console.warn(`SKIPPED: ${what}: it needs the long recordings (../shared/data), which are not on this machine`)
}
