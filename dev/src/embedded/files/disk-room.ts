import { statfs } from 'node:fs/promises'

/** Free bytes below which a store may be unable to write: a piece of PostgreSQL's write-ahead log has half of it. */
const minFreeBytes = 32 * 1024 * 1024

/** Whether the disk of a folder has room for a store to write; true where that cannot be found out. */
export async function hasDiskRoom(folder: string, freeBytes = minFreeBytes): Promise<boolean> {
  const facts = await statfs(folder).catch(() => null)
  return facts === null || facts.bavail * facts.bsize >= freeBytes
}

/** How often the disk is looked at, ms. */
const checkEveryMs = 10_000

/**
 * Says when the disk of the data folder has become full, and when it has room again: the logs of the programs cannot say it, since they are on that disk.
 *
 * @returns ends the watch
 */
export function watchDisk(dataDir: string, say: (sentence: string) => void, everyMs = checkEveryMs): () => void {
  let hadRoom = true
  const look = async () => {
    const hasRoom = await hasDiskRoom(dataDir)
    if (hasRoom === hadRoom) return
    hadRoom = hasRoom
    say(
      hasRoom
        ? `The disk of ${dataDir} has free space again: new data are stored again.`
        : `The disk of ${dataDir} is full: requests are answered from stored data, and no new data are stored until it has 32 MB of free space.`,
    )
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
