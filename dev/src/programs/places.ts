import { join, resolve } from 'node:path'

const folder = join(resolve(import.meta.dir, '../../..'), '.hexawatt/programs')

/** Where the tests of programs keep installations between runs, and where they write their results. */
export const programsPlace = {
  /** A folder for each installed program. */
  folder,
  /** A file for each program of the last run, written by its test. */
  rows: join(folder, 'rows'),
  /** Lines about installations that go on. */
  progress: join(folder, 'progress.log'),
  /** The table of the last run. */
  results: join(folder, 'results.md'),
} as const
