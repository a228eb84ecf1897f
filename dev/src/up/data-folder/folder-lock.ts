import { closeSync, openSync } from 'node:fs'
import { SetupError } from '../../embedded/setup-error.ts'

/** Exit code of `flock` when another process holds the lock. */
const heldCode = 1

/** Longest wait for an `up` that is ending, seconds. */
const waitSeconds = 3

/**
 * Locks a data folder until this process ends, also against an `up` that this process cannot see: one in another container with the same volume. Nothing is
 * locked where the system has no `flock` (macOS), or the file system no locks.
 *
 * @returns ends the lock
 * @throws SetupError when another process holds the folder
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const flock = Bun.which('flock')
  if (flock === null) return () => undefined
  const folder = openSync(dataDir, 'r')
  // The lock belongs to the open folder, which this process keeps after `flock` has ended.
  const command = [flock, '--wait', String(waitSeconds), '3']
  const taking = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore', folder] })
  if ((await taking.exited) !== heldCode) return () => closeSync(folder)
  closeSync(folder)
  throw new SetupError(
    `Another Hexawatt runs on ${dataDir}, in another container or under another user: stop it, or choose another folder or volume.`,
  )
}
