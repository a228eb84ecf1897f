import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../embedded/test-servers.ts'
import { lockFolder } from './folder-lock.ts'

/** Tries to lock the folder in a process of its own. */
async function tryElsewhere(dataDir: string): Promise<string> {
  const script = `import { lockFolder } from ${JSON.stringify(join(import.meta.dir, 'folder-lock.ts'))}
    try { await lockFolder(process.argv[1]); console.log('locked') } catch (error) { console.log(error.message) }`
  const other = Bun.spawn([process.execPath, '-e', script, dataDir], { stdout: 'pipe' })
  return (await other.stdout.text()).trim()
}

test.skipIf(Bun.which('flock') === null)(
  'a locked data folder is refused to another process in one sentence, until the lock ends',
  async () => {
    const dataDir = await makeTemporaryFolder()
    const unlock = await lockFolder(dataDir)
    expect(await tryElsewhere(dataDir)).toMatch(
      /^Another Hexawatt runs on .+: stop it, or choose another folder or volume\.$/,
    )
    unlock()
    expect(await tryElsewhere(dataDir)).toBe('locked')
    // The lock of a process that has ended is gone.
    expect(await tryElsewhere(dataDir)).toBe('locked')
    await rm(dataDir, { recursive: true })
  },
)
