import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Permission bits of group and others. */
const rightsOfOthers = 0o077

/**
 * Creates a folder that only its owner can enter, and closes an existing one to other users.
 *
 * @param say receives a sentence when other users can still enter it, as on a file system without modes
 */
export async function ensurePrivateFolder(folder: string, say: (sentence: string) => void): Promise<void> {
  // Created separately: with mode 0700 the folders above would also be closed to the users of other servers.
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const isOpen = async () => ((await stat(folder)).mode & rightsOfOthers) !== 0
  if (!(await isOpen())) return
  await chmod(folder, 0o700).catch(() => undefined)
  if (await isOpen()) say(`Other users of this machine can read ${folder}: its mode could not be set to 0700.`)
}
