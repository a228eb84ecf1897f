import { statfs } from 'node:fs/promises'

/** Free bytes below which a store may be unable to write: a piece of PostgreSQL's write-ahead log has half of it. */
const minFreeBytes = 32 * 1024 * 1024

/** Whether the disk of a folder has room for a store to write; true where that cannot be found out. */
export async function hasDiskRoom(folder: string): Promise<boolean> {
  const facts = await statfs(folder).catch(() => null)
  return facts === null || facts.bavail * facts.bsize >= minFreeBytes
}
