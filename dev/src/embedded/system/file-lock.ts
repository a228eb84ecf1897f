import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { processFacts } from './process-facts.ts'

/** How often a lock that is held is tried again, ms. */
const retryMs = 200

/**
 * Waits until no other process holds the lock of this file, and holds it. The lock of a process that has ended counts as free.
 *
 * @param patienceMs longest wait, ms
 * @param signal ends the wait when it is aborted
 * @returns a function that gives the lock back; null when it was not free in time
 */
export async function takeFileLock(
  file: string,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<(() => Promise<void>) | null> {
  const own = `${file}.${crypto.randomUUID()}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(own, String(process.pid))
  const deadline = performance.now() + patienceMs
  try {
    while (performance.now() < deadline && signal?.aborted !== true) {
      await removeAbandoned(file)
      // Linked with its text: a lock that is written in place stays empty, and without a holder, when its process is ended in between.
      const isMine = await link(own, file).then(
        () => true,
        () => false,
      )
      if (isMine) return () => rm(file, { force: true })
      await Bun.sleep(retryMs)
    }
    return null
  } finally {
    await rm(own)
  }
}

/** Removes the lock of a process that has ended without doing so. */
async function removeAbandoned(file: string): Promise<void> {
  const holder = await readFile(file, 'utf8').catch(() => null)
  if (holder === null) return
  const isRunning = holder !== '' && ((await processFacts(Number(holder)))?.commandLine ?? '') !== ''
  if (!isRunning) await rm(file, { force: true })
}
