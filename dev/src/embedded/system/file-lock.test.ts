import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeFileLock } from './file-lock.ts'

const folder = await mkdtemp(join(tmpdir(), 'file-lock-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a lock is held by one holder at a time, and is free when it was given back', async () => {
  const file = join(folder, 'one')
  const release = await takeFileLock(file, 1_000)
  expect(release).not.toBeNull()
  expect(await takeFileLock(file, 300)).toBeNull()
  expect(await takeFileLock(file, 60_000, AbortSignal.timeout(300))).toBeNull()
  await release?.()
  expect(await takeFileLock(file, 300)).not.toBeNull()
})

test('the lock of a process that was killed is free', async () => {
  const file = join(folder, 'abandoned')
  const script = `
    import { takeFileLock } from ${JSON.stringify(`${import.meta.dir}/file-lock.ts`)}
    await takeFileLock(${JSON.stringify(file)}, 1_000)
    console.log('held')
    await Bun.sleep(600_000)`
  const holder = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  await holder.stdout.getReader().read()
  expect(await takeFileLock(file, 300)).toBeNull()
  holder.kill('SIGKILL')
  await holder.exited
  expect(await takeFileLock(file, 2_000)).not.toBeNull()
})
