import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { listStillRunning } from '@hexawatt/dev/src/process-tree.ts'

/** Longest wait for another test that installs the same program, ms. */
const patienceMs = 600_000

/**
 * Does something while no other test process does it for the same folder.
 *
 * @throws when another process never finishes
 */
export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const file = `${folder}.lock`
  const own = `${file}.${crypto.randomUUID()}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(own, String(process.pid))
  const isMine = async (): Promise<boolean> => {
    await removeAbandoned(file)
    // Linked with its text: a lock that is written in place stays empty, and without a holder, when its process is ended in between.
    return link(own, file).then(
      () => true,
      () => false,
    )
  }
  const isLocked = await pollUntil(isMine, { intervalMs: 200, timeoutMs: patienceMs }).finally(() => rm(own))
  if (!isLocked) {
    throw new Error(`another test never finished its installation: see ${file}`)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** Removes the lock of a process that has ended without doing so. */
async function removeAbandoned(file: string): Promise<void> {
  const holder = await readFile(file, 'utf8').catch(() => null)
  if (holder === null) return
  if (holder === '' || (await listStillRunning([Number(holder)])).length === 0) await rm(file, { force: true })
}
