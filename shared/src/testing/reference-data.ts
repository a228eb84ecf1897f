import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const repositoryRoot = resolve(import.meta.dir, '../../..')

/** Folder of the recorded data of the grid, beside the repository; null where it was not supplied. */
export function referenceDataDir(): string | null {
  const folder = resolve(repositoryRoot, '../shared/data')
  return existsSync(folder) ? folder : null
}

/** Says loudly that tests are skipped because the recorded data are not there. A green run must not hide it. */
export function sayReferenceDataSkipped(what: string): void {
  console.warn(`SKIPPED: ${what}: the recorded data (../shared/data) are not on this machine`)
}
