import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'

/** A file system of its own and of a limited size, in memory. */
export type SmallDisk = {
  folder: string
  /** Fills it but for so many bytes. @returns makes room again */
  fill(freeBytes: number): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** Mounts a small disk; null where this user may not mount one, with a loud message that names the skipped test. */
export async function mountSmallDisk(megabytes: number, leftOut: string): Promise<SmallDisk | null> {
  const parent = await makeTemporaryFolder()
  const folder = join(parent, 'disk')
  await mkdir(folder)
  const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stderr: 'pipe' })
  if (!mount.success) {
    console.warn(`SKIPPED: ${leftOut}: no small disk can be mounted (${mount.stderr.toString().trim()})`)
    await rm(parent, { recursive: true, force: true })
    return null
  }
  await chmod(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill(freeBytes) {
      const { bavail, bsize } = await statfs(folder)
      const wanted = new Uint8Array(Math.max(0, bavail * bsize - freeBytes))
      // Others write meanwhile: then the disk is full before the ballast is whole.
      await writeFile(ballast, wanted).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      })
      return () => rm(ballast)
    },
    async remove() {
      Bun.spawnSync(['umount', '-l', folder])
      await rm(parent, { recursive: true, force: true })
    },
  }
}
