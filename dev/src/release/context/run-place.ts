import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeFileLock } from '../../embedded/system/file-lock.ts'
import { ReleaseError } from './release-error.ts'

/** Longest wait for another run, ms: one that is about to end. */
const patienceMs = 1_000

/** The temporary folder of a run; `leave` removes it and lets the next run begin. */
export type RunPlace = { temporary: string; leave(): Promise<void> }

/**
 * Makes the temporary folder of a run. Only one run at a time works for a repository: two would share the files of the release and the tools. Temporary folders
 * of runs that were killed are removed.
 *
 * @throws ReleaseError when another run works for the repository
 */
export async function takeRunPlace(root: string): Promise<RunPlace> {
  const unlock = await takeFileLock(join(root, '.hexawatt/release/lock'), patienceMs)
  if (unlock === null)
    throw new ReleaseError(
      'start: another release runs in this repository.',
      'Wait for its end, and run this one again.',
    )
  // The hash names the repository: a folder of another repository may be in use.
  const prefix = `hexawatt-release-${Bun.hash(root).toString(36)}-`
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const name of left) await rm(join(tmpdir(), name), { recursive: true, force: true })
  const temporary = await mkdtemp(join(tmpdir(), prefix))
  return {
    temporary,
    async leave() {
      await rm(temporary, { recursive: true, force: true })
      await unlock()
    },
  }
}
