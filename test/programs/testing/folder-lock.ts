import { takeFileLock } from '@hexawatt/dev/src/embedded/system/file-lock.ts'

/** Longest wait for another test that installs the same program, ms. */
const patienceMs = 600_000

/**
 * Does something while no other test process does it for the same folder.
 *
 * @throws when another process never finishes
 */
export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const file = `${folder}.lock`
  const release = await takeFileLock(file, patienceMs)
  if (release === null) throw new Error(`another test never finished its installation: see ${file}`)
  try {
    return await work()
  } finally {
    await release()
  }
}
