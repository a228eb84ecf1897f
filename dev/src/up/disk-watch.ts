import { hasDiskRoom } from '../embedded/files/disk-room.ts'

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
        ? `The disk of ${dataDir} has room again: what is new is stored again.`
        : `The disk of ${dataDir} is full: requests are answered from what is stored, and nothing new is stored until it has 32 MB of room.`,
    )
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
